import { describe, expect, it } from "vitest";
import type * as wire from "../../api/wire";
import { bothHistories, serverMatches } from "./server-matches";

const sent = (number: number): wire.PlayedMatch => ({
  id: `t${number}`,
  started: `2026-11-2${number}T12:00:00.000+00:00`,
  ended: `2026-11-2${number}T12:09:00.000+00:00`,
  seats: [
    { name: "Anna", level: null, face: "Theo-dusk-rust" },
    { name: "Fritz", level: "casual" },
  ],
  hints: 1,
  facts: {
    preset: "pagat",
    options: number % 2 ? { pass: false } : { lives: 1 },
    hand_size: 3,
    scoring: "lives",
    players: 2,
    seat: 0,
    over: true,
    won: true,
    shared: false,
    total: null,
    rounds: [
      {
        number: 1,
        players: 2,
        dealer: true,
        leader: false,
        end: "close",
        ended: true,
        length: 4,
        turns: 2,
        hand: "AS KS 9S",
        value: 30,
        suit: "S",
        best: true,
        lost: false,
        lives_lost: 0,
        lives: 1,
        swimming: false,
        out: false,
        points: null,
        closed: 2,
      },
    ],
  },
});

const history = (...numbers: number[]) =>
  serverMatches(() =>
    Promise.resolve({ matches: numbers.map(sent), more: false, not_counted: numbers.length }),
  );

describe("matches of the server", () => {
  it("come page by page, and are returned oldest first", async () => {
    const asked: (string | undefined)[] = [];
    const pages = [[5, 4], [3, 2], [1]];
    const found = await serverMatches((before) => {
      asked.push(before);
      const matches = (pages.shift() ?? []).map(sent);
      return Promise.resolve({ matches, more: pages.length > 0, not_counted: 2 });
    });
    expect(asked).toEqual([undefined, "t4", "t2"]);
    expect(found.matches.map(({ id }) => id)).toEqual(["t1", "t2", "t3", "t4", "t5"]);
    expect(found.notCounted).toBe(2);
  });

  it("are of their variant, or by house rules", async () => {
    const variants = (await history(2, 1)).matches.map(({ variant }) => variant);
    expect(variants).toEqual(["own", "pagat"]);
  });

  it("are counted with others in the order of time, those of both once", async () => {
    const here = await history(3, 2, 1);
    const matches = here.matches.map((match) => ({ ...match, id: `device.${match.id}` }));
    const both = bothHistories(await history(5, 2), { ...here, matches, notCounted: 2 });
    expect(both.matches.map(({ id }) => id)).toEqual(["device.t1", "t2", "device.t3", "t5"]);
    expect(both.notCounted).toBe(4);
  });
});
