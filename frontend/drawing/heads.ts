/** Heads, seen from the front: 56 high, the chin at the origin, the middle of the face at x = 0. */
import type { Suit } from "../src/cards/cards";
import {
  BLUE,
  CHEEK,
  DEEP_GREEN,
  DEEP_RED,
  GREEN,
  INK,
  OCHRE,
  PAPER,
  RED,
  SKIN,
  YELLOW,
  dot,
  line,
  patch,
  shape,
  spot,
} from "./paint.ts";

const HAIR: Record<Suit, string> = { C: "#8a5a2c", S: "#5b3a22", H: "#c98a35", D: "#3b2a20" };
const GREY = "#d9d3c6";

const face =
  shape("M-22-42C-23-12-14 0 0 0C14 0 23-12 22-42C22-60-22-60-22-42Z", SKIN) +
  spot(-13, -20, 4.5, CHEEK) +
  spot(13, -20, 4.5, CHEEK) +
  `<ellipse cx="-8.5" cy="-30" rx="2.6" ry="3.2" fill="${INK}" stroke="none"/>` +
  `<ellipse cx="8.5" cy="-30" rx="2.6" ry="3.2" fill="${INK}" stroke="none"/>` +
  line("M-13.5-37Q-8.5-40-4-37M4-37Q8.5-40 13.5-37", 2.2) +
  line("M0-31V-21Q0-18-4-18.5", 2.2);

const smile = line("M-6-10.500Q0-7 6-10.5", 2.6, DEEP_RED);

/** Draw a full beard with a moustache over it. */
const beard = (colour: string, length: number) =>
  shape(
    `M-22-26C-19-15-11-15-7-15H7C11-15 19-15 22-26C24-6 15 ${length} 0 ${length + 6}C-15 ${length}-24-6-22-26Z`,
    colour,
  ) +
  line("M-4-8Q0-6 4-8", 2.6, DEEP_RED) +
  shape("M0-16C-5-19-12-16-16-9C-9-9-4-10 0-13C4-10 9-9 16-9C12-16 5-19 0-16Z", colour) +
  line(`M-8 1Q-7 ${length - 4}-3 ${length}M8 1Q7 ${length - 4} 3 ${length}`, 1.8);

const moustache = (colour: string) =>
  smile +
  shape("M0-16C-5-19-13-16-19-20C-17-10-6-10 0-13C6-10 17-10 19-20C13-16 5-19 0-16Z", colour);

const longHair = (colour: string) =>
  shape(
    "M-22-46C-32-40-33-18-30-4C-26 2-19 0-18-6V-40ZM22-46C32-40 33-18 30-4C26 2 19 0 18-6V-40Z",
    colour,
  );

const bob = (colour: string) =>
  shape(
    "M-21-48C-30-44-31-26-28-14C-24-10-19-12-18-17V-42ZM21-48C30-44 31-26 28-14C24-10 19-12 18-17V-42Z",
    colour,
  );

const fringe = (colour: string) =>
  shape("M-23-40C-22-54 22-54 23-40C14-46 8-42 0-45C-8-42-14-46-23-40Z", colour);

const crown = (gem: string) =>
  shape("M-28-44L-33-70L-18-58L-12-76L0-60L12-76L18-58L33-70L28-44Q0-52-28-44Z", YELLOW) +
  patch("M8-64L12-73L17-55L30-66L26-46Q17-49 8-49.500Z", OCHRE) +
  line("M-28-44Q0-52 28-44", 3) +
  line("M-29-50Q0-58 29-50", 2.4, DEEP_RED) +
  dot(-33, -71, 3.5, gem) +
  dot(-12, -77, 3.5, gem) +
  dot(12, -77, 3.5, gem) +
  dot(33, -71, 3.5, gem) +
  dot(0, -59, 4, gem);

const KING: Record<Suit, string> = {
  C: longHair(HAIR.C) + face + beard(HAIR.C, 14) + crown(GREEN),
  S: longHair(GREY) + face + beard(GREY, 20) + crown(RED),
  H: longHair(HAIR.H) + face + beard(HAIR.H, 6) + crown(BLUE),
  D: longHair(HAIR.D) + face + moustache(HAIR.D) + crown(RED),
};

/** Draw a feather that sweeps back from the hat's band. */
const feather = (colour: string) =>
  shape("M-14-56C-22-72-40-76-50-66C-42-66-44-58-36-56C-30-50-20-50-14-56Z", colour) +
  line("M-15-56C-24-64-34-66-44-66", 1.8);

const broadHat = (colour: string, band: string, plume: string) =>
  shape("M-22-48C-26-72 24-76 24-50Z", colour) +
  shape("M-40-46C-30-58 28-60 40-48C36-38-34-36-40-46Z", colour) +
  line("M-24-50Q0-58 25-52", 4.5, band) +
  feather(plume);

const helmet = (plume: string) =>
  shape("M-24-40C-28-76 28-76 24-40Q0-50-24-40Z", "#b9bdc0") +
  patch("M8-66C24-62 25-50 23-42Q16-45 10-45.500Z", "#8e959a") +
  shape("M-30-38Q0-54 30-38Q28-46 0-50Q-28-46-30-38Z", OCHRE) +
  feather(plume);

const OBER: Record<Suit, string> = {
  C: bob(HAIR.C) + face + beard(HAIR.C, 2) + broadHat(DEEP_GREEN, YELLOW, PAPER),
  S: bob(HAIR.S) + face + moustache(HAIR.S) + broadHat(DEEP_RED, YELLOW, PAPER),
  H: bob(HAIR.H) + face + moustache(HAIR.H) + helmet(RED),
  D: bob(HAIR.D) + face + beard(HAIR.D, 2) + broadHat(BLUE, YELLOW, YELLOW),
};

const cap = (colour: string, trim: string) =>
  shape("M-24-44C-28-70 22-76 25-46Q0-54-24-44Z", colour) +
  shape("M-26-43Q0-56 26-44L26-51Q0-62-26-50Z", trim);

const pointed = (colour: string, trim: string) =>
  shape("M-23-46C-18-64-2-72 30-80C22-68 24-58 23-46Q0-55-23-46Z", colour) +
  shape("M-25-43Q0-55 25-43L26-50Q0-62-26-50Z", trim);

const UNTER: Record<Suit, string> = {
  C: bob(HAIR.C) + face + smile + fringe(HAIR.C) + cap(GREEN, YELLOW),
  S: bob(HAIR.S) + face + smile + fringe(HAIR.S) + pointed(GREEN, RED),
  H: bob(HAIR.H) + face + smile + fringe(HAIR.H) + cap(RED, PAPER),
  D: bob(HAIR.D) + face + smile + fringe(HAIR.D) + pointed(RED, YELLOW),
};

export const HEADS: Record<string, Record<Suit, string>> = { K: KING, Q: OBER, J: UNTER };
