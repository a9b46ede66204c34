import type { Rank, Suit } from "../../cards/cards";
import { byPack } from "../grammar";

const frenchSuits: Record<Suit, string> = { C: "clubs", S: "spades", H: "hearts", D: "diamonds" };
const germanSuits: Record<Suit, string> = { C: "acorns", S: "leaves", H: "hearts", D: "bells" };
const frenchRanks: Record<Rank, string> = {
  "2": "two",
  "3": "three",
  "4": "four",
  "5": "five",
  "6": "six",
  "7": "seven",
  "8": "eight",
  "9": "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
  A: "ace",
};
const germanRanks: Record<Rank, string> = { ...frenchRanks, J: "unter", Q: "ober" };

const suitName = (suit: Suit) => byPack(frenchSuits, germanSuits)[suit];
const rankName = (rank: Rank) => byPack(frenchRanks, germanRanks)[rank];

export const common = {
  title: "Schwimmen",

  subtitle: "The card game also called 31, Schnauz or Knack",

  suit: suitName,

  rank: rankName,

  card: (rank: Rank, suit: Suit) => `${rankName(rank)} of ${suitName(suit)}`,

  value: (value: string, suit: string | null) =>
    suit === null ? `${value}, cards of one rank` : `${value} in ${suit}`,

  variants: {
    pagat: {
      name: "Schwimmen",
      line: "The German classic: you may close together with an exchange, and the others get one more turn.",
    },
    app: {
      name: "Computer 31",
      line: "As in the computer game: closing is a turn of its own, and the higher card breaks ties.",
    },
    "app-a7": {
      name: "Computer 31",
      line: "As in the computer game, with 32 cards: closing is a turn of its own, and the higher card breaks ties.",
    },
    "app-a9": {
      name: "Computer 31, 24 cards",
      line: "Like Computer 31 with a small pack, nine to ace: high hands come quickly, the talon is short.",
    },
    "app-a5": {
      name: "Computer 31, 40 cards",
      line: "Like Computer 31 with a larger pack, five to ace: good hands take longer.",
    },
    gamerules: {
      name: "Schwimmen, tie replayed",
      line: "Like Schwimmen, but when all the last players would go out together the round is played again.",
    },
    dutch: {
      name: "Eenendertigen",
      line: "The Dutch game: no passing. Closing is for yourself, and so is exchanging all; the others go on. Six lives and one chicken.",
    },
    choy: {
      name: "Forty-one",
      line: "Four cards in hand, played for points. You may renew the table, and closing ends the round at once.",
    },
  },

  levels: {
    random: { name: "Random", line: "plays anything that is allowed" },
    beginner: { name: "Beginner", line: "closes too early or too late, forgets a lot" },
    casual: { name: "Casual", line: "plays for the good hand, with slips" },
    greedy: { name: "Greedy", line: "always takes the best hand in sight" },
    club: { name: "Club", line: "has a plan and watches what you take" },
    expert: { name: "Expert", line: "works out what you hold, gives little away" },
    master: { name: "Master", line: "the strongest: thinks each hand to its end" },
  },
};
