import { describe, expect, it } from "vitest";
import { isLocal, tableUrl } from "./share";

describe("a table's address", () => {
  it("carries the language of its sharer", () => {
    const place = { origin: "https://cards.example.org" };
    expect(tableUrl("aB1", place, "nl")).toBe("https://cards.example.org/t/aB1?lang=nl");
  });

  it.each([
    ["localhost", true],
    ["127.0.0.2", true],
    ["[::1]", true],
    ["192.168.0.7", false],
    ["cards.example.org", false],
  ])("at %s works only on this device: %s", (hostname, expected) => {
    expect(isLocal({ hostname })).toBe(expected);
  });
});
