/** Special moments of a finished round, derived from its result. */
import type { Options, View } from "../api/wire";
import type { Catalogue } from "../i18n";
import { seatFate } from "../narration/round-outcome";

/** Kinds of moments, in the order in which a player sees them. */
export const MOMENT_KINDS = [
  "fire",
  "best",
  "life",
  "afloat",
  "chicken",
  "swims",
  "out",
  "under",
  "win",
] as const;
export type MomentKind = (typeof MOMENT_KINDS)[number];

export interface Moment {
  kind: MomentKind;
  seat: number;
}

type Finished = Pick<View, "result" | "replayed" | "over" | "winners">;

/** Return the moment about a seat's lives in a round, or null. */
function lifeMoment({ result, replayed }: Finished, seat: number, options: Options) {
  const lost = replayed ? null : (result?.lost?.[seat] ?? null);
  if (lost === null) return null;
  const fate = seatFate(result?.status?.[seat] ?? null, options);
  if (lost > 0) return fate ?? "life";
  return fate === "swims" ? "afloat" : null;
}

/** Return the moments of a view, in order; an empty list before the end of a round. */
export function roundMoments(view: Finished, options: Options): Moment[] {
  const { result, over, winners } = view;
  if (!result) return [];
  const moments: Moment[] = over ? winners.map((seat) => ({ kind: "win", seat })) : [];
  if (result.by !== null && (result.end === "fire" || result.end === "31"))
    moments.push({ kind: result.end === "fire" ? "fire" : "best", seat: result.by });
  result.hands.forEach((_, seat) => {
    const kind = lifeMoment(view, seat, options);
    // Winning matters more than staying afloat.
    if (kind && !(kind === "afloat" && over && winners.includes(seat)))
      moments.push({ kind, seat });
  });
  const rank = ({ kind }: Moment) => MOMENT_KINDS.indexOf(kind);
  return moments.sort((a, b) => rank(a) - rank(b) || a.seat - b.seat);
}

/** Return the moments of one seat, in order. */
export const momentsOf = (moments: readonly Moment[], seat: number | null): MomentKind[] =>
  moments.filter((moment) => moment.seat === seat).map(({ kind }) => kind);

/** Return the most important moment of a seat, or null. */
export const mainMoment = (moments: readonly Moment[], seat: number | null): MomentKind | null =>
  momentsOf(moments, seat).at(-1) ?? null;

/** Describe a moment; `best` is the name of the best hand, 31 or 41. */
export const momentText = (kind: MomentKind, best: string, t: Catalogue): string =>
  kind === "best" ? best : t.moments[kind];

/** Return the time in ms for which a moment is shown large. */
export const momentLength = (kind: MomentKind): number =>
  kind === "life" ? 1000 : kind === "win" ? 1500 : 1350;
