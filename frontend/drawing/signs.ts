/** The four suit signs, upright in a square of 100 by 100 around the origin. */
import type { Suit } from "../src/cards/cards";
import {
  BROWN,
  DEEP_BROWN,
  DEEP_GREEN,
  DEEP_RED,
  GREEN,
  INK,
  OCHRE,
  PALE_GREEN,
  RED,
  YELLOW,
  dot,
  line,
  patch,
  shape,
  spot,
} from "./paint.ts";

/** The colour of a suit's letters, as in the page's tokens for paper. */
export const LETTER: Record<Suit, string> = {
  C: "#6b4118",
  S: "#1a6434",
  H: "#b8142a",
  D: "#835700",
};

const acorn =
  line("M0 30C1 40 0 44 3 50", 7, DEEP_BROWN) +
  shape("M-27 2C-29-22-18-35-5-41C-2-43-1-45 0-50C1-45 2-43 5-41C18-35 29-22 27 2Z", YELLOW) +
  patch("M8-38C20-30 26-18 25 2H9C15-12 14-26 8-38Z", OCHRE) +
  line("M-15-6C-16-18-12-26-6-31", 4, "#fff2c0") +
  shape("M-36 4C-37-5-31-7-24-7H24C31-7 37-5 36 4C35 24 20 36 0 36C-20 36-35 24-36 4Z", BROWN) +
  line(
    "M-29 5C-10 14 10 14 29 5M-26 17C-10 25 10 25 26 17M-17-2 14 28M3-2 27 15M-3-2-27 15M17-2-14 28",
    2.6,
    "#c08a4a",
  );

const leaf =
  line("M0 20C0 34 1 42 7 50", 6, DEEP_GREEN) +
  shape(
    "M0-50C7-30 45-24 45 8C45 28 29 38 13 34C6 32 2 29 0 25C-2 29-6 32-13 34C-29 38-45 28-45 8C-45-24-7-30 0-50Z",
    GREEN,
  ) +
  patch("M0-47C7-29 43.5-23 43.5 8C43.5 27 28 36 13 32C6 30 2 27 0 23Z", DEEP_GREEN) +
  line("M0-36V26M0-10 17-22M0-10-17-22M0 6 27-8M0 6-27-8M0 21 27 10M0 21-27 10", 3, PALE_GREEN);

const heart =
  shape(
    "M0 46C-8 32-46 10-46-16C-46-33-34-43-22-43C-11-43-3-36 0-27C3-36 11-43 22-43C34-43 46-33 46-16C46 10 8 32 0 46Z",
    RED,
  ) +
  patch("M0 42C7 30 44 9 44-16C44-31 34-41 22-41C31-30 31-10 0 42Z", DEEP_RED) +
  line("M-35-16C-35-26-29-32-21-33", 5, "#f0a090");

const bell =
  `<circle cy="-38" r="9" fill="none" stroke="${INK}" stroke-width="9"/>` +
  `<circle cy="-38" r="9" fill="none" stroke="${OCHRE}" stroke-width="4"/>` +
  dot(0, 8, 38, YELLOW) +
  patch("M-36 14A36.5 36.5 0 0 0 36 14Z", GREEN) +
  patch("M11-27A36.5 36.5 0 0 1 36 1H22C21-10 18-20 11-27Z", OCHRE) +
  patch("M22 14H36A36.5 36.5 0 0 1 9 43C17 34 21 25 22 14Z", DEEP_GREEN) +
  shape("M-37.5 2H37.500Q39.5 8 37.5 15H-37.500Q-39.5 8-37.5 2Z", RED) +
  line("M-24-12C-21-19-16-22-10-24", 5, "#fff2c0") +
  line("M0 30V45", 5) +
  spot(0, 27, 6.5, INK);

export const SIGNS: Record<Suit, string> = { C: acorn, S: leaf, H: heart, D: bell };
