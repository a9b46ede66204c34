/** The rules engine on this page, loaded on demand. */
import type { Game } from "schwimmen";

let loading: Promise<Game> | null = null;

/** Return the rules engine; after a failure the next call loads it again. */
export function loadEngine(): Promise<Game> {
  loading ??= import("schwimmen").then(({ load }) => load());
  loading.catch(() => (loading = null));
  return loading;
}
