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

  constructor(layout) {
    this.#layout = layout;
    this.#codes = layout.codes;
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

  /** Return a view from its record, with the choices of the seat to act. */
  view(record, choices, rules, past) {
    const raw = this.#read("views", record);
    return {
      rules,
      seat: past.seat,
      phase: this.#codes.phases[raw.phase],
      number: raw.number,
      dealer: raw.dealer,
      leader: raw.leader,
      toAct: orNull(raw.to_act),
      turns: raw.turns,
      lastTurns: raw.last_turns !== 0,
      hand: this.cards(raw.hand),
      value: halfOrNull(raw.value),
      suit: this.#suit(raw.suit),
      table: this.cards(raw.table),
      talon: raw.talon,
      aside: this.cardsOf(raw.aside.slice(0, raw.aside_count)),
      seats: raw.seats
        .slice(0, raw.seat_count)
        .map((one, seat) =>
          this.#seat(one, seat, raw.in_match ? rules.options.scoring : null, past),
        ),
      choices: choices.map((one) => this.choice(one, rules)),
      refused: this.#refused(raw.refusals),
      allCloses: raw.all_closes !== 0,
      history: past.history,
      result: past.result,
      losses: past.losses,
      replayed: past.replayed,
      over: raw.over !== 0,
      winners: bitsOf(raw.winners),
      passes: raw.passes,
      end: this.#codes.ends[raw.end],
      by: orNull(raw.by),
      closers: bitsOf(raw.closers),
    };
  }

  #seat(raw, seat, scoring, past) {
    const forLives = scoring === "lives";
    return {
      seat,
      active: raw.cards > 0,
      cards: raw.cards,
      known: this.cards(raw.known),
      shown: raw.hand ? this.cards(raw.hand) : null,
      value: halfOrNull(raw.value),
      suit: this.#suit(raw.suit),
      closed: raw.closed !== 0,
      playing: raw.playing !== 0,
      turns: raw.turns,
      lastAction: past.lastActions[seat] ?? null,
      lives: forLives ? raw.score : null,
      status: forLives ? this.#codes.statuses[raw.status] : null,
      total: scoring === "points" ? raw.score / 2 : null,
    };
  }

  /** Return a legal action and the hand that it leaves. */
  choice(record, rules) {
    const raw = this.#read("choices", record);
    return {
      action: this.action(rules, raw.number, raw.given, raw.taken),
      number: raw.number,
      given: this.cards(raw.given),
      taken: this.cards(raw.taken),
      value: halfOrNull(raw.value),
      suit: this.#suit(raw.suit),
      closes: raw.closes !== 0,
    };
  }

  #refused(codes) {
    const kinds = this.#codes.actionKinds.map((kind, place) => [kind, codes[place]]);
    return Object.fromEntries(
      kinds
        .filter(([, code]) => code !== 0)
        .map(([kind, code]) => [kind, this.#codes.illegalReasons[code]]),
    );
  }

  /** Return a public event of a round, which is frozen, as all views of the round share it. */
  event(record, rules) {
    const raw = this.#read("events", record);
    return Object.freeze({
      kind: this.#codes.eventKinds[raw.kind],
      seat: orNull(raw.seat),
      action: raw.action === NOTHING ? null : this.action(rules, raw.action, raw.given, raw.taken),
      cards: Object.freeze(this.cards(raw.cards)),
      given: Object.freeze(this.cards(raw.given)),
      taken: Object.freeze(this.cards(raw.taken)),
      reason: this.#codes.eventReasons[raw.reason],
      closes: raw.closes !== 0,
      rule: `R${raw.rule}`,
    });
  }

  /** Return the result of a round of a match. */
  result(record, rules) {
    const raw = this.#read("results", record);
    const active = new Set(bitsOf(raw.active));
    const forLives = rules.options.scoring === "lives";
    const all = (field) => raw[field].slice(0, raw.seat_count);
    const perSeat = (field, decode) =>
      all(field).map((value, seat) => (active.has(seat) ? decode(value) : null));
    const halves = (field) => all(field).map((doubled) => doubled / 2);
    const same = (value) => value;
    return {
      dealer: raw.dealer,
      leader: raw.leader,
      end: this.#codes.ends[raw.end],
      by: orNull(raw.by),
      turns: raw.turns,
      hands: perSeat("hands", (hand) => this.cards(hand)),
      values: perSeat("values", halfOrNull),
      suits: perSeat("suits", (suit) => this.#suit(suit)),
      lost: forLives ? perSeat("scores", same) : null,
      lives: forLives ? perSeat("lives", same) : null,
      status: forLives ? perSeat("status", (code) => this.#codes.statuses[code]) : null,
      points: forLives ? null : halves("scores"),
      totals: forLives ? null : halves("totals"),
    };
  }

  /** Return the loss of one seat in a round for one reason. */
  loss(record, rules) {
    const raw = this.#read("losses", record);
    return {
      seat: raw.seat,
      amount: rules.options.scoring === "points" ? raw.amount / 2 : raw.amount,
      rule: `R${raw.rule}`,
      reason: this.#codes.lossReasons[raw.reason],
      against: orNull(raw.against),
      decided: this.#codes.criteria[raw.decided],
    };
  }

  /** Return the facts of a match for a seat, with those of the rounds it was dealt in. */
  facts(record, rounds, rules, seat, players) {
    const raw = this.#read("match_facts", record);
    const { scoring, hand_size: handSize } = rules.options;
    return {
      preset: rules.preset,
      options: { ...rules.changed },
      handSize,
      scoring,
      players,
      seat,
      over: raw.over !== 0,
      won: raw.won !== 0,
      shared: raw.shared !== 0,
      total: scoring === "points" ? raw.total / 2 : null,
      rounds: rounds.map((one) => this.#roundFacts(one, scoring === "lives")),
    };
  }

  #roundFacts(record, forLives) {
    const raw = this.#read("facts", record);
    return {
      number: raw.number,
      players: raw.players,
      dealer: raw.dealer !== 0,
      leader: raw.leader !== 0,
      end: this.#codes.ends[raw.end],
      ended: raw.ended !== 0,
      length: raw.length,
      turns: raw.turns,
      hand: this.cards(raw.hand),
      value: raw.value / 2,
      suit: this.#suit(raw.suit),
      best: raw.best !== 0,
      lost: raw.lost !== 0,
      livesLost: forLives ? raw.score : null,
      lives: forLives ? raw.lives : null,
      swimming: raw.swimming !== 0,
      out: raw.out !== 0,
      points: forLives ? null : raw.score / 2,
      closed: raw.closed || null,
    };
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
   * Return the review of a moment from its record, with what is known of it besides, and the legal
   * actions of the decision that it has, or null.
   */
  moment(record, { number, round, seat, action }, choices, withChanges) {
    const { seats, chances, changes } = this.#read("moments", record);
    return {
      number,
      round,
      seat,
      action,
      chances: chances.slice(0, seats),
      changes: withChanges ? changes.slice(0, seats) : [],
      decision: choices && this.decision(record, choices),
    };
  }

  /** Return the decision of a moment from its record and the legal actions. */
  decision(record, choices) {
    const raw = this.#read("moments", record);
    const nameOf = (number) => choices.find((choice) => choice.number === number).action;
    const actions = raw.actions
      .slice(0, raw.count)
      .map(({ number, value, error, loss, loss_error: lossError }) => ({
        action: nameOf(number),
        value,
        error,
        loss,
        lossError,
      }));
    return {
      seat: raw.decision,
      chosen: actions[raw.chosen]?.action,
      grade: this.#codes.grades[raw.grade],
      onlyMove: raw.only_move !== 0,
      closeCall: raw.close_call !== 0,
      actions,
      reasons: raw.reasons.slice(0, raw.reason_count).map((one) => this.#reason(one)),
    };
  }

  #reason({ code, share, seat, cards, numbers }) {
    const names = this.#codes.reasonNumbers[code];
    return {
      code: this.#codes.reasons[code],
      share,
      seat: orNull(seat),
      cards: this.cards(cards),
      numbers: Object.fromEntries(names.map((name, place) => [name, numbers[place]])),
    };
  }

  /** Return the review of a player from the record of its account. */
  player(record, seat, name) {
    const raw = this.#read("accounts", record);
    const grades = this.#codes.grades.map((grade, code) => [grade, raw.grades[code]]).slice(1);
    const { decisions, loss, before, result, luck, errors, others } = raw;
    return {
      seat,
      name,
      decisions,
      loss,
      errorRate: decisions ? raw.error_rate : null,
      like: raw.like === NOTHING ? null : this.#codes.levels[raw.like],
      grades: Object.fromEntries(grades),
      account: { before, result, luck, errors, others },
      luckiest: raw.luckiest.filter(({ change }) => change !== 0),
      unluckiest: raw.unluckiest.filter(({ change }) => change !== 0),
    };
  }

  #suit(code) {
    return code === NOTHING ? null : this.#codes.suits[code];
  }

  /** Return the numbers of a record by their fields. */
  #read(kind, bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return readFields(view, 0, this.#layout.records[kind].fields);
  }
}

function readFields(view, start, fields) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { at, type, length }]) => [
      name,
      length === undefined
        ? readOne(view, start + at, type)
        : Array.from({ length }, (_, place) =>
            readOne(view, start + at + place * sizeOf(type), type),
          ),
    ]),
  );
}

function readOne(view, at, type) {
  if (type === "int8") return view.getInt8(at);
  if (type === "int64") return view.getInt32(at + 4, true) * HALF_WORD + view.getUint32(at, true);
  if (type === "float64") return view.getFloat64(at, true);
  return readFields(view, at, type.fields);
}

function sizeOf(type) {
  if (type === "int8") return 1;
  return typeof type === "string" ? 8 : type.size;
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

function orNull(number) {
  return number === NOTHING ? null : number;
}

function halfOrNull(doubled) {
  return doubled === NOTHING ? null : doubled / 2;
}
