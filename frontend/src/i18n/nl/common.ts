import type { Rank, Suit } from "../../cards/cards";
import type { common as English } from "../en/common";
import { byPack } from "../grammar";

const frenchSuits: Record<Suit, string> = {
  C: "klaveren",
  S: "schoppen",
  H: "harten",
  D: "ruiten",
};
const germanSuits: Record<Suit, string> = { C: "eikels", S: "bladeren", H: "harten", D: "bellen" };
const frenchRanks: Record<Rank, string> = {
  "2": "twee",
  "3": "drie",
  "4": "vier",
  "5": "vijf",
  "6": "zes",
  "7": "zeven",
  "8": "acht",
  "9": "negen",
  T: "tien",
  J: "boer",
  Q: "vrouw",
  K: "heer",
  A: "aas",
};
const germanRanks: Record<Rank, string> = { ...frenchRanks, J: "onder", Q: "ober", K: "koning" };

const suitName = (suit: Suit) => byPack(frenchSuits, germanSuits)[suit];
const rankName = (rank: Rank) => byPack(frenchRanks, germanRanks)[rank];

export const common: typeof English = {
  title: "Schwimmen",

  subtitle: "Het kaartspel dat ook 31 of eenendertigen heet",

  suit: suitName,

  rank: rankName,

  card: (rank, suit) => `${suitName(suit)} ${rankName(rank)}`,

  value: (value, suit) => (suit === null ? `${value}, gelijke kaarten` : `${value} in ${suit}`),

  variants: {
    pagat: {
      name: "Schwimmen",
      line: "De Duitse klassieker: passen kan samen met een ruil, en de anderen krijgen nog één beurt.",
    },
    app: {
      name: "Computer-31",
      line: "Zoals in het computerspel: passen is een eigen beurt, en bij gelijke stand telt de hoogste kaart.",
    },
    "app-a7": {
      name: "Computer-31",
      line: "Zoals in het computerspel, met 32 kaarten: passen is een eigen beurt, en bij gelijke stand telt de hoogste kaart.",
    },
    "app-a9": {
      name: "Computer-31, 24 kaarten",
      line: "Zoals Computer-31 met een klein spel, negen tot aas: hoge handen komen snel, de stapel is kort.",
    },
    "app-a5": {
      name: "Computer-31, 40 kaarten",
      line: "Zoals Computer-31 met een groter spel, vijf tot aas: goede handen duren langer.",
    },
    gamerules: {
      name: "Schwimmen, gelijk wordt overgespeeld",
      line: "Als Schwimmen, maar zouden de laatsten allemaal tegelijk uitvallen, dan wordt de ronde overgespeeld.",
    },
    dutch: {
      name: "Eenendertigen",
      line: "Het Nederlandse spel: wie past of alles ruilt, past voor zichzelf, en de anderen gaan door. Zes punten en één kip.",
    },
    choy: {
      name: "Eenenveertig",
      line: "Vier kaarten in de hand, gespeeld om de score. De pot kan worden vernieuwd, en passen beëindigt de ronde meteen.",
    },
  },

  levels: {
    random: { name: "Willekeurig", line: "speelt wat maar mag" },
    beginner: { name: "Beginner", line: "past te vroeg of te laat, vergeet veel" },
    casual: { name: "Gezellig", line: "speelt voor de goede hand, met foutjes" },
    greedy: { name: "Gretig", line: "neemt altijd de beste hand die er ligt" },
    club: { name: "Club", line: "heeft een plan en let op wat je pakt" },
    expert: { name: "Expert", line: "bedenkt wat je hebt en geeft weinig weg" },
    master: { name: "Meester", line: "de sterkste: denkt elke hand ten einde" },
  },
};
