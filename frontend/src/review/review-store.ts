/** Finished reviews of this browser, in IndexedDB. */
import { deleteDB, openDB, type DBSchema } from "idb";
import type { Review } from "schwimmen";

interface Schema extends DBSchema {
  reviews: {
    key: string;
    value: { key: string; used: number; review: Review };
    indexes: { used: number };
  };
}

const NAME = "schwimmen-reviews";

/** The number of reviews that are kept, those used last. */
const KEPT = 50;

const open = () =>
  openDB<Schema>(NAME, 1, {
    upgrade(created) {
      created.createObjectStore("reviews", { keyPath: "key" }).createIndex("used", "used");
    },
  });

/** Return a review, or null if it is not stored or the browser stores nothing. */
export async function storedReview(key: string): Promise<Review | null> {
  try {
    const database = await open();
    const row = await database.get("reviews", key);
    if (row) await database.put("reviews", { ...row, used: Date.now() });
    database.close();
    return row?.review ?? null;
  } catch {
    return null;
  }
}

/** Store a review and delete those unused for longest; without storage it is computed again. */
export async function storeReview(key: string, review: Review): Promise<void> {
  try {
    const database = await open();
    await database.put("reviews", { key, used: Date.now(), review });
    const keys = await database.getAllKeysFromIndex("reviews", "used");
    for (const old of keys.slice(0, -KEPT)) await database.delete("reviews", old);
    database.close();
  } catch {
    return;
  }
}

/** Delete all reviews. */
export const deleteReviews = (): Promise<void> => deleteDB(NAME).catch(() => undefined);
