import { describe, expect, it } from "vitest";
import { breakLines, fitText, pictureName } from "./picture-layout";

const measure = (text: string) => text.length;

describe("the texts of a picture", () => {
  it("are broken between words", () => {
    expect(breakLines("Anna wins the match", 10, measure)).toEqual(["Anna wins", "the match"]);
    expect(breakLines("Extraordinarily long", 5, measure)).toEqual(["Extraordinarily", "long"]);
    expect(breakLines("", 5, measure)).toEqual([""]);
  });

  it("are shortened if they are too wide", () => {
    expect(fitText("Anna", 4, measure)).toBe("Anna");
    expect(fitText("Anna Bella", 7, measure)).toBe("Anna B…");
    expect(fitText("Anna Bella", 6, measure)).toBe("Anna…");
    expect(fitText("W", 0, measure)).toBe("W…");
  });

  it("name its file", () => {
    expect(pictureName("Schwimmen (Süd)", "2026-11-25")).toBe("schwimmen-sud-2026-11-25.png");
  });
});
