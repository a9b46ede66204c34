import { afterEach, describe, expect, it } from "vitest";
import { serverStatus } from "../offline/server-status.svelte";
import { isOwnChoice, storeTable } from "../../testing/device-tables";
import { click, element, find, openPage, refusal, see, textOf, until } from "../../testing/page";

const ME = {
  known: true,
  signed_out: false,
  id: "anna",
  name: "Anna",
  face: null,
  since: "2026-11-22T12:00:00Z",
  matches: 0,
  ratings: [],
};

const link = (text: string | RegExp) =>
  until(() => {
    const found = [...document.querySelectorAll("a")].find((one) =>
      (one.getAttribute("aria-label") ?? textOf(one)).match(text),
    );
    if (!found) throw new Error(`no link ${text}`);
    return found;
  });

describe("the profile without the server", () => {
  afterEach(() => {
    serverStatus.unreachable = false;
  });

  it.each([true, false])("says where matches are kept, handed over: %s", async (handOver) => {
    await openPage("/me", { settings: { handOver } });
    serverStatus.unreachable = true;
    await see("offline", "Your profile is on the server");
    await see("offline", "kept on this device, under “Matches”.");
    expect(textOf(find("offline")).includes("Finished ones join")).toBe(handOver);
  });
});

describe("the replay of a match that is not over", () => {
  it.each([
    ["on this device", async () => storeTable({ until: isOwnChoice }), {}],
    [
      "on a server",
      () => "abc",
      {
        "/api/tables/abc": () => refusal(422, "not_over"),
        "/api/tables/abc/replay": () => refusal(422, "not_over"),
      },
    ],
  ])("leads to its table %s", async (_, open, server) => {
    const id = await open();
    await openPage(`/t/${id}/replay`, { server });
    await see("replay-problem", "still being played");
    expect((await link("To the table")).getAttribute("href")).toBe(`/t/${id}`);
  });

  it("is found among the matches, to be continued", async () => {
    const id = await storeTable({ until: isOwnChoice });
    await openPage("/matches");
    (await link(/^Continue Schwimmen/)).click();
    await element("table");
    expect(location.pathname).toBe(`/t/${id}`);
  });
});

describe("the replay of a match that does not exist", () => {
  it("says so", async () => {
    const missing = () => refusal(404, "unknown_table");
    const server = { "/api/tables/nowhere": missing, "/api/tables/nowhere/replay": missing };
    await openPage("/t/nowhere/replay", { server });
    await see("replay-problem", "does not exist");
    expect(find("replay")).toBeNull();
  });
});

describe("a face that the server does not know", () => {
  it("is refused in one line", async () => {
    const server = { "/api/me": ME, "PUT /api/me/face": () => refusal(422, "bad_face") };
    await openPage("/me", { server });
    await click("choose-face");
    await click("face-Rosa");
    (await element("save-face")).closest("form")?.requestSubmit();
    await see("face-status", "This face does not exist here. Choose another one.");
  });
});
