import { count } from "../grammar";
import type { showdown as English } from "../en/showdown";
import { does, list } from "./grammar";

export const showdown: typeof English = {
  showdown: {
    title: (round) => `Ronde ${round}: kaarten op tafel`,
    loses: (n) => `verliest ${count(n, "punt", "punten")}`,
    nowSwimming: "zwemt nu",
    nowChicken: "krijgt de kip",
    nowOut: "is uit",
    nobody: "Niemand verliest een punt.",
    notCounted: "Iedereen zou uit zijn: de ronde telt niet en wordt overgespeeld.",
    total: "Totaal",
    points: "Score",
    next: "Volgende ronde",
    dealing: "Er wordt gedeeld",
    lossesWords: (who, n) => `${does(who, "verliest", "verliest")} ${count(n, "punt", "punten")}.`,
  },

  over: {
    wins: (who) =>
      who.length === 1 && who[0]
        ? `${does(who[0], "wint", "wint")} de partij`
        : `Gedeelde winst: ${list(who.map(({ name, you }) => (you ? "jij" : name)))}`,
    again: "Nog een keer",
    record: "Partij downloaden",
    start: "Nieuw spel",
  },
};
