import { beforeEach, describe, expect, it, vi } from "vitest";
import { storeTable } from "../../testing/device-tables";
import {
  click,
  element,
  find,
  forget,
  openPage,
  see,
  textOf,
  type,
  until,
} from "../../testing/page";
import { Store } from "../device/storage/store";
import { readChallenge, writeChallenge, type Challenge } from "../game/challenge";
import { setup } from "../game/fixtures";

const SEED = "00112233445566778899aabbccddeeff";

/** Store a finished match of Anna against one bot; return its id. */
const finished = (wanted: { seed?: string; challenge?: string } = { seed: SEED }) =>
  storeTable({
    options: { special: "none", lives: 1 },
    until: (match) => match.over,
    ...wanted,
  });

const stored = async (id: string) => {
  const store = await Store.open();
  const log = await store.log(id);
  store.close();
  return log;
};

const valueOf = async (id: string) => ((await element(id)) as HTMLInputElement).value;

/** Return the text of the challenge that a finished match makes, by a name. */
async function challengeBy(name: string): Promise<string> {
  await openPage(`/t/${await finished()}`);
  await click("challenge-friend");
  await type("challenge-name", name);
  const address = new URL(await valueOf("challenge-link"));
  expect(address.pathname).toBe("/challenge");
  return address.hash.slice(1);
}

const read = (text: string) => readChallenge(setup, text) as Challenge;

beforeEach(forget);

describe("the end of a match", () => {
  it("has a link with the whole match and a name", async () => {
    const text = await challengeBy("Oma Änne");
    expect(read(text)).toMatchObject({
      game: { preset: "pagat", options: { lives: 1, special: "none" } },
      seed: SEED,
      by: { name: "Oma Änne", hints: 0 },
      answer: null,
    });
    await type("challenge-name", " ");
    expect(read((await valueOf("challenge-link")).split("#")[1] ?? "").by.name).toBe("Anna");
  });

  it("has none for a match whose cards had no seed", async () => {
    await openPage(`/t/${await finished({})}`);
    await see("match-over", "Final standings");
    await element("play-again");
    const { device } = await import("../device/device");
    const [{ id } = { id: "" }] = await Store.open().then((store) => store.tables());
    expect(await device.challengeable(id)).toBeNull();
    expect(find("challenge-friend")).toBeNull();
  });
});

describe("a challenge", () => {
  it("says who asks and the place to beat, and deals the same cards", async () => {
    const text = await challengeBy("Otto");
    const [, dealt] = await stored((await Store.open().then((store) => store.tables()))[0]!.id);
    await forget();
    await openPage(`/challenge#${text}`);
    await see("challenge-match", "Otto challenges you");
    await see("challenge-match", `place ${read(text).by.place} of 2`);
    expect(find("challenge-results")).toBeNull();
    await click("challenge-take");
    await until(() => expect(location.pathname).toMatch(/^\/t\/device\./));
    const id = decodeURIComponent(location.pathname.slice("/t/".length));
    const [created, first] = await stored(id);
    expect(created).toMatchObject({ seed: SEED, challenge: text });
    expect(first).toMatchObject({ pack: (dealt as { pack: string }).pack });

    await openPage(`/challenge#${text}`);
    await element("challenge-continue");
  });

  it("shows both results at its end, and carries them back", async () => {
    const text = await challengeBy("Otto");
    await finished({ seed: SEED, challenge: text }).then((id) => openPage(`/t/${id}`));
    await click("see-both");
    await see("challenge-results", "Otto");
    await see("challenge-results", "Anna");
    await see("challenge-results", /Without luck-?\d+%-?\d+%/);
    await see("challenge-verdict", "The results are equal.");
    const answered = (await valueOf("answer-link")).split("#")[1] ?? "";
    expect(read(answered).answer).toMatchObject({ name: "Anna", place: read(text).by.place });

    await forget();
    await openPage(`/challenge#${answered}`);
    await see("challenge-results", "Anna");
    expect(find("challenge-take")).toBeNull();
    expect(find("challenge-answer")).toBeNull();
  });

  it("says without the luck of the cards who did better", async () => {
    const challenge = read(await challengeBy("Otto"));
    const answer = { ...challenge.by, name: "Ida", place: 2, withoutLuck: 3 };
    const by = { ...challenge.by, place: 1, withoutLuck: -1 };
    await openPage(`/challenge#${writeChallenge({ ...challenge, by, answer })}`);
    await see(
      "challenge-verdict",
      "Otto did better. Without the luck of the cards, Ida did better.",
    );
    await see("challenge-results", /-100%300%/);
  });

  it.each([
    ["", "holds no challenge"],
    ["hello", "incomplete or was changed"],
    ["2.abc.012345", "another version"],
  ])("is refused in one line if it is %j", async (text, line) => {
    await openPage(`/challenge#${text}`);
    await see("challenge-problem", line);
    expect(find("challenge-match")).toBeNull();
  });

  it("is refused if its rules are of another version", async () => {
    const challenge = read(await challengeBy("Otto"));
    await openPage(`/challenge#${writeChallenge({ ...challenge, rulesVersion: "0" })}`);
    await see("challenge-problem", "another version");
  });

  it("is refused where the browser cannot play", async () => {
    const text = await challengeBy("Otto");
    vi.stubGlobal("isSecureContext", false);
    await openPage(`/challenge#${text}`);
    await see("challenge-problem", "played on your device");
    vi.stubGlobal("isSecureContext", true);
  });

  it("follows the address", async () => {
    const text = await challengeBy("Otto");
    await openPage("/challenge#hello");
    await element("challenge-problem");
    history.replaceState(null, "", `/challenge#${text}`);
    dispatchEvent(new PopStateEvent("popstate"));
    await see("challenge-match", "Otto challenges you");
    expect(textOf(await element("challenge-match"))).toContain("Berta");
  });
});
