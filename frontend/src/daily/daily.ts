/** Deals of the day: loading, the variant chosen last, commitments seen, and signs of results. */
import { getDaily } from "../api/http";
import type { Daily } from "../api/wire";
import type { IconName } from "../ui/Icon.svelte";
import type { Catalogue } from "../i18n";
import { parseList } from "../storage/json";
import { loadText, saveText, serverKey } from "../storage/storage";
import { addDays } from "./dates";

const VARIANT_KEY = "schwimmen.daily-variant";
const COMMITMENTS_KEY = serverKey("schwimmen.daily-commitments");
const MAX_COMMITMENTS = 200;

export const savedVariant = (): string => loadText(VARIANT_KEY);
export const saveVariant = (variant: string): void => saveText(VARIANT_KEY, variant);

/** Return the deal of a variant, or of the one chosen last, or the first. */
export const dealOf = <Deal extends { variant: string }>(
  deals: readonly Deal[],
  variant: string | null,
): Deal | undefined =>
  deals.find((deal) => deal.variant === variant) ??
  deals.find((deal) => deal.variant === savedVariant()) ??
  deals[0];

/** Return today's deals, and store their commitments and tomorrow's. */
export async function loadDaily(): Promise<Daily> {
  const daily = await getDaily();
  storeCommitments(daily);
  return daily;
}

type Entry = readonly [date: string, variant: string, commitment: string];

const loadCommitments = () => parseList(loadText(COMMITMENTS_KEY)) as Entry[];

/** Store commitments whose seeds are secret; the first one seen for a deal is kept. */
export function storeCommitments({ date, deals }: Daily): void {
  const stored = loadCommitments();
  const added = deals.flatMap(({ variant, commitment, next_commitment }): Entry[] => [
    [date, variant, commitment],
    [addDays(date, 1), variant, next_commitment],
  ]);
  const isNew = ([date, variant]: Entry) =>
    !stored.some((entry) => entry[0] === date && entry[1] === variant);
  const all = [...stored, ...added.filter(isNew)];
  saveText(COMMITMENTS_KEY, JSON.stringify(all.slice(-MAX_COMMITMENTS)));
}

/** Return the commitment that this browser saw before the seed was published, if any. */
export const seenCommitment = (date: string, variant: string): string | undefined =>
  loadCommitments().find((entry) => entry[0] === date && entry[1] === variant)?.[2];

/** A kind of round in a result. */
export type Sign = keyof Catalogue["daily"]["signs"];

export const SIGN_ICONS: Readonly<Record<Sign, IconName>> = {
  kept: "tick",
  lost: "minus",
  swims: "wave",
  out: "cross",
  best: "tick",
  other: "minus",
};

const LIVES: Readonly<Record<string, Sign>> = {
  "🟩": "kept",
  "🟥": "lost",
  "🌊": "swims",
  "⬛": "out",
};
const POINTS: Readonly<Record<string, Sign>> = { "🟩": "best", "🟥": "other" };

/** Return the kinds of signs in a match for lives or for points. */
export const signKinds = (points: boolean): Sign[] => Object.values(points ? POINTS : LIVES);

/** Decode the signs of a result, one for each round. */
export const readSigns = (signs: string, points: boolean): Sign[] =>
  [...signs].flatMap((sign) => (points ? POINTS : LIVES)[sign] ?? []);

/** Whether the deals of a variant are played for points; `options` are its changed options. */
export const isForPoints = (options: Readonly<Record<string, unknown>>): boolean =>
  "rounds" in options;
