import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newGamePath } from "../router/rules-query";
import { RuleSets } from "../setup/rule-sets.svelte";
import { setup } from "./fixtures";
import {
  freeName,
  knownRules,
  linkedRules,
  normalizeName,
  savedRuleSets,
  saveRuleSets,
} from "./rule-sets";

const stored = new Map<string, string>();
const KEY = "schwimmen.rule-sets";
const HOME = { name: "At home", preset: "pagat", options: { lives: 5, pass: false } };

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  });
});
afterEach(() => void vi.unstubAllGlobals());

describe("the stored sets", () => {
  it("are none at first, and those that were stored later, by name", () => {
    expect(savedRuleSets()).toEqual([]);
    const other = { ...HOME, name: "Abroad" };
    saveRuleSets([HOME, other]);
    expect(savedRuleSets()).toEqual([other, HOME]);
  });

  it.each([
    "{",
    "7",
    '{"name":"x"}',
    '[7, null, {"name": "x"}, {"name": " ", "preset": "pagat"}, {"preset": "pagat"}]',
  ])("tolerate %s", (text) => {
    stored.set(KEY, text);
    expect(savedRuleSets()).toEqual([]);
  });

  it("have unlike names, and are renamed and deleted by them", () => {
    const sets = new RuleSets();
    expect(sets.add(HOME, "  At   home ")).toBe("At home");
    expect(sets.problem("at HOME ")).toBe("taken");
    expect(sets.problem("at HOME ", "At home")).toBeNull();
    expect(sets.problem("\u200b")).toBe("bad");
    expect(sets.add(HOME, "at home")).toBe("at home 2");
    sets.rename(HOME, "Grandma");
    expect(sets.list.map(({ name }) => name)).toEqual(["at home 2", "Grandma"]);
    sets.remove({ ...HOME, name: "at home 2" });
    expect(savedRuleSets()).toEqual([{ ...HOME, name: "Grandma" }]);
  });

  it("change nothing that another window has stored meanwhile", () => {
    const [one, other] = [new RuleSets(), new RuleSets()];
    one.add(HOME, "One");
    other.add(HOME, "Two");
    expect(savedRuleSets().map(({ name }) => name)).toEqual(["One", "Two"]);
  });
});

describe("a name", () => {
  it("has visible characters, at most 40", () => {
    expect(normalizeName(" Omas\n Regeln 🃏 ")).toBe("Omas Regeln 🃏");
    for (const bad of ["", " ", "\u0007x", "\u202ex", "x".repeat(41)])
      expect(normalizeName(bad)).toBe("");
  });

  it("with a number is no longer", () => {
    const name = "x".repeat(40);
    expect(normalizeName(freeName([{ ...HOME, name }], name))).not.toBe("");
  });
});

describe("rules of another version", () => {
  it("are used as far as they are known", () => {
    expect(
      knownRules(setup, { preset: "pagat", options: { lives: 5, pass: true, jokers: 2 } }),
    ).toEqual({ preset: "pagat", options: { lives: 5 }, ignored: ["Jokers: 2"] });
    expect(knownRules(setup, { preset: "bridge", options: { lives: -1 } })).toEqual({
      preset: "pagat",
      options: {},
      ignored: ["Bridge", "Lives: -1"],
    });
  });
});

describe("a link to rules", () => {
  const read = (path: string) => linkedRules(setup, new URL(path, "http://localhost").searchParams);

  it("is short and is read as it was written", () => {
    const path = newGamePath(HOME, "Oma & Opa, 5=3");
    expect(path).toBe("/new?variant=pagat&options=lives=5,pass=false&name=Oma+%26+Opa%2C+5%3D3");
    expect(read(path)).toEqual({ ...HOME, name: "Oma & Opa, 5=3", ignored: [] });
    expect(newGamePath({ preset: "choy", options: {} })).toBe("/new?variant=choy");
  });

  it("brings every kind of value", () => {
    const rules = { preset: "choy", options: { special: "ends", target: 90, fire: true } };
    expect(read(newGamePath(rules))).toMatchObject({ ...rules, ignored: [] });
    const none = { preset: "pagat", options: { special: "none" } };
    expect(read(newGamePath(none))).toMatchObject({ ...none, name: "" });
  });

  it("names what it cannot bring", () => {
    expect(read(`/new?variant=x&options=lives=0,${"y".repeat(99)}=1&name=%00`)?.ignored).toEqual([
      "X",
      "Lives: 0",
      expect.stringMatching(/^Yy{39}…$/),
      "Name of the rules",
    ]);
    expect(read("/new?options={broken")?.ignored).toEqual(["{broken"]);
    expect(read("/new?from=elsewhere")).toBeNull();
  });
});
