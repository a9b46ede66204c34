import { describe, expect, it } from "vitest";
import type { Refused } from "../api/wire";
import { t } from "../i18n";
import { refusal } from "./refusal";

const refused = (code: string, reason: string | null = null): Refused => ({
  v: 1,
  type: "refused",
  id: "a",
  code,
  message: "in English",
  reason,
  legal: null,
  details: {},
});

describe("why something could not be", () => {
  it.each([
    ["illegal_action", "too_early", t.refused.too_early],
    ["illegal_action", "card_not_in_hand", t.refused.other],
    ["busy", null, t.people.refused.busy],
    ["too_many", null, t.people.refused.too_many],
    ["unavailable", null, t.start.problems.unavailable],
    ["no such code", null, "in English"],
  ])("%s, %s, is said in the reader's words, if there are any", (code, reason, words) => {
    expect(refusal(refused(code, reason))).toBe(words);
  });
});
