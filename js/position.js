/**
 * Positions: their notation (docs/positions.md), and the rounds that go on from them.
 *
 * A position has its `rules`, the numbers of its record, those of its `hands`, and the numbers of its
 * `cards` in one row, -1 for each unknown one. The compiled rules judge it and set it up.
 */

import { furtherCourse, newCourse } from "./course.js";
import { EngineError, filled, quote } from "./errors.js";
import { Grown, GrownBytes } from "./grown.js";

const UNKNOWN = -1;
const NO_SEAT = -1;
const EXACT = (pattern) => new RegExp(`^(?:${pattern})$`, "u");

/** Return the position in a text; `rulesOf` returns rules by preset and options. */
export function readPosition(kernel, rulesOf, text) {
  const { word, lengths, fields, texts, letters } = kernel.layout.positions;
  const { phases, ends } = kernel.layout.codes;
  if (typeof text !== "string")
    throw new EngineError("wrong_type", `position: ${quote(text)} is not a text`, {
      name: "position",
    });
  const words = text.match(new RegExp(word, "gu")) ?? [];
  if (!lengths.includes(words.length)) throw fault(texts.length, { number: words.length });
  const given = Object.fromEntries(Object.keys(fields).map((name, place) => [name, words[place]]));
  const groups = (field, part = given[field]) => {
    const [pattern, right] = fields[field];
    const found = EXACT(pattern).exec(part);
    if (found === null) throw fault(texts.field, { field, text: quote(part), right });
    return found.slice(1).map((group) => group ?? "");
  };
  const notation = new Notation(kernel);
  const rules = notation.rules(given.rules, rulesOf);
  const hands = given.hands.split("/").map((part) => {
    const [written, turns, letter] = groups("hands", part);
    return { ...notation.hand(written), turns: Number(turns), state: letters.indexOf(letter) };
  });
  const [table, extra] = groups("table");
  const [phase, toAct] = groups("turn");
  const [dealer, took] = groups("dealer");
  const [end, by, seatlessEnd, replayed] = groups("end");
  const [unknown, talon] = groups("talon");
  const inMatch = given.scores !== undefined;
  const number = inMatch ? Number(groups("round")[0]) : 0;
  const scores = inMatch ? given.scores.split("/").map((part) => groups("scores", part)[0]) : [];
  const rows = {
    table: notation.cards("table", table),
    extra: notation.cards("table", extra),
    talon: unknown ? Array(Number(unknown)).fill(UNKNOWN) : notation.cards("talon", talon),
    aside: notation.knownCards("aside", groups("aside")[0]),
  };
  const position = {
    rules,
    record: {
      ...Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, row.length])),
      phase: phases.indexOf(phase || "over"),
      to_act: toAct === "" ? NO_SEAT : Number(toAct),
      dealer: Number(dealer),
      took: Number(took !== ""),
      leader: Number(groups("leader")[0]),
      passes: Number(groups("passes")[0]),
      end: ends.indexOf(end || seatlessEnd || null),
      by: by === "" ? NO_SEAT : Number(by),
      replayed: Number(replayed !== ""),
      number,
      scores: scores.length,
    },
    hands: hands.map(({ row, ...hand }, seat) => ({
      ...hand,
      cards: row.length,
      score: 2 * Number(scores[seat] ?? 0),
      out: Number(!scores[seat]),
    })),
    cards: [...hands.map(({ row }) => row), ...Object.values(rows)].flat(),
  };
  check(kernel, position);
  return position;
}

/** Return a position as a line of text. */
export function writePosition({ layout }, { rules, record, hands, cards }) {
  const { phases, ends } = layout.codes;
  const names = cards.map((card) => layout.codes.cards[card] ?? layout.positions.unknown);
  const take = (number) => names.splice(0, number);
  const options = Object.entries(rules.changed).map(
    ([name, value]) => `${name}=${wordOf(layout, name, value)}`,
  );
  const written = hands.map((hand) => writeHand(layout, hand, take(hand.cards)));
  const [table, extra] = [take(record.table), take(record.extra)].map((row) => row.join(""));
  const talon = take(record.talon);
  const marks = record.replayed ? ["replayed"] : [];
  const isHidden = talon.every((name) => name === layout.positions.unknown);
  const fields = [
    [rules.preset, ...options].join(","),
    written.join("/"),
    table + (extra && `[${extra}]`) || "-",
    isHidden ? talon.length : talon.join(""),
    take(record.aside).join("") || "-",
    [phases[record.phase], ...seatsOf(record.to_act)].join(":"),
    `${record.dealer}${record.took ? ":took" : ""}`,
    record.leader,
    record.passes,
    [ends[record.end] ?? "-", ...seatsOf(record.by), ...marks].join(":"),
  ];
  if (record.scores > 0) {
    const scores = hands.map(({ score, out }) => (out ? "-" : score / 2));
    fields.push(record.number, scores.join("/"));
  }
  return fields.join(" ");
}

/**
 * Return the position of the view in the module: that of a seat, or of a spectator for null.
 *
 * With `isOpen`, hidden cards are those of the round in the module.
 */
export function positionSeen(kernel, rules, seat, isOpen) {
  const { limits, records } = kernel.layout;
  return kernel.borrow((allocate) => {
    const rounds = isOpen ? kernel.rounds : allocate("rounds", 0);
    const positions = allocate("positions");
    const hands = allocate("hands", limits.hands);
    const cards = allocate("cards", limits.cards);
    const given = [kernel.rules, kernel.views, seat ?? NO_SEAT, rounds, positions, hands, cards];
    const [count] = kernel.call("position_seen", ...given);
    const read = (array, place) =>
      Object.fromEntries(
        Object.keys(records[array.kind].fields).map((field) => [field, array.get(field, 0, place)]),
      );
    return {
      rules,
      record: read(positions, 0),
      hands: Array.from({ length: kernel.views.get("seat_count") }, (_, place) =>
        read(hands, place),
      ),
      cards: Array.from(new Int8Array(cards.bytes(count))),
    };
  });
}

/** Return a position as a spectator sees it, without the scores of its match. */
export function publicOf({ layout }, { rules, record, hands, cards }) {
  const { phases } = layout.codes;
  const isShown = ({ state }) => layout.positions.letters[state] === "s";
  let start = 0;
  const rows = hands.map((hand) => {
    const row = cards.slice(start, (start += hand.cards));
    if (phases[record.phase] === "over" || isShown(hand)) return row;
    const known = row.filter((card) => card !== UNKNOWN && has(hand.known, card));
    return [...known, ...Array(row.length - known.length).fill(UNKNOWN)];
  });
  const hidden = record.table + record.extra + record.talon;
  const after = cards
    .slice(start)
    .map((card, place) => (place < record.table || place >= hidden ? card : UNKNOWN));
  return {
    rules,
    record: { ...record, number: 0, scores: 0 },
    hands,
    cards: [...rows.flat(), ...after],
  };
}

/**
 * Write the round of a position into the module, and its match if it has scores.
 *
 * Unknown cards are left out of the hands. Returns the phase and the seat to act.
 */
export function layOut(kernel, position) {
  return withArrays(kernel, position, ({ pack, positions, hands, cards }) => {
    const { rules, rounds, matches } = kernel;
    rounds.bytes().fill(0);
    const status = kernel.call("set_up_round", rules, pack, positions, hands, cards, rounds);
    if (position.record.scores > 0) {
      matches.bytes().fill(0);
      kernel.call("set_up_match", rules, positions, hands, rounds, matches);
    }
    return status;
  });
}

/**
 * Write the round of a position, and its match if it has scores, into the module with all cards known.
 *
 * Unknown cards are dealt as `shuffled` returns them in any order, but so that no hidden hand would
 * have ended the round or would lie open. Returns the phase and the seat to act.
 */
export function dealUnknown(kernel, position, shuffled) {
  const { attempts, texts } = kernel.layout.positions;
  const { packs } = kernel.layout;
  const pack = packs[position.rules.options.pack];
  const unknown = pack.filter((card) => !position.cards.includes(card));
  if (unknown.length === 0) return layOut(kernel, position);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const order = shuffled(unknown).values();
    const cards = position.cards.map((card) => (card === UNKNOWN ? order.next().value : card));
    const status = layOut(kernel, { ...position, cards });
    const [seat] = kernel.call("seat_of_impossible_hand", kernel.rules, kernel.rounds, 0);
    if (seat === NO_SEAT) return status;
  }
  throw fault(texts.undealt);
}

/** Throw the first fault of a position, if there is one. */
function check(kernel, position) {
  const { positions: declared, codes } = kernel.layout;
  const [code, number, other, mask] = withArrays(kernel, position, (arrays) => {
    const { pack, positions, hands, cards, allocate } = arrays;
    const given = [kernel.rules, pack, positions, hands, cards, allocate("rounds")];
    return kernel.call("position_fault", ...given);
  });
  if (code === 0) return;
  const { hands } = position;
  const handOf = (seat) => {
    const start = hands.slice(0, seat).reduce((sum, { cards }) => sum + cards, 0);
    const row = position.cards.slice(start, start + hands[seat].cards);
    const names = row.map((card) => codes.cards[card] ?? declared.unknown);
    return quote(writeHand(kernel.layout, hands[seat], names));
  };
  throw fault(declared.faults[code], {
    number,
    other,
    cards: kernel.decoder.cards(mask).join(" "),
    hand: hands[number] && handOf(number),
    end: codes.ends[number],
    unknown: declared.unknown.repeat(number),
  });
}

/** Return what `run` returns for the arrays of a position, and the mask of a whole pack. */
function withArrays(kernel, { rules, record, hands, cards }, run) {
  return kernel.borrow((allocate) => {
    kernel.encode(rules);
    const row = allocate("cards", cards.length);
    row.bytes().set(cards); // -1 becomes 255, which is the same byte
    return run({
      allocate,
      pack: kernel.packOf(rules),
      positions: kernel.written(allocate, "positions", [record]),
      hands: kernel.written(allocate, "hands", hands),
      cards: row,
    });
  });
}

/** Reader of the parts of a position. */
class Notation {
  #layout;

  constructor({ layout }) {
    this.#layout = layout;
  }

  /** Return the rules of a preset with options; `rulesOf` returns them by both. */
  rules(text, rulesOf) {
    const [preset, ...changes] = text.split(",");
    const options = new Map();
    for (const change of changes) {
      const [name, ...value] = change.split("=");
      if (value.length === 0 || options.has(name))
        throw fault(this.#layout.positions.texts.option, { text: quote(change) });
      options.set(name, this.#value(name, value.join("=")));
    }
    try {
      return rulesOf(preset, Object.fromEntries(options));
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      throw new EngineError("bad_position", `rules: ${error.message}`, error.details);
    }
  }

  /** Return the value of an option that is written as text, or the text itself. */
  #value(name, text) {
    const { words = {} } = this.#layout.options.find((option) => option.name === name) ?? {};
    if (Object.hasOwn(words, text)) return words[text];
    return /^[0-9]{1,9}$/.test(text) ? Number(text) : text;
  }

  /** Return the cards of a hand, and the mask of those that have their suit in lower case. */
  hand(text) {
    const suits = this.#layout.codes.suits.join("").toLowerCase();
    const isKnown = (name) => name.length === 2 && suits.includes(name[1]);
    const names = namesIn(text);
    const row = this.#numbers(
      "hands",
      names.map((name) => (isKnown(name) ? name.toUpperCase() : name)),
    );
    const known = this.#known(
      "hands",
      row.filter((_, place) => isKnown(names[place])),
    );
    return { row, known: [...new Set(known)].reduce((mask, card) => mask + 2 ** card, 0) };
  }

  /** Return the numbers of cards, -1 for unknown ones. */
  cards(field, text) {
    return this.#numbers(field, namesIn(text));
  }

  /** Return the numbers of cards, none of which is unknown. */
  knownCards(field, text) {
    return this.#known(field, this.cards(field, text));
  }

  #numbers(field, names) {
    const { codes, positions } = this.#layout;
    return names.map((name) => {
      const number = name === positions.unknown ? UNKNOWN : codes.cards.indexOf(name);
      if (number < 0 && name !== positions.unknown)
        throw fault(positions.texts.card, { field, card: quote(name) });
      return number;
    });
  }

  #known(field, row) {
    if (row.includes(UNKNOWN)) throw fault(this.#layout.positions.texts.hidden, { field });
    return row;
  }
}

function writeHand({ codes, positions }, { cards, known, turns, state }, names) {
  if (cards === 0) return "-";
  const written = names.map((name) =>
    name !== positions.unknown && has(known, codes.cards.indexOf(name))
      ? name[0] + name[1].toLowerCase()
      : name,
  );
  const letter = positions.letters[state];
  return written.join("") + (turns || letter ? `:${turns}${letter}` : "");
}

/** Return the text of the value of an option. */
function wordOf({ options }, name, value) {
  const { words = {} } = options.find((option) => option.name === name);
  return Object.keys(words).find((word) => words[word] === value) ?? String(value);
}

/** Return the names of two characters each in a text. */
function namesIn(text) {
  return text.match(/.{1,2}/gsu) ?? [];
}

function seatsOf(seat) {
  return seat === NO_SEAT ? [] : [seat];
}

function has(mask, card) {
  return Math.floor(mask / 2 ** card) % 2 === 1;
}

/** Return an error with a declared text, of which the places are filled. */
function fault(text, places) {
  return new EngineError("bad_position", filled(text, places));
}

/**
 * Return what the state of a match has after it goes on from a position; `course` is that of the
 * match before, and `shuffled` puts cards in a random order.
 */
export function startAt(kernel, rules, position, shuffled, course) {
  const { rounds, matches, decoder, layout } = kernel;
  if (position.record.scores === 0) throw fault(layout.positions.texts.scores);
  const seen = publicOf(kernel, position);
  layOut(kernel, seen);
  const starts = rounds.bytes().slice();
  const [phase, toAct] = dealUnknown(kernel, position, shuffled);
  const record = rounds.bytes().slice();
  const match = matches.bytes().slice();
  const over = phase === layout.phases.over;
  const order = layout.packs[rules.options.pack].map((_, place) => rounds.get("pack", place));
  const pack = decoder.cardsOf(order).join(" ");
  return {
    match,
    course: over ? furtherCourse(course, record, match) : newCourse(match),
    past: new Grown(),
    played: { pack, shuffles: new Grown(), actions: new Grown() },
    round: {
      record,
      over,
      toAct,
      history: new Grown([beginning(kernel, seen)]),
      encoded: new GrownBytes(),
      starts,
      lastActions: {},
    },
  };
}

/** Return the event with which the history of a round begins at a position, as all see it. */
export function beginning(kernel, seen) {
  return Object.freeze({
    kind: "position",
    seat: null,
    action: seen.record.took ? "take" : null,
    cards: Object.freeze([]),
    given: Object.freeze([]),
    taken: Object.freeze([]),
    reason: writePosition(kernel, seen),
    closes: false,
    rule: "R4",
  });
}
