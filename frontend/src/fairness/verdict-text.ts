/** The texts for a verdict on a record's shuffles: a headline and a line for each detail. */
import { type Catalogue, list } from "../i18n";
import type { Fault } from "./fairness-record.ts";
import type { Verdict } from "./verify.ts";

export interface Line {
  kind: "good" | "bad" | "note";
  text: string;
}

/** Return the lines for a verdict; `seen`: whether it compared the seal seen on this device. */
export function verdictLines(
  verdict: Verdict,
  players: readonly string[],
  seen: boolean,
  t: Catalogue,
): [Line, ...Line[]] {
  const texts = t.fairness;
  if (!verdict.fair) {
    const inconclusive = INCONCLUSIVE.includes(verdict.code);
    const headline = inconclusive ? texts.unknown : texts.unfair;
    return [
      { kind: inconclusive ? "note" : "bad", text: headline },
      { kind: "note", text: faultText(verdict, players, t) },
    ];
  }
  const names = verdict.seats.map((seat) => players[seat] ?? "");
  const good = (text: string): Line => ({ kind: "good", text });
  return [
    good(texts.fair),
    good(texts.committed),
    names.length > 0
      ? good(texts.mixed({ n: names.length, names: list(names, t) }))
      : { kind: "note", text: texts.unmixed },
    good(texts.followed({ packs: verdict.rounds, shuffles: verdict.shuffles })),
    ...(verdict.attempts > 1
      ? [{ kind: "note", text: texts.attempts({ n: verdict.attempts - 1 }) } as const]
      : []),
    seen ? good(texts.seen) : { kind: "note", text: texts.compare },
  ];
}

/** Format a seal for reading aloud: "4671 aa93 ...". */
export const groupDigits = (seal: string): string => seal.replace(/(.{4})(?=.)/g, "$1 ");

/** Faults that prevent verification but are no sign of cheating. */
const INCONCLUSIVE: readonly Fault["code"][] = [
  "none",
  "version",
  "malformed",
  "unpublished",
  "forgotten",
];

function faultText(fault: Fault, players: readonly string[], t: Catalogue): string {
  const texts = t.fairness.faults;
  const { attempt = 0, seat = 0, round = 0, shuffle = 0, key = "" } = fault;
  switch (fault.code) {
    case "malformed":
      return texts.malformed({ key });
    case "server_seed":
      return texts.server_seed({ attempt });
    case "player_seed":
      return texts.player_seed({ attempt, name: players[seat] ?? "" });
    case "attempts":
      return texts.attempts({ attempt });
    case "pack":
      return texts.pack({ round });
    case "shuffle":
      return texts.shuffle({ round, shuffle });
    default:
      return texts[fault.code];
  }
}
