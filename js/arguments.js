/** Arguments of the methods of games and matches, checked. */

import { checkNumber, EngineError, quote } from "./errors.js";

const MOST = 1e6; // score that a match may be set up with

/**
 * Return a function that returns the URL of a folder, with a slash at its end.
 *
 * The folder is an address, or a function for one that is to be found only when it is needed.
 */
export function folderOf(data) {
  if (typeof data === "function") return data;
  const address = String(data);
  try {
    const url = new URL(address.endsWith("/") ? address : `${address}/`, globalThis.location?.href);
    return () => url;
  } catch {
    throw new EngineError("wrong_type", `data: ${quote(data)} is not an address`, { name: "data" });
  }
}

/** Throw the error of a program that has no address of the data. */
export function unknownFolder() {
  const reason = "this program does not know where its data are";
  throw new EngineError("no_data", `${reason}; pass the address of their folder: load({ data })`);
}

/** Return a seed as a bigint. */
export function seedOf(seed) {
  if (typeof seed === "bigint") return seed;
  return BigInt(checkNumber("seed", seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER));
}

/** Return the names of 2 to `most` players, who are given by them or as a number. */
export function namesOf(players, most) {
  if (typeof players === "number") {
    checkNumber("players", players, 2, most);
    return Array.from({ length: players }, (_, seat) => `Player ${seat + 1}`);
  }
  if (!Array.isArray(players) || !players.every((name) => typeof name === "string"))
    throw new EngineError("wrong_type", "players: a number or a list of names", {
      name: "players",
    });
  checkNumber("players", players.length, 2, most);
  return [...players];
}

/** Write the leader and the scores of a match, which the kernel holds, before its first deal. */
export function setScores({ matches, layout }, { players, lives }, leader, scores) {
  const seats = players.length;
  if (leader !== undefined) matches.set("leader", checkNumber("leader", leader, 0, seats - 1));
  if (scores === undefined) return;
  if (!Array.isArray(scores) || scores.length !== seats)
    throw new EngineError("wrong_type", "scores: a list with a number for each seat", {
      name: "scores",
    });
  scores.forEach((score, seat) => {
    if (lives === null)
      return matches.set("totals", checkNumber("scores", 2 * score, -MOST, MOST), seat);
    matches.set("lives", checkNumber("scores", score, 0, MOST), seat);
    if (score > 0) return;
    matches.set("status", layout.codes.statuses.indexOf("swimming"), seat);
    matches.set("chicken_taken", 1);
  });
}

/** Return the name or number of an action, given as such or as a choice. */
export function actionOf(action) {
  const given = typeof action === "object" && action !== null ? action.action : action;
  if (typeof given === "string" || Number.isSafeInteger(given)) return given;
  throw new EngineError(
    "wrong_type",
    `action: ${quote(action)} is not the name or number of an action, nor a choice`,
    { name: "action" },
  );
}

/** Throw an `EngineError` unless the reason code of an action in a match means legal. */
export function checkLegal(match, kernel, action, code) {
  if (code === 0) return;
  const reason = kernel.layout.codes.illegalReasons[code];
  const legal = match.legalActions;
  const what =
    reason === "unknown_action"
      ? `unknown action ${quote(action)}`
      : `illegal action ${quote(action)} (${reason.replaceAll("_", " ")})`;
  throw new EngineError("illegal_action", `${what}; legal here: ${legal.join(", ") || "none"}`, {
    action,
    reason,
    legal,
  });
}

/** Return the numbers of cards in a text, which must be exactly those expected. */
export function orderOf({ layout, decoder }, name, text, expected) {
  if (typeof text !== "string")
    throw new EngineError("wrong_type", `${name}: ${quote(text)} is not a text`, { name });
  const names = text === "" ? [] : text.split(" ");
  const order = decoder.numbersOf(text);
  const unknown = names.find((_, place) => !expected.includes(order[place]));
  const double = names.find((card, place) => names.indexOf(card) !== place);
  const missing = expected.find((card) => !order.includes(card));
  const fault =
    unknown !== undefined
      ? ["foreign", unknown]
      : double !== undefined
        ? ["double", double]
        : missing !== undefined && ["missing", layout.codes.cards[missing]];
  if (fault)
    throw new EngineError("wrong_cards", `${name}: ${fault[0]} card ${quote(fault[1])}`, {
      name,
      card: fault[1],
    });
  return order;
}
