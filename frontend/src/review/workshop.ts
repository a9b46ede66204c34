/** The worker of the page's own build, which computes reviews. */
import script from "./review-worker.ts?worker&url";
import type { Workshop } from "./review-run.svelte";

/** Whether this browser can review matches. */
export const canReview = (): boolean =>
  typeof WebAssembly === "object" && typeof Worker === "function";

export const workshop: Workshop = {
  engine: script,
  start: () => new Worker(script, { type: "module" }),
};
