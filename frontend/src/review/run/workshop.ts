/** Choice of the reviewer: a worker of this build, or the server. */
import { SITE } from "../../site";
import script from "./review-worker.ts?worker&url";
import type { Workshop } from "./review-run.svelte";
import { ServerReviewer } from "./server-reviewer";

const canReview = (): boolean => typeof WebAssembly === "object" && typeof Worker === "function";

/** Return the reviewer for a table's match, or for a file without a table; null if impossible. */
export function workshopFor(table: string): Workshop | null {
  const engine = script;
  if (canReview()) return { engine, start: () => new Worker(script, { type: "module" }) };
  return SITE || table === "" ? null : { engine, start: () => new ServerReviewer(table) };
}
