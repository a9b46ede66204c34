/** The rules of the game on this page, loaded when they are needed. */
import type { Game } from "schwimmen";

let loading: Promise<Game> | null = null;

/** Return the rules; what has failed to load is loaded again by the next call. */
export function loadEngine(): Promise<Game> {
  loading ??= import("schwimmen").then(({ load }) => load());
  loading.catch(() => (loading = null));
  return loading;
}
