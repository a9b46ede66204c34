import { beforeEach, describe, expect, it, vi } from "vitest";
import { loadMistake, noteMistake, solveMistake } from "./open-mistake";

const mistake = (table: string, moment: number) => ({
  ...{ table, preset: "pagat", moment, round: 1, solved: false },
});

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
});

describe("the mistake worth another try", () => {
  it("is that of the match reviewed last, until it is solved", () => {
    expect(loadMistake()).toBeNull();
    noteMistake(mistake("a", 3));
    solveMistake("a", 4);
    expect(loadMistake()).toMatchObject({ table: "a", moment: 3, solved: false });
    solveMistake("a", 3);
    noteMistake(mistake("a", 3));
    expect(loadMistake()?.solved).toBe(true);
    noteMistake(mistake("b", 7));
    expect(loadMistake()).toMatchObject({ table: "b", solved: false });
  });

  it("is nothing that cannot be read", () => {
    localStorage.setItem("schwimmen.mistake", "{");
    expect(loadMistake()).toBeNull();
  });
});
