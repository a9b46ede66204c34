/** Where reviews are computed: by a worker of the page's own build, or by the server. */
import { SITE } from "../../site";
import script from "./review-worker.ts?worker&url";
import type { Workshop } from "./review-run.svelte";
import { ServerReviewer } from "./server-reviewer";

const canReview = (): boolean => typeof WebAssembly === "object" && typeof Worker === "function";

/** Return where the match of a table, or of a file without one, is reviewed; null for nowhere. */
export function workshopFor(table: string): Workshop | null {
  const engine = script;
  if (canReview()) return { engine, start: () => new Worker(script, { type: "module" }) };
  return SITE || table === "" ? null : { engine, start: () => new ServerReviewer(table) };
}
