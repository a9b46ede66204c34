/** Records of matches: written, and read again with all keys checked before anything is played. */

/** @import { Options, Preset, RoundResult } from "./types.js" */

/**
 * Record of a match (RECORD.md), with further keys.
 * @typedef {{
 *   format: string,
 *   rules: { preset: Preset, options?: Partial<Options> },
 *   players: string[],
 *   dealer: number,
 *   rounds: { pack: string, shuffles?: string[], actions: string[] }[],
 *   [key: string]: unknown,
 * }} MatchRecord
 */

/**
 * Results of a match by RECORD.md.
 * @typedef {object} MatchResult
 * @property {string} format
 * @property {boolean} complete
 * @property {(Omit<RoundResult, "hands" | "totals"> & { hands: (string | null)[] })[]} rounds
 * @property {number[]} winners
 * @property {number[]} [totals]
 */

import { EngineError, quote } from "./errors.js";

const TYPES = {
  string: (value) => typeof value === "string",
  integer: (value) => Number.isSafeInteger(value),
  list: (value) => Array.isArray(value),
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

/** Return the record of a match with these rounds, with further keys at its end. */
export function recordOf({ rules, players, firstDealer }, { layout }, rounds, further) {
  const { format, rulesVersion } = layout.record;
  const record = {
    format,
    rules: { preset: rules.preset, options: { ...rules.changed } },
    players: [...players],
    dealer: firstDealer,
    rounds: structuredClone(rounds),
    rules_version: rulesVersion,
  };
  for (const key of Object.keys(further))
    if (Object.hasOwn(record, key))
      throw new EngineError("reserved_key", `"${key}" is a key of every record`, { key });
  return { ...record, ...further };
}

/**
 * Return the match of a record, an object of JSON, after its last action.
 *
 * `start` returns a match by preset, options, players and dealer. Throws an `EngineError`;
 * `details` hold the round and action at fault, counted from 1.
 */
export function playRecord(record, kernel, start) {
  if (!TYPES.object(record))
    throw new EngineError("wrong_type", `a record is an object, not ${quote(record)}`);
  checkFormat(required(record, "format", "string"), kernel.layout.record.format);
  const rules = required(record, "rules", "object");
  const preset = required(rules, "preset", "string");
  const options = Object.hasOwn(rules, "options") ? required(rules, "options", "object") : {};
  const players = required(record, "players", "list");
  const dealer = required(record, "dealer", "integer");
  const list = required(record, "rounds", "list");
  const match = start(preset, options, players, dealer);
  const rounds = list.map((round, index) => at({ round: index + 1 }, () => readRound(round)));
  const verdict = verdictOn(kernel, match, rounds);
  rounds.slice(0, verdict.dealt).forEach((round, index) => {
    at({ round: index + 1 }, () => {
      match.deal(round.pack);
      for (const [number, shuffle] of verdict.moves[index]) match.play(number, shuffle);
      if (index === verdict.round) fail(match, round, verdict);
    });
  });
  return match;
}

function checkFormat(found, known) {
  if (found === known) return;
  const [name, version] = known.split("/");
  const newer = found.match(new RegExp(`^${name}/([1-9][0-9]*)$`));
  const isNewer = newer !== null && Number(newer[1]) > Number(version);
  throw new EngineError(
    isNewer ? "newer_record" : "foreign_record",
    `unknown format ${quote(found)}: "format" must be "${known}"`,
    { format: found },
  );
}

function readRound(round) {
  if (!TYPES.object(round))
    throw new EngineError("wrong_type", `a round is an object, not ${quote(round)}`);
  const pack = required(round, "pack", "string");
  const shuffles = Object.hasOwn(round, "shuffles") ? required(round, "shuffles", "list") : [];
  shuffles.forEach((shuffle) => checkText("shuffles", shuffle));
  const actions = required(round, "actions", "list");
  actions.forEach((action, index) => {
    at({ action: index + 1 }, () => checkText("actions", action));
  });
  return { pack, shuffles, actions };
}

function checkText(key, value) {
  if (typeof value !== "string")
    throw new EngineError("wrong_type", `"${key}" must hold strings, not ${quote(value)}`, { key });
}

/**
 * Return the verdict of the rules on the rounds of a match that has just begun.
 *
 * `moves` are the actions of each round that can be played, by number, each with the shuffle that it
 * needs. `fault` has a place, `round` and `action` counted from 0, and perhaps a number of `unused`
 * shuffles.
 */
function verdictOn(kernel, match, rounds) {
  const { decoder, layout } = kernel;
  const orders = rounds.map(({ pack, shuffles }) =>
    [pack, ...shuffles].map((text) => decoder.numbersOf(text)),
  );
  const names = rounds.flatMap(({ actions }) => actions);
  const shuffles = rounds.flatMap((round) => round.shuffles);
  return kernel.borrow((allocate) => {
    const recorded = kernel.written(
      allocate,
      "recorded_rounds",
      rounds.map((round, place) => ({
        cards: orders[place][0].length,
        actions: round.actions.length,
        shuffles: round.shuffles.length,
      })),
    );
    const actions = kernel.written(
      allocate,
      "recorded_actions",
      names.map((name) => {
        const [kind, given, taken] = decoder.kindAndCards(name);
        return { kind, given, taken, number: -1 };
      }),
    );
    const needed = kernel.written(
      allocate,
      "recorded_shuffles",
      orders.flatMap(([, ...all]) => all).map((order) => ({ cards: order.length, action: -1 })),
    );
    const cards = allocate("cards", orders.flat(2).length);
    cards.bytes().set(orders.flat(2)); // -1 becomes 255, which is the same byte
    kernel.encode(match.rules);
    const [code, round, action, unused] = kernel.call(
      "play_record",
      kernel.rules,
      match.players.length,
      match.firstDealer,
      kernel.packOf(match.rules),
      recorded,
      actions,
      needed,
      cards,
      allocate("rounds", rounds.length),
      allocate("matches", rounds.length + 1),
    );
    const shuffleOf = new Map(
      shuffles.map((shuffle, place) => [needed.get("action", 0, place), shuffle]),
    );
    let first = 0;
    const moves = rounds.map((one) => {
      const places = one.actions.map((_, place) => first + place);
      first += places.length;
      return places
        .map((place) => [actions.get("number", 0, place), shuffleOf.get(place)])
        .filter(([number]) => number >= 0);
    });
    const dealt = code === 0 ? rounds.length : round + 1;
    return { fault: layout.codes.recordFaults[code], round, action, unused, moves, dealt };
  });
}

/** Throw the fault of a round of which all moves before it have been played. */
function fail(match, { actions, shuffles }, { fault, round, action, unused, moves }) {
  if (fault === "unfinished")
    throw new EngineError("unfinished", "it stops unfinished though it is not the last round");
  if (fault === "unused_shuffles")
    throw new EngineError("left_over", `"shuffles": ${unused} unused when the round stops`);
  at({ action: action + 1 }, () => {
    if (fault === "left_over")
      throw new EngineError(
        "left_over",
        `${quote(actions[action])} is left over: the round is over`,
      );
    const used = moves[round].filter(([, shuffle]) => shuffle !== undefined).length;
    match.play(actions[action], fault === "wrong_shuffle" ? shuffles[used] : undefined);
  });
}

/** Return what a function returns; an error that it throws gets details of the place. */
function at(place, run) {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new EngineError(error.code, error.message, { ...error.details, ...place });
  }
}

function required(object, key, type) {
  if (!Object.hasOwn(object, key))
    throw new EngineError("missing_key", `the key "${key}" is missing`, { key });
  if (!TYPES[type](object[key]))
    throw new EngineError("wrong_type", `"${key}" must be of type ${type}`, { key });
  return object[key];
}
