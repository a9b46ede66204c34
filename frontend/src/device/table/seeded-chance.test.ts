import type { Game, Preset } from "schwimmen";
import { beforeAll, describe, expect, it } from "vitest";
import { loadGame } from "../fixtures";
import { DeviceTable } from "./device-table";
import { newSeed, SeededChance } from "./seeded-chance";

const SEED = "00112233445566778899aabbccddeeff";
const AT = "2026-11-25T12:00:00.000Z";
const CARDS = [..."CSHD"].flatMap((suit) => [..."789TJQKA"].map((rank) => rank + suit));
const HAND = 3;

let game: Game;
beforeAll(async () => {
  game = await loadGame();
});

describe("chance by a seed", () => {
  const everyone = [0, 1, 2, 3];

  const chanceOf = (seed: string) => new SeededChance(seed, game.match({ players: 4 }));

  /** Return the hands by seat of a pack. */
  const hands = (pack: readonly string[], dealer: number, active: readonly number[]) =>
    new Map(
      [1, 2, 3, 4]
        .map((step) => (dealer + step) % 4)
        .filter((seat) => active.includes(seat))
        .map((seat, place) => [seat, pack.slice(HAND * place, HAND * (place + 1))]),
    );

  it("gives each seat the same cards, with any dealer and any seats out", () => {
    const deal = { round: 2, dealer: 0, active: everyone };
    const first = hands(chanceOf(SEED).pack(deal), 0, everyone);
    for (const dealer of everyone)
      for (const active of [everyone, [0, 2, 3], [1, 3]]) {
        const pack = chanceOf(SEED).pack({ round: 2, dealer, active });
        expect(pack.toSorted()).toEqual(CARDS.toSorted());
        for (const [seat, hand] of hands(pack, dealer, active))
          expect(hand).toEqual(first.get(seat));
      }
  });

  it("differs by round, seed, seat and turn", () => {
    const pack = (seed: string, round: number) =>
      chanceOf(seed).pack({ round, dealer: 0, active: everyone }).join();
    expect(new Set([pack(SEED, 1), pack(SEED, 2), pack(newSeed(), 1)]).size).toBe(3);
    const chance = chanceOf(SEED);
    const seeds = [chance.botSeed(1, 1, 0), chance.botSeed(1, 1, 1), chance.botSeed(1, 2, 0)];
    expect(new Set(seeds).size).toBe(3);
    expect(chance.botSeed(1, 1, 0)).toBe(chance.botSeed(1, 1, 0));
  });

  it("stays what links in the world refer to", () => {
    const chance = chanceOf(SEED);
    const pack = chance.pack({ round: 1, dealer: 3, active: everyone });
    expect(chance.dealer).toBe(3);
    expect(pack.slice(0, 6).join(" ")).toBe("7D KC AD QS 9S 8C");
    expect(chance.botSeed(1, 1, 0)).toBe(12495025573230450648n);
  });
});

describe("a table with a seed", () => {
  /** Play a match of bots, who choose by the seeds of the table. */
  function played(preset: Preset, options: object, seed?: string): DeviceTable {
    const seats = [{ name: "Anna" }, { name: "Berta", level: "casual" as const }];
    const opening = { preset, options, seats, ...(seed === undefined ? {} : { seed }) };
    const table = DeviceTable.create(game, "device.test", opening, AT);
    while (!table.over) {
      const { toAct } = table.match;
      if (toAct === null) table.deal(AT);
      else {
        const by = table.botSeed(toAct);
        const player = game.player("casual", by === undefined ? { seed: 1 } : { seed: by });
        table.play(toAct, player.choose(table.match), AT);
      }
    }
    return table;
  }

  it("is played the same again", () => {
    expect(played("dutch", {}, SEED).log).toEqual(played("dutch", {}, SEED).log);
    expect(played("dutch", {}, newSeed()).log).not.toEqual(played("dutch", {}, SEED).log);
    expect(played("dutch", {}).botSeed(1)).toBeUndefined();
  });

  it("shuffles what is recycled by the seed, too", () => {
    const rules = { talon_short: "recycle", special: "none" } as const;
    const table = () => {
      const seats = [{ name: "Anna" }, { name: "Berta", level: "casual" as const }];
      const opened = DeviceTable.create(
        game,
        "device.test",
        { preset: "pagat", options: rules, seats, seed: SEED },
        AT,
      );
      const shuffles = () => opened.log.filter((event) => "shuffle" in event).length;
      // Passing all round lays the table cards aside.
      for (let turn = 0; turn < 200 && !opened.over && shuffles() < 2; turn++) {
        const { toAct, legalActions } = opened.match;
        if (toAct === null) opened.deal(AT);
        else {
          const action = ["pass", "keep"].find((one) => legalActions.includes(one as never));
          opened.play(toAct, action ?? legalActions[0]!, AT);
        }
      }
      expect(shuffles()).toBeGreaterThan(0);
      return opened;
    };
    const { log } = table();
    expect(table().log).toEqual(log);
    expect(DeviceTable.replay(game, "device.test", log).log).toEqual(log);
  });
});
