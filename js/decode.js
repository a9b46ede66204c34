/**
 * Decoders of the records of the compiled rules: names and lists of cards in place of numbers.
 *
 * Names are those of the Python package in camelCase; `null` stands for its `None`.
 */

const NOTHING = -1; // no seat, suit, value or action
const HALF_WORD = 2 ** 32;
const EXCHANGE = /^([2-9TJQKA][CSHD])x([2-9TJQKA][CSHD])(!?)$/;

/** Decoder of records, from the layout of a module. */
export class Decoder {
  #layout;
  #codes;
  #forWire;
  #fields;
  #readers = {};

  /**
   * With `forWire`, objects have the fields of the server's messages, by their names there
   * (docs/wire.md).
   */
  constructor(layout, { forWire = false } = {}) {
    this.#layout = layout;
    this.#codes = layout.codes;
    this.#forWire = forWire;
    this.#fields = Object.fromEntries(
      Object.entries(layout.fields).map(([name, fields]) => [
        name,
        fields
          .filter(({ stays }) => !(forWire && stays))
          .map((field) => [forWire ? field.name : field.key, this.#decoderOf(field)]),
      ]),
    );
  }

  /** Return a function of a record's numbers and of what is given besides, for a declared field. */
  #decoderOf({ key, kind, number, codes, perSeat, only, inMatch, made, count }) {
    if (count !== undefined)
      return (raw, given) =>
        raw[number].slice(0, raw[count]).map((one) => this.#made(made, one, given));
    if (made !== undefined) return (raw, given) => this.#made(made, raw, given);
    if (kind === undefined) return (raw, given) => given[key];
    const isHand = kind === "cards" && perSeat !== undefined; // a text in messages
    const one =
      kind === "code"
        ? (code) => this.#codes[codes][code]
        : this.#kinds[isHand && this.#forWire ? "cardNames" : kind];
    const decode =
      perSeat === undefined
        ? (raw, given) => one(raw[number], raw, given, number)
        : (raw, given) =>
            raw[number]
              .slice(0, raw.seat_count)
              .map((value, seat) =>
                perSeat === "all" || has(raw.active, seat) ? one(value, raw, given) : null,
              );
    if (only === undefined) return decode;
    return (raw, given) =>
      given.rules.options.scoring === only && !(inMatch && raw.in_match === 0)
        ? decode(raw, given)
        : null;
  }

  /** Decoders of numbers by the kinds of fields, as `rules/schema.py` defines them. */
  #kinds = {
    number: (number) => number,
    real: (number) => number,
    flag: (number) => number !== 0,
    numberOrNull: (number) => number || null,
    half: (doubled) => doubled / 2,
    score: (amount, raw, { rules }) => (rules.options.scoring === "points" ? amount / 2 : amount),
    rule: (number) => `R${number}`,
    seatOrNull: orNull,
    suitOrNull: (code) => this.#suit(code),
    valueOrNull: halfOrNull,
    seats: bitsOf,
    cards: (mask) => this.cards(mask),
    cardsOrNull: (mask) => (mask ? this.cards(mask) : null),
    cardNames: (mask) => this.cards(mask).join(" "),
    cardRow: (numbers, raw, given, name) => this.cardsOf(numbers.slice(0, raw[`${name}_count`])),
    actionOrNull: (number, raw, { rules }) =>
      number === NOTHING ? null : this.action(rules, number, raw.given, raw.taken),
    refusals: (codes, _raw, { rules }) => this.#refused(codes, rules),
    records: (seats, raw, given) =>
      seats.slice(0, raw.seat_count).map((one, seat) =>
        this.#made(
          "seat",
          { ...one, in_match: raw.in_match },
          {
            rules: given.rules,
            seat,
            lastAction: given.lastActions[seat] ?? null,
          },
        ),
      ),
    namedAction: (number, raw, { nameOf }) => nameOf(number),
    playedAction: (place, { actions }, { nameOf }) => nameOf(actions[place]?.number),
    reasonNumbers: (numbers, { code }) =>
      Object.fromEntries(
        this.#codes.reasonNumbers[code].map((name, place) => [name, numbers[place]]),
      ),
    gradeCounts: (counts) =>
      Object.fromEntries(
        this.#codes.grades.map((grade, code) => [grade, counts[code]]).slice(1), // 0 is no grade
      ),
    rateOrNull: (rate, { decisions }) => (decisions ? rate : null),
  };

  /** Return an object with declared fields. */
  #made(name, raw, given) {
    return objectOf(this.#fields[name], (decode) => decode(raw, given));
  }

  /** Return the cards of a set, in the order of a record. */
  cards(mask) {
    return bitsOf(mask).map((card) => this.#codes.cards[card]);
  }

  /** Return the cards with numbers, in their order. */
  cardsOf(numbers) {
    return Array.from(numbers, (card) => this.#codes.cards[card]);
  }

  /** Return the name of an action, given the card exchanged for another as sets. */
  action(rules, number, given, taken) {
    const pairs = rules.options.hand_size ** 2;
    if (number >= 2 * pairs) return this.#codes.simpleActions[number - 2 * pairs];
    return `${this.cards(given)}x${this.cards(taken)}${number >= pairs ? "!" : ""}`;
  }

  /**
   * Return the kind of an action by its name, and the card exchanged for another as sets.
   *
   * The kind of an invalid name is -1.
   */
  kindAndCards(name) {
    const { actionKinds, simpleActions, cards } = this.#codes;
    const exchange = EXCHANGE.exec(name);
    if (exchange === null)
      return [simpleActions.includes(name) ? actionKinds.indexOf(name) : NOTHING, 0, 0];
    const [given, taken] = exchange.slice(1, 3).map((card) => 2 ** cards.indexOf(card));
    return [actionKinds.indexOf(`exchange${exchange[3]}`), given, taken];
  }

  /** Return the numbers of the cards in a text with blanks between them; -1 for unknown ones. */
  numbersOf(text) {
    return text === "" ? [] : text.split(" ").map((card) => this.#codes.cards.indexOf(card));
  }

  /** Return a view from its record, with the choices of the seat to act and what is past. */
  view(record, choices, rules, past) {
    return this.#made("view", this.#read("views", record), {
      ...past,
      rules,
      choices: choices.map((one) => this.choice(one, rules)),
    });
  }

  /** Return a legal action and the hand that it leaves. */
  choice(record, rules) {
    return this.#made("choice", this.#read("choices", record), { rules });
  }

  /** Return why kinds of action are illegal; messages have only the kinds of the rules. */
  #refused(codes, rules) {
    const { actionKinds, illegalReasons } = this.#codes;
    const isKnown = (kind) => !this.#forWire || rules.actions.includes(kind);
    return Object.fromEntries(
      actionKinds
        .map((kind, place) => [kind, codes[place]])
        .filter(([kind, code]) => code !== 0 && isKnown(kind))
        .map(([kind, code]) => [kind, illegalReasons[code]]),
    );
  }

  /** Return a public event of a round, which is frozen, as all views of the round share it. */
  event(record, rules) {
    const event = this.#made("event", this.#read("events", record), { rules });
    for (const cards of [event.cards, event.given, event.taken]) Object.freeze(cards);
    return Object.freeze(event);
  }

  /** Return the result of a round of a match. */
  result(record, rules) {
    return this.#made("result", this.#read("results", record), { rules });
  }

  /** Return the loss of one seat in a round for one reason. */
  loss(record, rules) {
    return this.#made("loss", this.#read("losses", record), { rules });
  }

  /** Return the facts of a match for a seat, with those of the rounds it was dealt in. */
  facts(record, rounds, rules, seat, players) {
    return this.#made("facts", this.#read("match_facts", record), {
      rules,
      preset: rules.preset,
      options: { ...rules.changed },
      handSize: rules.options.hand_size,
      scoring: rules.options.scoring,
      players,
      seat,
      rounds: rounds.map((one) => this.#made("roundFacts", this.#read("facts", one), { rules })),
    });
  }

  /** Return the state of a match: its next dealer and leader, scores and winners. */
  match(record, rules) {
    const raw = this.#read("matches", record);
    const forLives = rules.options.scoring === "lives";
    const all = (field) => raw[field].slice(0, raw.seats);
    return {
      dealer: raw.dealer,
      leader: raw.leader,
      over: raw.over !== 0,
      winners: bitsOf(raw.winners),
      lives: forLives ? all("lives") : null,
      status: forLives ? all("status").map((code) => this.#codes.statuses[code]) : null,
      totals: forLives ? null : all("totals").map((doubled) => doubled / 2),
    };
  }

  /**
   * Return the review of a moment from its record, with its number, round and action, and the legal
   * actions of the decision that it has, or null.
   */
  moment(record, { number, round, action }, choices) {
    const decision = choices && this.decision(record, choices);
    return this.#made("moment", this.#read("moments", record), { number, round, action, decision });
  }

  /** Return the decision of a moment from its record and the legal actions. */
  decision(record, choices) {
    const nameOf = (number) => choices.find((choice) => choice.number === number)?.action;
    return this.#made("decision", this.#read("moments", record), { nameOf });
  }

  /** Return the review of a player from the record of its account. */
  player(record, seat, name) {
    return this.#made("player", this.#read("accounts", record), { seat, name });
  }

  #suit(code) {
    return code === NOTHING ? null : this.#codes.suits[code];
  }

  /** Return the numbers of a record by their fields. */
  #read(kind, bytes) {
    this.#readers[kind] ??= readerOf(this.#layout.records[kind]);
    return this.#readers[kind](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0);
  }
}

/** Functions that read a number at an address. */
const NUMBERS = {
  int8: (view, at) => view.getInt8(at),
  int64: (view, at) => view.getInt32(at + 4, true) * HALF_WORD + view.getUint32(at, true),
  float64: (view, at) => view.getFloat64(at, true),
};

/** Return a function that reads a record, or a number, at an address. */
function readerOf(type) {
  if (typeof type === "string") return NUMBERS[type];
  const fields = Object.entries(type.fields).map(([name, field]) => [name, rowReaderOf(field)]);
  return (view, start) => objectOf(fields, (read) => read(view, start));
}

/** Return a function that reads a field of the record at an address, a number or a row. */
function rowReaderOf({ at, type, length }) {
  const read = readerOf(type);
  if (length === undefined) return (view, start) => read(view, start + at);
  const size = type.size ?? (type === "int8" ? 1 : 8);
  const addresses = Array.from({ length }, (_, place) => at + place * size);
  return (view, start) => addresses.map((address) => read(view, start + address));
}

/** Return an object with a value made of each entry. */
function objectOf(entries, valueOf) {
  const made = {};
  for (const [name, one] of entries) made[name] = valueOf(one);
  return made;
}

/** Return the numbers of the bits in a mask of up to 52, in ascending order. */
export function bitsOf(mask) {
  const found = [];
  for (let [part, first] of [
    [(mask % HALF_WORD) | 0, 0],
    [Math.floor(mask / HALF_WORD), 32],
  ]) {
    for (; part !== 0; part &= part - 1) found.push(first + 31 - Math.clz32(part & -part));
  }
  return found;
}

/** Return whether a set has a number. */
function has(mask, number) {
  return Math.floor(mask / 2 ** number) % 2 === 1;
}

function orNull(number) {
  return number === NOTHING ? null : number;
}

function halfOrNull(doubled) {
  return doubled === NOTHING ? null : doubled / 2;
}
