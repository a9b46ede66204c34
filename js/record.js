/** Records of matches: their keys, checked before anything is played. */

import { EngineError, quote } from "./engine.js";

const TYPES = {
  string: (value) => typeof value === "string",
  integer: (value) => Number.isSafeInteger(value),
  list: (value) => Array.isArray(value),
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

/**
 * Return the match of a record, an object of JSON, after its last action.
 *
 * `format` is the one that can be read, `start` returns a match by preset, options, players and dealer.
 * Throws an `EngineError`; `details` hold the round and action at fault, counted from 1.
 */
export function playRecord(record, format, start) {
  if (!TYPES.object(record))
    throw new EngineError("wrong_type", `a record is an object, not ${quote(record)}`);
  checkFormat(required(record, "format", "string"), format);
  const rules = required(record, "rules", "object");
  const preset = required(rules, "preset", "string");
  const options = Object.hasOwn(rules, "options") ? required(rules, "options", "object") : {};
  const players = required(record, "players", "list");
  const dealer = required(record, "dealer", "integer");
  const rounds = required(record, "rounds", "list");
  const match = start(preset, options, players, dealer);
  rounds.forEach((round, index) => {
    at({ round: index + 1 }, () => playRound(match, round, index === rounds.length - 1));
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

function playRound(match, round, isLast) {
  if (!TYPES.object(round))
    throw new EngineError("wrong_type", `a round is an object, not ${quote(round)}`);
  const pack = required(round, "pack", "string");
  const shuffles = Object.hasOwn(round, "shuffles") ? required(round, "shuffles", "list") : [];
  const actions = required(round, "actions", "list");
  match.deal(pack);
  let used = 0;
  actions.forEach((action, index) => {
    at({ action: index + 1 }, () => {
      if (typeof action !== "string")
        throw new EngineError("wrong_type", `"actions" must hold strings, not ${quote(action)}`);
      if (match.toAct === null)
        throw new EngineError("left_over", `${quote(action)} is left over: the round is over`);
      used += playAction(match, action, shuffles[used]);
    });
  });
  if (match.toAct !== null && !isLast)
    throw new EngineError("unfinished", "it stops unfinished though it is not the last round");
  if (used < shuffles.length)
    throw new EngineError(
      "left_over",
      `"shuffles": ${shuffles.length - used} unused when the round stops`,
    );
}

/** Play an action, with the next shuffle if it needs one; return how many it needed. */
function playAction(match, action, shuffle) {
  try {
    match.play(action);
    return 0;
  } catch (error) {
    if (error.code !== "missing_shuffle" || shuffle === undefined) throw error;
    match.play(action, shuffle);
    return 1;
  }
}

/** Run a function; an error that it throws gets details of the place. */
function at(place, run) {
  try {
    run();
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
