/** Parts of the rules page. */
import type { When } from "../game/conditions";

export interface Paragraph {
  id: string;
  when?: When;
  /** The options whose values this paragraph states. */
  states?: readonly string[];
  /** Whether the paragraph is an item of a list. */
  item?: true;
}

export interface Block {
  /** Rule number, or null for the aim of the game, which summarizes the rules. */
  rule: RuleNumber | null;
  paragraphs: readonly Paragraph[];
}

export interface Section {
  id: string;
  blocks: readonly Block[];
}

export const RULES = [
  "R1",
  "R2",
  "R3",
  "R4",
  "R5",
  "R6",
  "R7",
  "R8",
  "R9",
  "R10",
  "R11",
  "R12",
  "R13",
  "R14",
  "R15",
  "R16",
  "R17",
  "R18",
  "R19",
  "R20",
  "R21",
  "R22",
  "R23",
  "R24",
  "R25",
  "R26",
  "R27",
  "R28",
  "R29",
  "R30",
  "R31",
  "R32",
  "R33",
  "R34",
] as const;
export type RuleNumber = (typeof RULES)[number];
