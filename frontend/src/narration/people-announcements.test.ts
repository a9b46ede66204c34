import { describe, expect, it } from "vitest";
import { catalogues } from "../i18n/fixtures";
import { en } from "../i18n/fixtures";
import type { TableInfo } from "../api/wire";
import { event } from "../table/fixtures";
import { person } from "../table/people/fixtures";
import { plainName, isolateName, shortenName } from "../i18n/names";
import { peopleAnnouncements } from "./announcements";
import { personEventText } from "./event-text";

const names = ["Anna", "Ben", "Cleo"];
const at = {
  seat: 0,
  info: null,
  playerName: (seat: number) => ({ name: names[seat] ?? "", you: seat === 0 }),
};
const before = { table: { seats: [person(1, { name: "Zoe" })] } as TableInfo, seat: 0 };

describe("announcements about people", () => {
  it("are sentences", () => {
    expect(personEventText(event({ type: "joined", seat: 1 }), at, en)).toBe("Ben sits down.");
    expect(personEventText(event({ type: "away", seat: 0, reason: "clock" }), at, en)).toBe(
      "You ran out of time twice: a bot plays for you.",
    );
    expect(personEventText(event({ type: "away", seat: 1, reason: "host" }), at, en)).toBe(
      "A bot plays for Ben.",
    );
    expect(personEventText(event({ type: "rematch", seat: 2 }), at, en)).toBe(
      "Cleo wants a rematch.",
    );
  });

  it("name a player who left by their former name", () => {
    const left = event({ type: "left", seat: 1, requested_by: null });
    expect(peopleAnnouncements([left], before, at, en)).toEqual(["Zoe stands up."]);
    const freed = event({ type: "left", seat: 1, requested_by: 2 });
    expect(peopleAnnouncements([freed], before, at, en)).toEqual(["Zoe’s seat is free again."]);
  });

  it("leave out the events of a round", () => {
    expect(peopleAnnouncements([event({ type: "action", seat: 1 })], before, at, en)).toEqual([]);
  });

  it.each(Object.entries(catalogues))("exist for every event in %s", (_, t) => {
    const types = ["joined", "left", "back", "ready", "rematch", "changed", "started"] as const;
    for (const type of types)
      for (const seat of [0, 1])
        expect(personEventText(event({ type, seat }), at, t)).toMatch(/^[A-ZÄÖÜ].*\.$/);
    for (const reason of ["left", "clock", "host", "failed", "replaced"] as const)
      expect(personEventText(event({ type: "away", seat: 1, reason }), at, t)).toContain("Ben");
  });
});

describe("a name from right to left", () => {
  it("is isolated from the words around it", () => {
    expect(isolateName("Anna")).toBe("Anna");
    expect(isolateName("بشير")).toBe("\u2068بشير\u2069");
    expect(plainName(isolateName("בת־שבע"))).toBe("בת־שבע");
  });

  it("is isolated once, and without what would end the isolation", () => {
    expect(isolateName(isolateName("بشير"))).toBe("\u2068بشير\u2069");
    expect(isolateName("بشير\u2069\u202e")).toBe("\u2068بشير\u2069");
    expect(isolateName("\u202eannA\u2067")).toBe("annA");
  });
});

describe("a long name", () => {
  it("is cut between graphemes", () => {
    expect(shortenName("Sixteen letters!")).toBe("Sixteen letters!");
    expect(shortenName("Bernhardine von Hohenlohe")).toBe("Bernhardine von…");
    const family = "👨‍👩‍👧";
    expect(shortenName(family.repeat(20))).toBe(`${family.repeat(15)}…`);
  });
});
