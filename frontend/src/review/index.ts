/** The review of a match, which is loaded when it is asked for. */
export { default as ChanceGraph } from "./ChanceGraph.svelte";
export { default as Practice } from "./Practice.svelte";
export { default as ReviewPanel } from "./ReviewPanel.svelte";
export { ReviewSession } from "./session.svelte";
export { loadTexts, type ReviewTexts } from "./texts";
