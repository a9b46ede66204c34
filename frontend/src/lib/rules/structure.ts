/**
 * The rules page as data: which paragraphs there are, under which number of RULES.md, when each
 * holds and which options it states. Their words are in texts/, one file a language.
 */
import { POINTS } from "./conditions";
import type { Paragraph } from "./paragraphs";
import { PLAYING } from "./playing";
import { SETTLING } from "./settling";

export { RULES, type Paragraph, type RuleNumber } from "./paragraphs";

export const SECTIONS = [...PLAYING, ...SETTLING] as const;

export type SectionId = (typeof SECTIONS)[number]["id"];
export type ParagraphId = (typeof SECTIONS)[number]["blocks"][number]["paragraphs"][number]["id"];

/** Advice: what it presupposes. */
export const TACTICS = [
  { id: "short" },
  { id: "plan" },
  { id: "watch" },
  { id: "tookAll", when: { exchange_all: true } },
  { id: "gone", when: { pass: true, talon_short: ["showdown", "keep"] } },
  { id: "next" },
  { id: "two" },
  { id: "endEarly", when: POINTS },
  { id: "mislead" },
] as const satisfies readonly Paragraph[];
export type TacticId = (typeof TACTICS)[number]["id"];
