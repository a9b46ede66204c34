import { describe, expect, it } from "vitest";
import { settled } from "./settled";

describe("cards on the table", () => {
  it("stay where they are when one is exchanged", () => {
    expect(settled(["KC", "9H", "7D"], ["AS", "KC", "7D"])).toEqual(["KC", "AS", "7D"]);
    expect(settled(["KC", "9H", "7D"], ["KC", "9H", "7D"])).toEqual(["KC", "9H", "7D"]);
  });

  it("lie in the order they come in when all are new", () => {
    expect(settled(["KC", "9H", "7D"], ["AS", "8S", "8D"])).toEqual(["AS", "8S", "8D"]);
    expect(settled([], ["AS", "8S", "8D"])).toEqual(["AS", "8S", "8D"]);
    expect(settled(["KC", "9H", "7D"], [])).toEqual([]);
  });

  it("are always those of now", () => {
    const pack = ["AS", "KC", "9H", "7D", "8S", "8D"];
    for (const first of pack)
      for (const second of pack)
        for (const third of pack) {
          const now = [...new Set([first, second, third])];
          expect(settled(["KC", "9H", "7D"], now).toSorted()).toEqual(now.toSorted());
        }
  });
});
