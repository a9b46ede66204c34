/**
 * Floors of src/: imports run down and never in a circle.
 *
 * Checked by `npm run check`. Types that only components import are invisible here, because their
 * compiler removes those imports.
 */

/** Floors from the ground up; parts of a floor may import each other and all floors below. */
const FLOORS = [
  ["storage", "styles", "site"],
  ["i18n"],
  ["api", "router"],
  ["game"],
  ["cards", "engine", "portraits", "ui"],
  ["moments", "motion", "narration", "sound"],
  ["device"],
  ["offline", "worker"],
  ["setup"],
  ["challenge", "fairness", "friends", "story", "table", "waiting-room"],
  [
    "about",
    "daily",
    "learn",
    "lobby",
    "matches",
    "navigation",
    "odds",
    "players",
    "profile",
    "puzzles",
    "replay",
    "review",
    "rules",
    "settings",
    "start",
    "statistics",
  ],
  ["App", "main"],
];

/** Tests and their data, which may import everything. */
const TESTS = "\\.(test|fixtures?)\\.ts$|/fixtures\\.ts$";

/** Return the pattern for the folders and files of floors. */
const parts = (floors) => `^src/(${floors.flat().join("|")})[/.]`;

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "circle",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-floor",
      comment: "each folder and file of src/ is on a floor",
      severity: "error",
      from: { path: "^src/", pathNot: [parts(FLOORS), "\\.d\\.ts$"] },
      to: {},
    },
    ...FLOORS.slice(0, -1).map((floor, height) => ({
      name: "upward",
      comment: `${floor.join(", ")} may import only their own floor and those below`,
      severity: "error",
      from: { path: parts([floor]), pathNot: TESTS },
      to: { path: parts(FLOORS.slice(height + 1)) },
    })),
  ],
  options: {
    doNotFollow: { path: ["node_modules", "^\\.\\./"] },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
  },
};
