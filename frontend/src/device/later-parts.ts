/** Functions of the worker that no table needs for its first deal. */
export { importTables } from "./archive/archive";
export { logOf, readRecord } from "./archive/record-file";
export { isPlayable, puzzleHint, puzzleScene } from "./puzzles/puzzle-scene";
export { historyOf } from "./statistics/statistics";
export { challengeableOf } from "./table/challengeable";
export { MatchReplay } from "./table/replay";
export { storyOf } from "./table/story";
