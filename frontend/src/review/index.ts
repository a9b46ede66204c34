/** The review of a match, which is loaded when it is asked for. */
export { default as ChanceGraph } from "./course/ChanceGraph.svelte";
export { default as Practice } from "./practice/Practice.svelte";
export { default as ReviewPanel } from "./ReviewPanel.svelte";
export { ReviewSession } from "./run/session.svelte";
export { loadTexts, type ReviewTexts } from "../narration/review-texts";
