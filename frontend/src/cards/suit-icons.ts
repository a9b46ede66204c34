/** The outlines of the suit signs in text, on a square of 24 by 24; holes are even-odd. */
import type { CardSet } from "../storage/settings.svelte";
import type { Suit } from "./cards";

const french: Record<Suit, string> = {
  C: "M12 2a4.7 4.7 0 0 0-4.3 6.6 4.7 4.7 0 1 0 3.4 7.6c-.2 2.3-.9 4.2-2.5 5.8h6.8c-1.6-1.6-2.3-3.5-2.5-5.8a4.7 4.7 0 1 0 3.4-7.6A4.7 4.7 0 0 0 12 2z",
  S: "M12 2C8.4 7 3 9.9 3 14.3A4.4 4.4 0 0 0 7.4 19c1.5 0 2.8-.7 3.7-1.8-.2 1.9-.9 3.4-2.5 4.8h6.8c-1.6-1.4-2.3-2.9-2.5-4.8.9 1.1 2.2 1.8 3.7 1.8a4.4 4.4 0 0 0 4.4-4.7C21 9.9 15.6 7 12 2z",
  H: "M12 21.5C5.2 15.6 2 11.9 2 8a5 5 0 0 1 5.2-5C9.3 3 11 4.1 12 6c1-1.9 2.7-3 4.8-3A5 5 0 0 1 22 8c0 3.9-3.2 7.6-10 13.5z",
  D: "M12 1.5 20 12l-8 10.5L4 12z",
};

const german: Record<Suit, string> = {
  // Acorn: the nut with its tip, a gap, the cup, the stalk.
  C: "M12 .4c.4 1.4 1 2 2 2.5 3 1.6 4.6 4.6 4.6 7.9v1.4H5.4v-1.4c0-3.3 1.6-6.3 4.6-7.9 1-.5 1.6-1.1 2-2.5zM3.7 13.6h16.6c.6 0 1 .5.9 1-.6 3.6-3.5 5.8-7.6 6.3l.4 2.7h-4l.4-2.7c-4.1-.5-7-2.7-7.6-6.3-.1-.5.3-1 .9-1z",
  // Leaf: of a lime tree, the rib cut out.
  S: "M12 .8c1.8 3.3 9.4 6 9.4 11.9 0 3.3-2.3 5.7-5.2 5.7-1.3 0-2.5-.4-3.4-1.1.1 2.2.7 4 2 5.9h-3.4c-.3-2-.4-3.9-.2-5.9-.9.7-2.1 1.1-3.4 1.1-2.9 0-5.2-2.4-5.2-5.7C2.6 6.8 10.2 4.1 12 .8zM11.45 6v4.1l-3-2.4-.7.9 3.7 2.9v4.5h1.1v-4.5l3.7-2.9-.7-.9-3 2.4V6z",
  H: "M12 21.5C5.2 15.6 2 11.9 2 8a5 5 0 0 1 5.2-5C9.3 3 11 4.1 12 6c1-1.9 2.7-3 4.8-3A5 5 0 0 1 22 8c0 3.9-3.2 7.6-10 13.5z",
  // Hawk bell: the loop, the ball, its seam and the slit.
  D: "M12 0.6a3.4 3.4 0 0 1 2.9 5.2 9 9 0 1 1-5.8 0A3.4 3.4 0 0 1 12 .6zm0 1.9a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM5.2 11.5v1.4h13.6v-1.4zM11.2 18.3V23.3h1.6v-5a2.1 2.1 0 1 0-1.6 0z",
};

export const suitIconPath = (suit: Suit, cards: CardSet): string =>
  (cards === "german" ? german : french)[suit];
