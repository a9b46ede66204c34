/** Parts of the rules page. */
import type { When } from "../game/conditions";
import type { RuleTexts } from "./texts";

/** The number of a rule that has a title. */
export type RuleNumber = keyof RuleTexts["rules"];

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
