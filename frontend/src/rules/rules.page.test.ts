import { describe, expect, it } from "vitest";
import { element, gone, openPage, refusal, see, select, textOf, until } from "../../testing/page";
import setup from "../game/setup.generated.json";

/** Open the rules and return their article. */
async function open(query: string, server = {}): Promise<Element> {
  await openPage(`/rules${query}`, { server });
  return until(() => {
    const article = document.querySelector("article");
    if (!article) throw new Error("no rules are shown");
    return article;
  });
}

describe("the page with the rules", () => {
  it("shows those of one variant", async () => {
    const article = await open("?variant=choy");
    expect(textOf(article)).toContain("ten rounds");
    expect(textOf(article)).toContain("52 cards");
    expect(textOf(article)).not.toContain("Three aces");
    expect(textOf(article.querySelector("#R30"))).toContain("turn up four new cards");
    await select("rules-variant", "dutch");
    const rule = (number: number) => textOf(document.querySelector(`#R${number}`));
    await until(() => expect(rule(29)).toContain("The chicken belongs to the first round"));
    expect(rule(21)).toContain("six lives");
    expect(rule(31)).toContain("not part of this variant");
  });

  it.each(["pagat", "dutch", "choy", "app-a9", "gamerules"])(
    "has an anchor for every rule of %s",
    async (variant) => {
      const article = await open(`?variant=${variant}`);
      for (let number = 1; number < 37; number++)
        expect(article.querySelectorAll(`#R${number}`)).toHaveLength(1);
    },
  );

  it("marks house rules", async () => {
    const options = JSON.stringify({ lives: 5, closer_penalty: true });
    const article = await open(`?variant=pagat&options=${options}`);
    await see("house-rules", "Everyone starts with five lives");
    await see("house-rules", "Usually: Everyone starts with three lives");
    expect(textOf(article.querySelector("#R20"))).toContain("House rule");
  });

  it.each([
    [{ losers: "all_but_best" }, 36, "neither best nor tied for best loses one life"],
    [{ closer_tie: "closer_loses" }, 35, "only a player who closed loses a life"],
    [{ closer_tie: "closer_safe" }, 35, "except a player who closed"],
  ])("explains %o with examples", async (options, number, words) => {
    const article = await open(`?variant=pagat&options=${JSON.stringify(options)}`);
    const rule = article.querySelector(`#R${number}`);
    expect(textOf(rule)).toContain(words);
    expect(rule?.querySelectorAll("figure").length).toBeGreaterThan(0);
  });

  it("refuses rules that contradict each other", async () => {
    const { presets } = setup;
    await open("?variant=pagat&options=special=grace", {
      "/api/rules": ({ body }: { body: { preset: string; options?: object } }) =>
        Object.keys(body.options ?? {}).length > 0
          ? refusal(422, "contradiction", { pairs: [["special", "four_of_a_kind"]] })
          : { ...body, rules: presets.find(({ name }) => name === body.preset)?.options },
    });
    await until(() =>
      expect(textOf(document.querySelector("[role=alert]"))).toContain("contradict each other"),
    );
  });

  it("leads to the odds of the variant", async () => {
    await open("?variant=dutch");
    expect((await element("rules-odds")).getAttribute("href")).toBe("/odds?variant=dutch");
    await open(`?variant=dutch&options=${JSON.stringify({ losers: "all_but_best" })}`);
    await gone("rules-odds");
  });
});
