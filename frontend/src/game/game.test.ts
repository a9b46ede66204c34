import { describe, expect, it } from "vitest";
import { setup } from "./fixtures";
import {
  withoutNamesake,
  parseGame,
  defaultGame,
  newTableRequest,
  opponentNames,
  fullOptions,
  withBot,
  withLevel,
  withName,
  withOpponents,
  withOption,
  withPreset,
} from "./game";
import { isValidValue, optionLimits, isRelevant, maxOpponents, presetOptions } from "./setup";

const first = defaultGame(setup);
const names = (game: typeof first) => game.opponents.map(({ name }) => name);

describe("the default game", () => {
  it("is the first variant unchanged, against three of the cast", () => {
    expect(first).toMatchObject({ preset: "pagat", options: {} });
    expect(names(first)).toEqual(["Berta", "Karl", "Emma"]);
  });

  it("has opponents of a casual level", () => {
    expect(first.opponents.every(({ level }) => level === "casual")).toBe(true);
    expect(setup.levels.map(({ name }) => name)).toContain("casual");
  });
});

describe("setting up", () => {
  it("seats each opponent once, and no more than the variant allows", () => {
    for (const { name } of setup.presets) {
      const most = maxOpponents(presetOptions(setup, name));
      for (const number of [0, 1, 5, most, 99]) {
        const game = withOpponents(setup, withPreset(setup, first, name), number);
        expect(game.opponents).toHaveLength(Math.max(1, Math.min(number, most)));
        expect(new Set(names(game)).size).toBe(game.opponents.length);
      }
    }
  });

  it("keeps the seated opponents and gives new ones the level of the last", () => {
    const mixed = withLevel(first, "greedy", 2);
    const more = withOpponents(setup, mixed, 5);
    expect(more.opponents.slice(0, 3)).toEqual(mixed.opponents);
    expect(more.opponents.slice(3).map(({ level }) => level)).toEqual(["greedy", "greedy"]);
  });

  it("swaps two seated opponents", () => {
    expect(names(withName(first, 0, "Emma"))).toEqual(["Emma", "Karl", "Berta"]);
    expect(names(withName(first, 0, "Saskia"))).toEqual(["Saskia", "Karl", "Emma"]);
    expect(withName(first, 1, "Karl")).toEqual(first);
  });

  it("replaces an opponent who has the player's name", () => {
    expect(names(withoutNamesake(setup, first, " KARL "))).toEqual(["Berta", "Fritz", "Emma"]);
    expect(withoutNamesake(setup, first, "Anna")).toBe(first);
    const all = { ...first, opponents: setup.cast.map((name) => ({ level: "random", name })) };
    expect(withoutNamesake(setup, all, "Karl")).toBe(all);
  });

  it("names the host's own bots as the server does", () => {
    const own = (bot: string, place?: number) => withBot(first, { level: "casual", bot }, place);
    expect(opponentNames(own("Prudent"))).toEqual(["Prudent", "Prudent 2", "Prudent 3"]);
    expect(opponentNames(own("emma", 0))).toEqual(["emma 2", "Karl", "Emma"]);
    expect(opponentNames(withLevel(own("Prudent"), "club"))).toEqual(names(first));
    const [bot, level] = newTableRequest(own("Prudent", 0), "Anna").opponents;
    expect(bot).toEqual({ level: "casual", bot: "Prudent" });
    expect(level).toEqual({ level: "casual", name: "Karl" });
  });

  it("records only options that differ from the preset", () => {
    for (const info of setup.options) {
      const preset = presetOptions(setup, "pagat")[info.name] ?? null;
      const other =
        info.choices?.find((choice) => choice !== preset) ?? (preset === true ? false : 2);
      const changed = withOption(setup, first, info.name, other);
      expect(changed.options).toEqual({ [info.name]: other });
      expect(fullOptions(setup, changed)).toEqual({
        ...presetOptions(setup, "pagat"),
        [info.name]: other,
      });
      expect(withOption(setup, changed, info.name, preset).options).toEqual({});
    }
  });

  it("removes opponents for whom a smaller table has no seat", () => {
    const full = withOpponents(setup, first, 7);
    expect(withOption(setup, full, "max_players", 4).opponents).toHaveLength(3);
  });
});

describe("a stored game", () => {
  const stored = withName(
    withLevel(withOption(setup, withPreset(setup, first, "dutch"), "lives", 4), "greedy", 1),
    2,
    "Wim",
  );

  it("is restored", () => {
    expect(parseGame(setup, JSON.parse(JSON.stringify(stored)))).toEqual(stored);
  });

  it("becomes the default game if it is malformed", () => {
    for (const text of ["null", "7", "[]", "{}", '{"preset":"poker"}', '{"preset":7}'])
      expect(parseGame(setup, JSON.parse(text))).toEqual(first);
  });

  it("loses options, levels and names that this server does not know", () => {
    const options = { lives: 0, rounds: 4, special: "nice", mulligan: true, fire: 1, target: null };
    const opponents = [
      { level: "wizard", name: "Otto" },
      { level: "greedy", name: "Otto" },
      { level: "greedy", name: "Zacharias" },
      { level: "random" },
      null,
    ];
    const game = parseGame(setup, { preset: "pagat", options, opponents });
    expect(game.options).toEqual({ rounds: 4 });
    expect(game.opponents.map(({ level }) => level)).toEqual([
      "casual",
      "greedy",
      "greedy",
      "random",
      "casual",
    ]);
    expect(names(game)[0]).toBe("Otto");
    expect(new Set(names(game)).size).toBe(5);
    expect(names(game).every((name) => setup.cast.includes(name))).toBe(true);
  });

  it("keeps a bot only of the server that has it", () => {
    const own = withBot(first, { level: "club", bot: "Prudent" }, 1);
    const stored: unknown = JSON.parse(JSON.stringify(own));
    expect(parseGame({ ...setup, bots: ["Prudent"] }, stored)).toEqual(own);
    expect(parseGame(setup, stored)).toEqual(withLevel(first, "club", 1));
  });

  it("has no more opponents than seats", () => {
    const opponents = setup.cast.map((name) => ({ level: "random", name }));
    expect(parseGame(setup, { preset: "app-a7", options: {}, opponents }).opponents).toHaveLength(
      5,
    );
  });
});

describe("an option's values", () => {
  const info = (name: string) => {
    const found = setup.options.find((option) => option.name === name);
    if (!found) throw new Error(name);
    return found;
  };

  it("are those of its kind", () => {
    expect(["A7", "A1", 7, null].map((value) => isValidValue(info("pack"), value))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([3, "3", 5].map((value) => isValidValue(info("hand_size"), value))).toEqual([
      true,
      false,
      false,
    ]);
    expect([true, 1, "yes"].map((value) => isValidValue(info("fire"), value))).toEqual([
      true,
      false,
      false,
    ]);
    expect(
      [1, 1000, 0, 1001, 2.5, null].map((value) => isValidValue(info("lives"), value)),
    ).toEqual([true, true, false, false, false, false]);
    expect(isValidValue(info("target"), null)).toBe(true);
    expect(optionLimits(setup, "max_players")).toEqual({ low: 2, high: 10 });
  });
});

describe("the request for a new table", () => {
  it("lists only options that differ from the preset", () => {
    expect(newTableRequest(withOption(setup, first, "lives", 5), "  Anna ")).toEqual({
      preset: "pagat",
      options: { lives: 5 },
      name: "Anna",
      opponents: first.opponents,
    });
  });
});

describe("an option", () => {
  it("is relevant under the conditions that the server gives", () => {
    const choy = presetOptions(setup, "choy");
    expect(isRelevant(setup, "pack", choy)).toBe(true);
    expect(isRelevant(setup, "lives", choy)).toBe(false);
    expect(isRelevant(setup, "lives", { ...choy, scoring: "lives" })).toBe(true);
    const dutch = presetOptions(setup, "dutch");
    expect(isRelevant(setup, "talon_short", dutch)).toBe(false);
    expect(isRelevant(setup, "talon_short", { ...dutch, pass: true })).toBe(true);
  });
});
