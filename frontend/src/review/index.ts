/** Review of a match, loaded on demand. */
export { default as ChanceGraph } from "./course/ChanceGraph.svelte";
export { default as Practice } from "./practice/Practice.svelte";
export { default as ReviewPanel } from "./ReviewPanel.svelte";
export { ReviewSession } from "./run/session.svelte";
export { loadTexts, type ReviewTexts } from "../narration/review-texts";
