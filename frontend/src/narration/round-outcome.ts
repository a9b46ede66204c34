/** Sentences about the losses of a finished round. */
import type { Options, RoundResult } from "../api/wire";
import { ALL_BUT_BEST, hasChicken, holds } from "../game/conditions";
import { type Catalogue, type PlayerName, playerGroup } from "../i18n";
import type { RulesTextContext } from "./text-context";

/** Return whether players swim before they are out, so that a player who is out has gone under. */
const goesUnder = (options: Options): boolean =>
  options["last_chance"] === "all" && !hasChicken(options);

export type Fate = "out" | "under" | "swims" | "chicken";

/** Return the state to which a loss has led a player, or null while lives are left. */
export function seatFate(status: string | null, options: Options): Fate | null {
  if (status === "out") return goesUnder(options) ? "under" : "out";
  if (status !== "swimming") return null;
  return hasChicken(options) ? "chicken" : "swims";
}

interface Loss {
  seat: number;
  n: number;
  fate: Fate | null;
}

const WORST_FIRST: readonly (Fate | null)[] = ["under", "out", "swims", "chicken", null];

function roundLosses({ lost, status }: RoundResult, at: RulesTextContext): Loss[] {
  const options = at.info?.rules.all ?? {};
  return (lost ?? []).flatMap((n, seat) =>
    n === null ? [] : [{ seat, n, fate: n > 0 ? seatFate(status?.[seat] ?? null, options) : null }],
  );
}

const haveSameFate = (a: Loss, b: Loss) => a.fate === b.fate && (a.fate !== null || a.n === b.n);

function lossText(players: PlayerName[], { fate, n }: Loss, t: Catalogue): string {
  const group = playerGroup(players, t);
  return fate === null ? t.showdown.losers({ ...group, n }) : t.showdown.fates[fate](group);
}

const MANY = 2; // more losers than this are "all but one" if one player was spared

/** Return sentences about the losers, the worst fate first; equal outcomes share a sentence. */
export function loserTexts(
  result: RoundResult,
  at: RulesTextContext,
  t: Catalogue,
  except: number | null = null,
): string[] {
  const inRound = roundLosses(result, at);
  const losers = inRound
    .filter(({ n, seat }) => n > 0 && seat !== except)
    .sort((a, b) => WORST_FIRST.indexOf(a.fate) - WORST_FIRST.indexOf(b.fate) || b.n - a.n);
  const groups: Loss[][] = [];
  for (const loss of losers) {
    const group = groups.find(([first]) => first && haveSameFate(first, loss));
    if (group) group.push(loss);
    else groups.push([loss]);
  }
  return groups.flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const [spared, ...more] = inRound.filter((other) => !group.includes(other));
    if (first.fate === null && spared && more.length === 0 && group.length > MANY)
      return t.showdown.allBut({ ...at.playerName(spared.seat), n: first.n });
    return lossText(
      group.map(({ seat }) => at.playerName(seat)),
      first,
      t,
    );
  });
}

export interface RoundOutcome {
  headline: string;
  /** Sentences about the fates of the other losers, or why no player loses. */
  others: string[];
  /** The rule by which no player loses, if one is to be named. */
  rule: "R24" | "R36" | null;
}

/**
 * Return the outcome of a round for one player, their own fate first; spectators and players
 * already out get the worst fate first. Return null in a game for points.
 */
export function roundOutcome(
  result: RoundResult,
  replayed: boolean,
  at: RulesTextContext & { seat: number | null },
  t: Catalogue,
): RoundOutcome | null {
  if (result.lost === null) return null;
  if (replayed) return { headline: t.showdown.notCounted, others: [], rule: "R24" };
  const options = at.info?.rules.all ?? {};
  const all = loserTexts(result, at, t);
  if (all.length === 0) {
    const tied = holds(ALL_BUT_BEST, options) && result.end !== "31"; // all may have 31 untied (R19)
    return {
      headline: t.showdown.nobody,
      others: tied ? [t.showdown.allTied] : [],
      rule: tied ? "R36" : null,
    };
  }
  const own = roundLosses(result, at).find(({ seat }) => seat === at.seat);
  if (!own) return { headline: all[0] ?? "", others: all.slice(1), rule: null };
  if (own.n === 0) {
    const isAfloat = seatFate(result.status?.[own.seat] ?? null, options) === "swims";
    return { headline: isAfloat ? t.moments.youAfloat : t.showdown.safe, others: all, rule: null };
  }
  return {
    headline: lossText([at.playerName(own.seat)], own, t),
    others: loserTexts(result, at, t, own.seat),
    rule: null,
  };
}
