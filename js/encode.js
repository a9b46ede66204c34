/** Encoder of views as records, the inverse of `decode.js`, for searches from a view alone. */

import { EngineError, quote } from "./errors.js";
import { layOut, readPosition } from "./position.js";

const NOTHING = -1; // no seat, suit, value or action

/**
 * Return what a search needs to know of what the seat of a view sees, and whether all data for it
 * are there; `rulesOf` returns rules by preset and options.
 *
 * Throws `wrong_type` for a value that is not a view, and `not_to_act` if the seat is not to act.
 */
export function sightOfView(kernel, rulesOf, view) {
  check(kernel, view);
  if (view.toAct === null || view.toAct !== view.seat)
    throw new EngineError("not_to_act", "the seat of the view is not to act");
  const { rules, seat, seats, choices, history } = view;
  const encoder = new Encoder(kernel.layout, view);
  const players = seats.filter(({ active }) => active).length;
  const isForEquity = rules.options.scoring === "lives" && encoder.isInMatch;
  const starts = startsOf(kernel, rulesOf, history);
  const encoded = kernel.encode(rules);
  const isPrepared = kernel.data.has(encoded, players);
  return {
    seat,
    rules: encoded,
    pack: kernel.packOf(rules),
    choices,
    view: encoder.view(),
    events: encoder.events(),
    starts,
    blueprint: kernel.data.blueprint(encoded, players),
    model: isForEquity ? kernel.data.equity(encoded, seats.length) : null,
    isPrepared,
  };
}

/** Throw an `EngineError` unless the data for what the seat of a view sees are there. */
export function checkPreparedView({ isPrepared }) {
  if (isPrepared) return;
  const message = "the data for this view are missing: await game.prepare(view) fetches them";
  throw new EngineError("no_data", message);
}

/** Return the number of a legal action by its name, or throw an `EngineError`. */
export function numberOf(choices, action) {
  const choice = choices.find((one) => one.action === action);
  if (choice !== undefined) return choice.number;
  const legal = choices.map((one) => one.action);
  const message = `${quote(action)} is not a legal action of this seat: ${legal.join(", ")}`;
  throw new EngineError("illegal_action", message, { action, legal });
}

function check({ layout }, view) {
  const { rules, seats, choices, history, aside, dealer, leader } = view ?? {};
  const isObject = (one) => typeof one === "object" && one !== null;
  if (
    !isObject(rules?.options) ||
    !Array.isArray(aside) ||
    ![seats, choices, history].every((row) => Array.isArray(row) && row.every(isObject)) ||
    seats.length > layout.limits.hands ||
    ![dealer, leader].every((seat) => Number.isInteger(seat) && seat in seats)
  )
    throw new EngineError(
      "wrong_type",
      `view: ${quote(view)} is not a view, such as match.view(seat) returns`,
      { name: "view" },
    );
}

/** Return the bytes of the round with which a history begins; none if it begins with the deal. */
function startsOf(kernel, rulesOf, history) {
  const start = history.find(isPosition);
  if (start === undefined) return undefined;
  layOut(kernel, readPosition(kernel, rulesOf, start.reason));
  return kernel.rounds.bytes().slice();
}

const isPosition = ({ kind }) => kind === "position";

class Encoder {
  #layout;
  #view;

  constructor(layout, view) {
    this.#layout = layout;
    this.#view = view;
  }

  get isInMatch() {
    return this.#view.seats.some(({ lives, total }) => lives !== null || total !== null);
  }

  /** Return the bytes of the view's record, without the reasons for which actions are illegal. */
  view() {
    const { seats, aside, history } = this.#view;
    const { views } = this.#layout.records;
    const record = new Row(new Uint8Array(views.size), views);
    this.#write(record, "view", this.#view);
    record.set("in_match", Number(this.isInMatch));
    record.set("took", Number(history.some(({ action }) => action === "take")));
    record.set("seat_count", seats.length);
    record.set("aside_count", aside.length);
    aside.forEach((card, place) => record.set("aside", Math.log2(this.#maskOf([card])), place));
    seats.forEach((one, seat) => this.#write(record.row("seats", seat), "seat", one));
    return record.bytes;
  }

  /** Return the bytes of the records of the events, without that of a position. */
  events() {
    const { events } = this.#layout.records;
    const played = this.#view.history.filter((event) => !isPosition(event));
    const bytes = new Uint8Array(played.length * events.size);
    played.forEach((event, place) => {
      const record = new Row(bytes, events, place * events.size);
      this.#write(record, "event", event);
      record.set("action", this.#numberWithoutCards(event.action));
    });
    return bytes;
  }

  /** Return the number of an action; exchanges have the first one of their kind. */
  #numberWithoutCards(action) {
    if (action === null) return NOTHING;
    const pairs = this.#view.rules.options.hand_size ** 2;
    const place = this.#layout.codes.simpleActions.indexOf(action);
    if (place >= 0) return 2 * pairs + place;
    return String(action).endsWith("!") ? pairs : 0;
  }

  /** Write the fields of an object that determine their numbers. */
  #write(record, name, object) {
    for (const { key, kind, number, codes, only } of this.#layout.fields[name]) {
      const value = object[key];
      if (only !== undefined && value === null) continue;
      const encode = kind === "code" ? this.#codesOf(codes) : this.#kinds[kind];
      if (encode !== undefined) record.set(number, encode(value), 0, key);
    }
  }

  #codesOf(codes) {
    return (name) => {
      const code = this.#layout.codes[codes].indexOf(name);
      return code < 0 ? NaN : code;
    };
  }

  /** Encoders of values by the kinds of fields; `NaN` for a value that does not exist. */
  #kinds = {
    number: (number) => number,
    flag: Number,
    half: (points) => 2 * points,
    rule: (rule) => Number(String(rule).slice(1)),
    seatOrNull: (seat) => (seat === null ? NOTHING : seat in this.#view.seats ? seat : NaN),
    suitOrNull: (suit) => this.#layout.codes.suits.indexOf(suit),
    valueOrNull: (value) => (value === null ? NOTHING : 2 * value),
    seats: (seats) => maskOf(seats),
    cards: (cards) => this.#maskOf(cards),
    cardsOrNull: (cards) => (cards === null ? 0 : this.#maskOf(cards)),
  };

  #maskOf(cards) {
    return maskOf(cards, (card) => this.#layout.codes.cards.indexOf(card));
  }
}

/** Return the numbers of a list as a set; `NaN` for one that is negative, or no list. */
function maskOf(all, numberOf = (one) => one) {
  if (!Array.isArray(all)) return NaN;
  const numbers = all.map(numberOf);
  return numbers.every((one) => one >= 0) ? numbers.reduce((mask, one) => mask + 2 ** one, 0) : NaN;
}

/** Record in bytes outside of the module. */
class Row {
  #fields;
  #start;

  constructor(bytes, { fields }, start = 0) {
    this.bytes = bytes;
    this.#fields = fields;
    this.#start = start;
  }

  /** Set a number; `key` is the field of the view that an error names. */
  set(name, number, place = 0, key = name) {
    if (!Number.isSafeInteger(number))
      throw new EngineError("wrong_type", `view: ${key} has an invalid value`, { name: "view" });
    const { at, type } = this.#fields[name];
    const data = new DataView(this.bytes.buffer);
    if (type === "int8") data.setInt8(this.#start + at + place, number);
    else data.setBigInt64(this.#start + at + 8 * place, BigInt(number), true);
  }

  /** Return a record in a row of them. */
  row(name, place) {
    const { at, type } = this.#fields[name];
    return new Row(this.bytes, type, this.#start + at + place * type.size);
  }
}
