import { count } from "../grammar";
import { list } from "./grammar";

export const start = {
  start: {
    newGame: "New game",
    variant: "Variant",
    opponents: "Opponents",
    level: "Level",
    levelOf: (n: number) => `Opponent ${n}`,
    eachLevel: "Choose a level for each opponent",
    lives: "Lives each",
    rounds: "Rounds",
    name: "Your name",
    defaultName: "Player",
    play: "Play",
    starting: "Dealing",
    running: "Your running matches",
    resume: "Resume",
    roundNumber: (n: number) => `round ${n}`,
    against: (names: string[]) => `against ${list(names)}`,
    unreachable: "The server does not answer. Is it still running?",
    loading: "Loading",
    badNumber: (what: string, low: number, high: number) =>
      `${what}: a whole number from ${low} to ${high}, please.`,
    handSize: (n: number) => `${n} cards in hand`,
    packs: {
      A7: "32 cards, 7 to ace",
      A9: "24 cards, 9 to ace",
      A5: "40 cards, 5 to ace",
      A2: "52 cards",
    },
    playersUpTo: (n: number) => `2 to ${n} players`,
    livesEach: (n: number) => count(n, "life", "lives"),
    roundsInAll: (n: number) => count(n, "round for points", "rounds for points"),
  },
};
