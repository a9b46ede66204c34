import type { showdown as English } from "../en/showdown";
import { does, list } from "./grammar";

export const showdown: typeof English = {
  showdown: {
    title: (round) => `Runde ${round}: aufgedeckt`,
    loses: (n) => `verliert ${n} Leben`,
    nowSwimming: "schwimmt nun",
    nowChicken: "nimmt das Huhn",
    nowOut: "ist raus",
    nobody: "Niemand verliert ein Leben.",
    notCounted: "Alle wären raus: die Runde zählt nicht und wird wiederholt.",
    total: "Gesamt",
    points: "Punkte",
    next: "Nächste Runde",
    dealing: "Es wird gegeben",
    lossesWords: (who, n) => `${does(who, "verlierst", "verliert")} ${n} Leben.`,
  },

  over: {
    wins: (who) =>
      who.length === 1 && who[0]
        ? `${does(who[0], "gewinnst", "gewinnt")} die Partie`
        : `Geteilter Sieg: ${list(who.map(({ name, you }) => (you ? "du" : name)))}`,
    again: "Noch einmal",
    record: "Aufzeichnung laden",
    start: "Neues Spiel",
  },
};
