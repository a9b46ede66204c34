import { count } from "../grammar";
import type { start as English } from "../en/start";
import { list } from "./grammar";

export const start: typeof English = {
  start: {
    newGame: "Nieuw spel",
    variant: "Variant",
    opponents: "Tegenstanders",
    level: "Niveau",
    levelOf: (n) => `Tegenstander ${n}`,
    eachLevel: "Kies voor elke tegenstander een niveau",
    lives: "Punten per speler",
    rounds: "Rondes",
    name: "Je naam",
    defaultName: "Speler",
    play: "Spelen",
    starting: "Er wordt gedeeld",
    running: "Je lopende partijen",
    resume: "Verder",
    roundNumber: (n) => `ronde ${n}`,
    against: (names) => `tegen ${list(names)}`,
    unreachable: "De server antwoordt niet. Draait hij nog?",
    loading: "Laden",
    badNumber: (what, low, high) => `${what}: een heel getal van ${low} tot ${high}, graag.`,
    handSize: (n) => `${n} kaarten in de hand`,
    packs: {
      A7: "32 kaarten, 7 tot aas",
      A9: "24 kaarten, 9 tot aas",
      A5: "40 kaarten, 5 tot aas",
      A2: "52 kaarten",
    },
    playersUpTo: (n) => `2 tot ${n} spelers`,
    livesEach: (n) => count(n, "punt", "punten"),
    roundsInAll: (n) => count(n, "ronde om de score", "rondes om de score"),
  },
};
