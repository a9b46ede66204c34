import { describe, expect, it, vi } from "vitest";
import { t } from "../../i18n";
import { click, element, find, until } from "../../../testing/page";
import { SharedTable, STEPS } from "../../../testing/shared-table";

const fail = vi.hoisted(() => () => {
  throw new Error("the file did not arrive");
});
vi.mock("./ReactionButtons.svelte", fail);
vi.mock("../../fairness/MatchFairness.svelte", fail);

describe("a part of a table that does not load", () => {
  it("says so in its place if a player asked for it", async () => {
    await new SharedTable(STEPS.ownTurn).open();
    await click("react");
    await until(() => {
      const menu = find("react")?.parentElement;
      expect(menu?.querySelector("[role=alert]")?.textContent).toContain("could not be loaded");
    });
  });

  it("is left out if the table is complete without it", async () => {
    await new SharedTable(STEPS.over).open();
    await element("match-over");
    await vi.dynamicImportSettled();
    const showdown = find("showdown");
    expect(showdown?.textContent).not.toContain("could not be loaded");
    expect(showdown?.querySelector(`[aria-label="${t.people.fairness}"]`)).toBeNull();
  });
});
