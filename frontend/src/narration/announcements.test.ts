import { describe, expect, it } from "vitest";
import type { RoundResult, TableEvent } from "../api/wire";
import { de } from "../i18n/fixtures";
import { en } from "../i18n/fixtures";
import { Announcer } from "../table/announcer.svelte";
import { event as anEvent, happening, view } from "../table/fixtures";
import {
  arrivalAnnouncements,
  eventAnnouncements,
  turnText,
  type AnnouncementContext,
} from "./announcements";

const names = ["Anna", "Berta", "Karl"];
const at: AnnouncementContext = {
  seat: 0,
  info: { rules: { all: { close_effect: "one_turn_each" } } },
  playerName: (seat) => ({ name: names[seat] ?? "", you: seat === 0 }),
  best: "31",
};
const event = (...history: TableEvent["history"]): TableEvent => anEvent({ history });
const pass = (seat: number) => happening("pass", { seat, action: "pass" });
const result: RoundResult = {
  dealer: 2,
  leader: 0,
  end: "close",
  by: 1,
  turns: 6,
  hands: ["9H 7D KC", "AS KS TS", "AC KC 7D"],
  values: [10, 31, 21],
  suits: ["C", "S", "C"],
  lost: [1, 0, 0],
  lives: [0, 3, 3],
  status: ["swimming", "in", "in"],
  points: null,
};

describe("announcements of events", () => {
  it("cover every move, and at the end the listener's turn", () => {
    expect(eventAnnouncements([event(pass(1)), event(pass(2))], view(), at, en)).toEqual([
      "Berta passes.",
      "Karl passes.",
      "Your turn.",
    ]);
    expect(eventAnnouncements([event(pass(0))], view({ to_act: 1 }), at, en)).toEqual([
      "You pass.",
    ]);
  });

  it("name the table cards, and those of a new hand", () => {
    const dealt = happening("dealt", { seat: 2, cards: ["TH", "8S"] });
    expect(eventAnnouncements([event(dealt)], view({ to_act: 1 }), at, en)).toEqual([
      "Karl deals. On the table: ten of hearts, eight of spades.",
      "Your hand: nine of hearts, seven of diamonds, king of clubs. 10 in clubs.",
    ]);
    // A replay shows the view of another seat.
    expect(eventAnnouncements([event(dealt)], view({ to_act: 1, seat: 2 }), at, en)).toHaveLength(
      1,
    );
  });

  it("report the end of a round and the fate of each player", () => {
    const over = view({ phase: "over", to_act: null, result });
    expect(
      eventAnnouncements([event(happening("end", { reason: "close" }))], over, at, de),
    ).toEqual(["Berta hat zugemacht.", "Du schwimmst."]);
    const end = view({ phase: "over", to_act: null, result, over: true, winners: [1] });
    expect(eventAnnouncements([], end, at, en).at(-1)).toBe("Berta wins the match.");
  });

  it("catch up a returning player since their own move", () => {
    const history = [pass(0), pass(1), pass(2)];
    const words = ["Berta passes.", "Karl passes.", "Your turn."];
    expect(arrivalAnnouncements(view({ history }), at, en)).toEqual(words);
  });

  it("prompt for the kind of turn", () => {
    expect(turnText(view({ phase: "choice" }), en)).toBe(en.table.yourChoice);
    expect(turnText(view({ phase: "renewed" }), en)).toBe(en.table.afterRenew);
    expect(turnText(view({ last_turns: true }), en)).toBe(en.table.yourLastTurn);
  });
});

describe("the live region", () => {
  it("keeps all lines of one batch, and drops the oldest later", () => {
    const announcer = new Announcer();
    const many = Array.from({ length: 40 }, (_, i) => `${i}`);
    announcer.announce(many);
    announcer.announce(["last"]);
    expect(announcer.lines.map(({ words }) => words).at(-1)).toBe("last");
    announcer.announce(many);
    expect(announcer.lines.slice(-many.length).map(({ words }) => words)).toEqual(many);
    expect(announcer.lines.length).toBeLessThan(60);
  });

  it("repeats a warning", () => {
    const announcer = new Announcer();
    announcer.warn("No.");
    const first = announcer.warning;
    announcer.warn("No.");
    expect(announcer.warning?.id).not.toBe(first?.id);
  });
});
