/** A puzzle from a match of the player's own, for tests. */
import type { Puzzle as FoundPuzzle } from "schwimmen";
import type { OwnPuzzle } from "./own-store";
import { ownPuzzle } from "./puzzle";

/** The puzzle in the form of the engine. */
export const FOUND_PUZZLE: FoundPuzzle = {
  preset: "pagat",
  options: { fire: false },
  dealer: 1,
  leader: 0,
  scores: [2, 0],
  dealt: ["QS", "AH", "KH", "QH", "JH", "TH", "9H", "8H", "7H"],
  actions: [24],
  value: 61,
  losses: [0, ...Array.from({ length: 21 }, (_, place) => place + 4)],
  found: { beginner: 0, casual: 2, greedy: 0, club: 1, expert: 3, master: 5 },
  themes: ["whichCard", "swimming"],
  rating: 1620,
};

export const OWN_PUZZLE: OwnPuzzle = { ...ownPuzzle(FOUND_PUZZLE), at: 1 };
