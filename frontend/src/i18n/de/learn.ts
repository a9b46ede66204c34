import type { learn as English } from "../en/learn";

export const learn: typeof English = {
  learn: {
    step: (n, all) => `Schritt ${n} von ${all}`,
    next: "Weiter",
    skip: "Überspringen",
    back: "Zurück",
    restart: "Von vorn",
    show: "Zeig es mir",
    play: "Spiel deine erste Partie",
    rules: "Die Regeln lesen",
    hand: (n) => `Hand ${n}`,
  },

  rules: {
    variant: "Variante",
    contents: "Inhalt",
    print: "Drucken",
    learn: "Spielend lernen",
    card: "Karte",
    counts: "Zählt",
    house: "Hausregeln",
    houseSay: (variant) =>
      `Dieser Tisch spielt „${variant}“ mit Änderungen. Sie sind unten in den Regeln markiert.`,
    instead: "Üblich:",
    notHere: "Hier nicht gespielt:",
    changed: "Hausregel",
    tactics: "Gut spielen",
    tacticsSay: "Ratschläge, keine Regeln.",
    words: "Die Wörter in drei Sprachen",
    absent: "Regeln, die hier nicht gelten",
    absentSay:
      "Die Regeln aller Varianten sind gemeinsam nummeriert. Diese Nummern gehören zu anderen:",
    notPart: "gehört nicht zu dieser Variante",
    refused: "Solche Regeln gibt es nicht:",
    loses: (n) => `verliert ${n === 1 ? "ein" : n} Leben`,
  },
};
