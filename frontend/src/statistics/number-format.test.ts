import { describe, expect, it } from "vitest";
import { en } from "../i18n/en";
import { kindName, writer } from "./number-format";

const plain = (text: string) => text.replace(/\s/g, " ");

describe("figures", () => {
  it("are written as each language writes them", () => {
    const [en, de] = [writer("en"), writer("de")];
    expect([en.whole(1234), de.whole(1234)]).toEqual(["1,234", "1.234"]);
    expect([en.mean(26), de.mean(25.86)]).toEqual(["26.0", "25,9"]);
    expect([en.share(1, 3), plain(de.share(1, 3))]).toEqual(["33%", "33 %"]);
  });

  it("say that there is none instead of dividing by nothing", () => {
    const en = writer("en");
    expect([en.share(0, 0), en.mean(null), en.rate(null)]).toEqual(["–", "–", "–"]);
    expect(en.share(0, 5)).toBe("0%");
  });
});

describe("a variant", () => {
  it("has its name in the catalogue, house rules theirs, an unknown one its own", () => {
    expect(kindName("dutch")).toBe(en.variants.dutch.name);
    expect(kindName("own")).toBe(en.statistics.own);
    expect(kindName("new-one")).toBe("New-one");
  });
});
