import { count } from "../grammar";
import type { start as English } from "../en/start";
import { list } from "./grammar";

export const start: typeof English = {
  start: {
    newGame: "Neues Spiel",
    variant: "Variante",
    opponents: "Gegner",
    level: "Stärke",
    levelOf: (n) => `Gegner ${n}`,
    eachLevel: "Stärke für jeden Gegner einzeln wählen",
    lives: "Leben je Spieler",
    rounds: "Runden",
    name: "Dein Name",
    defaultName: "Spieler",
    play: "Spielen",
    starting: "Es wird gegeben",
    running: "Deine laufenden Partien",
    resume: "Weiter",
    roundNumber: (n) => `Runde ${n}`,
    against: (names) => `gegen ${list(names)}`,
    unreachable: "Der Server antwortet nicht. Läuft er noch?",
    loading: "Wird geladen",
    badNumber: (what, low, high) => `${what}: bitte eine ganze Zahl von ${low} bis ${high}.`,
    handSize: (n) => `${n} Karten auf der Hand`,
    packs: {
      A7: "32 Karten, 7 bis Ass",
      A9: "24 Karten, 9 bis Ass",
      A5: "40 Karten, 5 bis Ass",
      A2: "52 Karten",
    },
    playersUpTo: (n) => `2 bis ${n} Spieler`,
    livesEach: (n) => `${n} Leben`,
    roundsInAll: (n) => count(n, "Runde um Punkte", "Runden um Punkte"),
  },
};
