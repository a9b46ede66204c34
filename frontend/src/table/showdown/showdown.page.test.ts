import { describe, expect, it } from "vitest";
import type { Options } from "schwimmen";
import { action, storeTable } from "../../../testing/device-tables";
import { SharedTable, STEPS } from "../../../testing/shared-table";
import { element, openPage, textOf, until } from "../../../testing/page";
import type { Language } from "../../i18n";

/** Two hands tied for the worst, the first of which closes, and a better one. */
const TIED = ["KC TC 9D", "QC JC 8H", "AS 9S 7S"];

/** Show the end of a round that seat 0 has closed in the first turn. */
async function showdownOf(
  options: Partial<Options>,
  hands: string[],
  language: Language = "en",
): Promise<Element> {
  const id = await storeTable({
    options: { dealer_choice: false, close_effect: "immediate", ...options },
    hands,
    until: ({ results }) => results.length > 0,
    play: action("close"),
  });
  await openPage(`/t/${id}`, { settings: { language, coach: false } });
  return element("showdown");
}

/** Return the reasons in the row of a seat, with their rules. */
function reasonsOf(showdown: Element, seat: number): string[] {
  const row = showdown.querySelector(`[data-testid=hand-of-${seat}]`);
  return Array.from(row?.querySelectorAll(".why") ?? [], (line) =>
    [line.querySelector("span"), line.querySelector("a span")].map(textOf).join(" "),
  );
}

const outcome = (showdown: Element) => textOf(showdown.querySelector("header"));

describe("the showdown", () => {
  it("takes the focus of the table, but not that of another part of the page", async () => {
    const outside = document.createElement("input");
    for (const focused of [outside, null]) {
      const table = new SharedTable(STEPS.ownTurn);
      await table.open();
      if (focused) document.body.append(focused);
      focused?.focus();
      table.goOn(STEPS.over);
      const showdown = await element("showdown");
      await until(() => expect(showdown.closest("[inert]")).toBeNull());
      expect(document.activeElement).toBe(focused ?? showdown);
    }
  });

  it("says that the closer alone loses a tie", async () => {
    const showdown = await showdownOf({ closer_tie: "closer_loses" }, TIED);
    await until(() => expect(outcome(showdown)).toContain("You lose a life."));
    expect(reasonsOf(showdown, 0)).toEqual([
      "20 in clubs, tied with Berta: in a tie only the closer loses. R35",
    ]);
    expect(reasonsOf(showdown, 1)).toEqual([
      "20 in clubs, tied with you, but only the closer loses. R35",
    ]);
    expect(reasonsOf(showdown, 2)).toEqual([]);
  });

  it("says that the closer is spared in a tie", async () => {
    const showdown = await showdownOf({ closer_tie: "closer_safe" }, TIED);
    await until(() => expect(outcome(showdown)).toContain("You are safe. Berta loses a life."));
    expect(reasonsOf(showdown, 0)).toEqual([
      "20 in clubs, tied with Berta, but the closer is safe. R35",
    ]);
    expect(reasonsOf(showdown, 1)).toEqual([
      "20 in clubs, tied with you: in a tie the closer is safe. R35",
    ]);
  });

  it.each([
    ["en", "Karl has the best hand (27 in spades): everyone with less loses.", /worst|lowest/i],
    ["de", "Karl hat die beste Hand (27 in Pik): Alle mit weniger verlieren.", /schlecht|niedrig/i],
    [
      "nl",
      "Karl heeft de beste hand (27 in schoppen): iedereen met minder verliest.",
      /slecht|laag/,
    ],
  ] as const)("names the best hand if all others lose (%s)", async (language, words, never) => {
    const showdown = await showdownOf({ losers: "all_but_best" }, TIED, language);
    await until(() => expect(outcome(showdown)).toContain(`${words} R36`));
    expect(textOf(showdown)).not.toMatch(never);
  });

  it("says that nobody loses if all hands are best", async () => {
    const showdown = await showdownOf({ losers: "all_but_best" }, TIED.slice(0, 2));
    await until(() =>
      expect(outcome(showdown)).toContain("Nobody loses a life. All hands are tied. R36"),
    );
  });
});
