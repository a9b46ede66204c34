/** The letters and figures in the corners, as strokes in a box of 30 by 48 (the ten is wider). */

const GLYPHS: Record<string, string> = {
  "2": "M4 13C4 6 9 4 15 4C22 4 26 8 26 14C26 24 9 32 4 44H27",
  "3": "M4 4H25L13 20C21 19 27 24 27 32C27 40 21 44 14 44C9 44 5 42 3 38",
  "4": "M21 46V4L3 33H28",
  "5": "M24 4H7L5 22C8 19 11 18 15 18C22 18 27 23 27 31C27 39 21 44 14 44C9 44 5 42 3 38",
  "6": "M23 4C12 8 4 18 4 31C4 39 8 44 15 44C22 44 26 39 26 32C26 25 22 20 15 20C9 20 5 24 4 31",
  "7": "M3 4H27C19 16 14 29 13 46",
  "8": "M15 22C9 22 5 18 5 13C5 8 9 4 15 4C21 4 25 8 25 13C25 18 21 22 15 22C8 22 3 26 3 33C3 40 8 44 15 44C22 44 27 40 27 33C27 26 22 22 15 22Z",
  "9": "M7 44C18 40 26 30 26 17C26 9 22 4 15 4C8 4 4 9 4 16C4 23 8 28 15 28C21 28 25 24 26 17",
  T: "M2 11 10 4V46M32 4C25 4 22 12 22 24C22 36 25 44 32 44C39 44 42 36 42 24C42 12 39 4 32 4Z",
  U: "M4 2V30C4 39 8 44 15 44C22 44 26 39 26 30V2",
  O: "M15 4C7 4 3 11 3 24C3 37 7 44 15 44C23 44 27 37 27 24C27 11 23 4 15 4Z",
  K: "M5 2V46M25 3 6 26M12 20 27 46",
  A: "M2 46 15 4 28 46M7 32H23",
};

const NAMES: Record<string, string> = { J: "U", Q: "O" };

/** Draw the letter of a rank, with its upper left corner at the origin. */
export function letter(rank: string, colour: string): string {
  const d = GLYPHS[NAMES[rank] ?? rank] ?? "";
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="7.5" stroke-linecap="butt" stroke-linejoin="round"/>`;
}
