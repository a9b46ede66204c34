import { describe, expect, it } from "vitest";
import { ApiError } from "../api/http";
import type { Statistics, TableSummary } from "../api/wire";
import { statisticsOf, type MatchHistory, type PlayedMatch } from "../device/statistics/statistics";
import { StatisticsSource } from "./own-statistics";

const ALL = { variant: "", players: "" };

const played = (id: string, day: number, won: boolean): PlayedMatch => ({
  id,
  started: `2026-11-0${day}T12:00:00.000Z`,
  ended: `2026-11-0${day}T12:09:00.000Z`,
  seats: [
    { name: "Anna", level: null },
    { name: "Fritz", level: "casual" },
  ],
  variant: "pagat",
  hints: 0,
  facts: {
    preset: "pagat",
    options: {},
    hand_size: 3,
    scoring: "lives",
    players: 2,
    seat: 0,
    over: true,
    won,
    shared: false,
    total: null,
    rounds: [],
  },
});

const historyOf = (matches: PlayedMatch[]): MatchHistory => ({ matches, notCounted: 0 });

/** Return a source of matches on a server and a device, and its requests. */
function source(server: PlayedMatch[] | null, here: PlayedMatch[], handedOver: PlayedMatch[] = []) {
  const asked: string[] = [];
  const respond = <T>(name: string, answer: (matches: PlayedMatch[]) => T): Promise<T> => {
    asked.push(name);
    return server === null
      ? Promise.reject(new ApiError("", 0, "unreachable"))
      : Promise.resolve(answer(server));
  };
  const places: ConstructorParameters<typeof StatisticsSource>[0] = {
    getStatistics: (filter) =>
      respond("figures", (matches) => statisticsOf(historyOf(matches), filter)),
    serverMatches: () => respond("facts", historyOf),
    ownTables: ({ offline }) => {
      const tables = offline ? [...here, ...handedOver] : here;
      const newest = tables.toSorted((one, other) => (one.started < other.started ? 1 : -1));
      return Promise.resolve(newest.map(({ id, started }) => ({ id, started }) as TableSummary));
    },
    history: (ids) =>
      Promise.resolve(historyOf([...here, ...handedOver].filter(({ id }) => ids.includes(id)))),
  };
  return { source: new StatisticsSource(places), asked };
}

const ids = ({ course }: Statistics) => course.map(({ id }) => id);

describe("own statistics", () => {
  it("come from the server if it has all matches", async () => {
    const match = played("t1", 1, true);
    const { source: statistics, asked } = source([match], [], [played("device.1", 1, true)]);
    const found = await statistics.get(ALL);
    expect(ids(found.figures)).toEqual(["t1"]);
    expect(found.since).toEqual({ device: match.started, server: match.started });
    expect([found.history, found.offline, asked]).toEqual([null, false, ["figures"]]);
  });

  it("count the matches of both in the order of time, whose facts are loaded once", async () => {
    const here = [played("device.2", 2, true), played("device.4", 4, true)];
    const { source: statistics, asked } = source(
      [played("t1", 1, true), played("t3", 3, false)],
      here,
      [played("device.1", 1, true)],
    );
    const found = await statistics.get(ALL);
    expect(ids(found.figures)).toEqual(["t1", "device.2", "t3", "device.4"]);
    expect(found.figures.streaks).toEqual({ current: 1, longest: 2 });
    expect(found.since).toEqual({
      device: "2026-11-01T12:00:00.000Z",
      server: "2026-11-01T12:00:00.000Z",
    });
    expect(found.history?.matches).toHaveLength(4);
    expect((await statistics.get({ ...ALL, players: "3" })).figures.matches.played).toBe(0);
    expect(asked).toEqual(["facts"]);
  });

  it("count all matches of the device while the server does not respond", async () => {
    const { source: statistics } = source(
      null,
      [played("device.2", 2, true)],
      [played("device.1", 1, false)],
    );
    const found = await statistics.get(ALL);
    expect(found.offline).toBe(true);
    expect(found.figures.matches).toMatchObject({ played: 2, won: 1 });
    expect(found.since).toEqual({ device: "2026-11-01T12:00:00.000Z", server: null });
  });

  it("are missing if there are none here and the server does not respond, until it does", async () => {
    const { source: statistics } = source(null, []);
    await expect(statistics.get(ALL)).rejects.toMatchObject({ code: "unreachable" });
    await expect(statistics.get(ALL)).rejects.toMatchObject({ code: "unreachable" });
  });
});
