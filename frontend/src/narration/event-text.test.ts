import { describe, expect, it } from "vitest";
import type { RoundEvent, TableEvent } from "../api/wire";
import type { Catalogue } from "../i18n";
import { catalogues } from "../i18n/fixtures";
import { en } from "../i18n/fixtures";
import { splitCards, spokenText } from "../cards/sentence";
import { bestHandName } from "../cards/card-names";
import type { RulesTextContext, TextContext } from "./text-context";
import { event as anEvent, happening } from "../table/fixtures";
import { roundEventText, lastMove, roundText, shortMoveText } from "./event-text";

const names = ["Anna", "Berta", "Karl"];
const at: RulesTextContext = {
  info: { rules: { all: {} } },
  playerName: (seat) => ({ name: names[seat] ?? "", you: seat === 0 }),
  best: bestHandName(3),
};
const textOf = (h: RoundEvent) => roundEventText(h, at, en);

const exchange = (seat: number, action: string) =>
  happening("exchange", { seat, action, given: ["9D"], taken: ["TH"] });

describe("sentences about events", () => {
  it("name both cards of an exchange, in the second person for the reader", () => {
    expect(textOf(exchange(1, "9DxTH"))).toBe("Berta discards [9D] and takes [TH].");
    expect(textOf(exchange(0, "9DxTH"))).toBe("You discard [9D] and take [TH].");
    expect(textOf(exchange(1, "9DxTH!"))).toBe("Berta discards [9D], takes [TH] and closes.");
  });

  it("distinguish an exchange of all cards from one of a single card", () => {
    const all = { seat: 2, action: "all", given: ["AC", "7D"], taken: ["TH", "8S"] };
    expect(textOf(happening("exchange", all))).toBe("Karl exchanges all: [AC] [7D] for [TH] [8S].");
  });

  it("say that exchanging all cards closes if it does", () => {
    const all = { seat: 2, action: "all", given: ["AC", "7D"], taken: ["TH", "8S"] };
    const dutch = happening("exchange", { ...all, closes: true });
    expect(textOf(dutch)).toBe("Karl exchanges all and closes: [AC] [7D] for [TH] [8S].");
    expect(textOf({ ...dutch, closes: false })).not.toMatch(/closes/);
  });

  it("do not mistake a name for a card", () => {
    const odd = { ...at, playerName: () => ({ name: "[9D]", you: false }) };
    const words = roundEventText(exchange(1, "9DxTH"), odd, en) ?? "";
    expect(splitCards(words).filter((part) => "card" in part)).toEqual([
      { card: "9D" },
      { card: "TH" },
    ]);
    expect(spokenText(words, en)).toBe("[9D] discards nine of diamonds and takes ten of hearts.");
  });

  it("give the reason for new table cards", () => {
    const cards = ["AC", "7D"];
    expect(textOf(happening("table", { cards, reason: "all_pass" }))).toMatch(/^Everyone passed/);
    expect(textOf(happening("table", { cards, reason: "seven_eight_nine" }))).toMatch(
      /^Seven, eight/,
    );
    expect(textOf(happening("table", { cards, reason: "renew" }))).toMatch(/^New cards/);
  });

  it("show table cards only if they were turned up", () => {
    expect(textOf(happening("dealt", { seat: 1 }))).toBe("Berta deals.");
    expect(textOf(happening("dealt", { seat: 1, cards: ["AC"] }))).toBe(
      "Berta deals. On the table: [AC].",
    );
  });

  it("say how the round ended", () => {
    expect(textOf(happening("end", { seat: 1, reason: "close" }))).toBe("Showdown. Berta closed.");
    expect(textOf(happening("end", { seat: 0, reason: "31" }))).toBe("Showdown. You have 31.");
    expect(textOf(happening("end", { reason: "talon" }))).toMatch(/talon is used up/);
  });

  it("call the best hand of four cards 41", () => {
    const four = { ...at, best: bestHandName(4) };
    const shown = happening("shown", { seat: 1, reason: "31", cards: ["AC", "KC", "QC", "JC"] });
    expect(roundEventText(shown, four, en)).toMatch(/^Berta shows 41: /);
    for (const t of Object.values<Catalogue>(catalogues)) {
      for (const seat of [0, 1, null]) {
        const end = happening("end", { seat, reason: "31" });
        expect(roundEventText(end, four, t)).toMatch(/41\.$/);
        expect(roundEventText(end, at, t)).toMatch(/31\.$/);
      }
    }
  });

  it("read the best hand from a getter, too", () => {
    class Table implements TextContext {
      playerName = at.playerName;
      get best() {
        return "41";
      }
    }
    const end = happening("end", { seat: 0, reason: "31" });
    expect(roundEventText(end, new Table(), en)).toBe("Showdown. You have 41.");
  });

  it("are missing for an unknown kind", () => {
    expect(textOf(happening("comet", { seat: 1 }))).toBeNull();
  });

  it("exist in every language for every kind", () => {
    const kinds = ["dealt", "choice", "exchange", "pass", "close", "renew"];
    const others = ["table", "recycled", "stays", "shown", "end"];
    for (const t of Object.values<Catalogue>(catalogues)) {
      for (const kind of [...kinds, ...others]) {
        const h = happening(kind, { seat: 1, given: ["9D"], taken: ["TH"], reason: "31" });
        expect(roundEventText(h, at, t), kind).toMatch(/\.$/);
      }
    }
  });
});

describe("cards in a sentence", () => {
  it("are split off to be drawn", () => {
    expect(splitCards("takes [TH].")).toEqual([{ text: "takes " }, { card: "TH" }, { text: "." }]);
    expect(splitCards("[no card]")).toEqual([{ text: "[no card]" }]);
  });

  it("are spoken by name in each language", () => {
    expect(spokenText("takes [TH].", en)).toBe("takes ten of hearts.");
    expect(catalogues["de"] && spokenText("nimmt [9D].", catalogues["de"])).toBe(
      "nimmt Karo Neun.",
    );
    expect(catalogues["nl"] && spokenText("pakt [9D].", catalogues["nl"])).toBe(
      "pakt ruiten negen.",
    );
  });
});

describe("a seat's last move", () => {
  const history = [exchange(1, "9DxTH"), happening("pass", { seat: 1 }), exchange(2, "9DxTH")];

  it("is the latest of that seat", () => {
    expect(lastMove(history, 1)?.kind).toBe("pass");
    expect(lastMove(history, 0)).toBeNull();
  });

  it("has a short form", () => {
    expect(history.map((h) => shortMoveText(h, en))).toEqual([
      "[9D] → [TH]",
      "passed",
      "[9D] → [TH]",
    ]);
  });
});

/** A round that Anna and Karl lose, Karl with the larger loss. */
const result = {
  dealer: 2,
  leader: 0,
  end: "close" as const,
  by: 1,
  turns: 5,
  hands: [],
  values: [],
  suits: [],
  lost: [1, 0, 2],
  lives: null,
  status: null,
  points: null,
  totals: null,
};

describe("the history of a match", () => {
  const event = (
    type: TableEvent["type"],
    history: RoundEvent[],
    round = 1,
    result: TableEvent["result"] = null,
  ): TableEvent => anEvent({ type, history, round, result });

  const line = (words: string, rule = "R8") => ({ words, rule });

  it("names the rule of each line", () => {
    const passed = happening("pass", { seat: 2, rule: "R9" });
    expect(roundText([event("action", [passed])], at, en).lines).toEqual([
      line("Karl passes.", "R9"),
    ]);
  });

  it("has the events of a round, and the losers", () => {
    const events = [
      event("round", [happening("dealt", { seat: 1 })]),
      event("action", [happening("pass", { seat: 2 })], 1, result),
    ];
    expect(roundText(events, at, en)).toEqual({
      lines: [line("Berta deals.", "R8"), line("Karl passes.", "R8")],
      losers: ["Karl loses 2 lives.", "You lose a life."],
    });
    expect(roundText(events.slice(0, 1), at, en).losers).toEqual([]);
  });

  it("includes arrivals and departures, without a rule", () => {
    const gone = anEvent({ type: "away", seat: 1, reason: "left" });
    const ready = anEvent({ type: "ready", seat: 1 });
    const [first, ...more] = roundText([gone, ready], at, en).lines;
    expect(more).toEqual([]);
    expect(first).toEqual({ words: en.people.away.left(at.playerName(1)), rule: null });
  });
});
