import type { Rank, Suit } from "../../cards/cards";
import type { common as English } from "../en/common";
import { byPack } from "../grammar";

const frenchSuits: Record<Suit, string> = { C: "Kreuz", S: "Pik", H: "Herz", D: "Karo" };
const germanSuits: Record<Suit, string> = { C: "Eichel", S: "Laub", H: "Herz", D: "Schellen" };
const frenchRanks: Record<Rank, string> = {
  "2": "Zwei",
  "3": "Drei",
  "4": "Vier",
  "5": "Fünf",
  "6": "Sechs",
  "7": "Sieben",
  "8": "Acht",
  "9": "Neun",
  T: "Zehn",
  J: "Bube",
  Q: "Dame",
  K: "König",
  A: "Ass",
};
const germanRanks: Record<Rank, string> = { ...frenchRanks, J: "Unter", Q: "Ober" };

const suitName = (suit: Suit) => byPack(frenchSuits, germanSuits)[suit];
const rankName = (rank: Rank) => byPack(frenchRanks, germanRanks)[rank];

export const common: typeof English = {
  title: "Schwimmen",

  subtitle: "Das Kartenspiel, auch 31, Schnauz oder Knack genannt",

  suit: suitName,

  rank: rankName,

  card: (rank, suit) => `${suitName(suit)} ${rankName(rank)}`,

  value: (value, suit) => (suit === null ? `${value}, Karten eines Ranges` : `${value} in ${suit}`),

  variants: {
    pagat: {
      name: "Schwimmen",
      line: "Der Klassiker: Zumachen geht zusammen mit einem Tausch, die anderen sind noch einmal dran.",
    },
    app: {
      name: "Computer-31",
      line: "Wie im Computerspiel: Zumachen ist ein eigener Zug, bei Gleichstand zählt die höhere Karte.",
    },
    "app-a7": {
      name: "Computer-31",
      line: "Wie im Computerspiel, mit 32 Karten: Zumachen ist ein eigener Zug, bei Gleichstand zählt die höhere Karte.",
    },
    "app-a9": {
      name: "Computer-31, 24 Karten",
      line: "Wie Computer-31 mit kleinem Blatt, Neun bis Ass: Hohe Hände kommen schnell, der Talon ist kurz.",
    },
    "app-a5": {
      name: "Computer-31, 40 Karten",
      line: "Wie Computer-31 mit größerem Blatt, Fünf bis Ass: Gute Hände brauchen länger.",
    },
    gamerules: {
      name: "Schwimmen, Gleichstand wiederholt",
      line: "Wie Schwimmen; würden aber alle Letzten zugleich ausscheiden, wird die Runde wiederholt.",
    },
    dutch: {
      name: "Eenendertigen",
      line: "Das niederländische Spiel: kein Schieben. Wer zumacht oder alle tauscht, macht nur für sich zu, die anderen spielen weiter. Sechs Leben und ein Huhn.",
    },
    choy: {
      name: "Einundvierzig",
      line: "Vier Karten auf der Hand, gespielt um Punkte. Die Mitte lässt sich erneuern, Zumachen beendet die Runde sofort.",
    },
  },

  levels: {
    random: { name: "Zufall", line: "spielt irgendetwas Erlaubtes" },
    beginner: { name: "Anfänger", line: "macht zu früh oder zu spät zu, vergisst viel" },
    casual: { name: "Gelegenheit", line: "spielt auf die gute Hand, mit Patzern" },
    greedy: { name: "Gierig", line: "nimmt immer die beste sichtbare Hand" },
    club: { name: "Verein", line: "hat einen Plan und sieht, was du nimmst" },
    expert: { name: "Könner", line: "ahnt, was du hast, und schenkt wenig her" },
    master: { name: "Meister", line: "der Stärkste: denkt jede Hand zu Ende" },
  },
};
