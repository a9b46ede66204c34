/** Finished reviews of this browser, and what the reader's decisions lost in them, in IndexedDB. */
import { deleteDB, type DBSchema } from "idb";
import type { PlayerReview, Review } from "schwimmen";
import { REVIEW_FORMAT } from "../../api/constants.generated";
import { database } from "../../storage/database";

interface Schema extends DBSchema {
  reviews: {
    key: string;
    value: { key: string; used: number; review: Review };
    indexes: { used: number };
  };
}

const NAME = "schwimmen-reviews";

/** Number of reviews that are kept, those used last. */
const KEPT = 50;

const using = database<Schema>(NAME, (created) => {
  created.createObjectStore("reviews", { keyPath: "key" }).createIndex("used", "used");
});

/** Return a review, or null if none of this format is stored or the browser stores nothing. */
export const storedReview = (key: string): Promise<Review | null> =>
  using(async (opened) => {
    const row = await opened.get("reviews", key);
    if (row?.review.format !== REVIEW_FORMAT) return null;
    await opened.put("reviews", { ...row, used: Date.now() });
    return row.review;
  }).catch(() => null);

/** Store a review and delete those unused for longest; without storage it is computed again. */
export const storeReview = (key: string, review: Review): Promise<void> =>
  using(async (opened) => {
    await opened.put("reviews", { key, used: Date.now(), review });
    const keys = await opened.getAllKeysFromIndex("reviews", "used");
    for (const old of keys.slice(0, -KEPT)) await opened.delete("reviews", old);
  }).catch(() => undefined);

/** The reader's decisions in a match. */
export type Decisions = Pick<PlayerReview, "decisions" | "loss" | "squares">;

interface DecisionSchema extends DBSchema {
  matches: {
    key: string;
    value: Decisions & { match: string; kind: string };
    indexes: { kind: string };
  };
}

const DECISIONS = "schwimmen-decisions";

const usingDecisions = database<DecisionSchema>(DECISIONS, (created) => {
  created.createObjectStore("matches", { keyPath: "match" }).createIndex("kind", "kind");
});

/** Store the reader's decisions in a match; return those in all reviewed matches of its kind. */
export const keepDecisions = (
  match: string,
  kind: string,
  { decisions, loss, squares }: Decisions,
): Promise<Decisions[]> =>
  usingDecisions(async (opened) => {
    await opened.put("matches", { match, kind, decisions, loss, squares });
    return opened.getAllFromIndex("matches", "kind", kind);
  });

export async function deleteReviews(): Promise<void> {
  for (const name of [NAME, DECISIONS]) await deleteDB(name).catch(() => undefined);
}
