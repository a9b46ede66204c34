import { describe, expect, it } from "vitest";
import { numberFormat } from "./number-format";

const normaliseSpaces = (text: string) => text.replace(/\s/g, " ");

describe("numbers", () => {
  it("follow the conventions of each language", () => {
    const [en, de] = [numberFormat("en"), numberFormat("de")];
    expect([en.whole(1234), de.whole(1234)]).toEqual(["1,234", "1.234"]);
    expect([en.mean(26), de.mean(25.86)]).toEqual(["26.0", "25,9"]);
    expect([en.share(1, 3), normaliseSpaces(de.share(1, 3))]).toEqual(["33%", "33 %"]);
  });

  it("become a dash instead of a division by zero", () => {
    const en = numberFormat("en");
    expect([en.share(0, 0), en.mean(null), en.rate(null)]).toEqual(["–", "–", "–"]);
    expect(en.share(0, 5)).toBe("0%");
  });
});
