/** What the check of a record's shuffles is told as: a headline, and a line for each thing. */
import type { Catalogue } from "../i18n";
import type { Fault } from "./fairness-record.ts";
import type { Verdict } from "./verify.ts";

export interface Line {
  kind: "good" | "bad" | "note";
  text: string;
}

/** `seen`: whether the record was held against the seal that this device saw. */
export function linesOf(
  verdict: Verdict,
  players: readonly string[],
  seen: boolean,
  t: Catalogue,
): [Line, ...Line[]] {
  const words = t.fairness;
  if (!verdict.fair) {
    const known = CANNOT_BE_CHECKED.includes(verdict.code);
    const headline = known ? words.unknown : words.unfair;
    return [
      { kind: known ? "note" : "bad", text: headline },
      { kind: "note", text: faultWords(verdict, players, t) },
    ];
  }
  const names = verdict.seats.map((seat) => players[seat] ?? "");
  const good = (text: string): Line => ({ kind: "good", text });
  return [
    good(words.fair),
    good(words.committed),
    names.length > 0 ? good(words.mixed(names)) : { kind: "note", text: words.unmixed },
    good(words.followed(verdict.rounds, verdict.shuffles)),
    ...(verdict.attempts > 1
      ? [{ kind: "note", text: words.attempts(verdict.attempts) } as const]
      : []),
    seen ? good(words.seen) : { kind: "note", text: words.compare },
  ];
}

/** "4671 aa93 ...": a seal as it can be read out. */
export const inFours = (seal: string): string => seal.replace(/(.{4})(?=.)/g, "$1 ");

/** Nothing is wrong with these, as far as can be seen. */
const CANNOT_BE_CHECKED: readonly Fault["code"][] = [
  "none",
  "version",
  "malformed",
  "unpublished",
  "forgotten",
];

function faultWords(fault: Fault, players: readonly string[], t: Catalogue): string {
  const words = t.fairness.faults;
  const { attempt = 0, seat = 0, round = 0, shuffle = 0, key = "" } = fault;
  switch (fault.code) {
    case "malformed":
      return words.malformed(key);
    case "server_seed":
      return words.server_seed(attempt);
    case "player_seed":
      return words.player_seed(attempt, players[seat] ?? "");
    case "attempts":
      return words.attempts(attempt);
    case "pack":
      return words.pack(round);
    case "shuffle":
      return words.shuffle(round, shuffle);
    default:
      return words[fault.code];
  }
}
