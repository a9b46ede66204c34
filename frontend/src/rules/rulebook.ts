/** Which parts of the rules hold under a set of options: what the page of the rules shows. */
import type { Options } from "../api/wire";
import { RANKS, type Rank } from "../cards/cards";
import type { ValuedHand } from "../learn/lesson";
import cards from "./examples.json";
import { holds, type Condition } from "./structure";
import { factsOf } from "./facts";
import {
  RULES,
  SECTIONS,
  TACTICS,
  type Paragraph,
  type ParagraphId,
  type RuleNumber,
  type SectionId,
  type TacticId,
} from "./sections";

/** Hands with their values, and for a round what each lost or scored: all checked by the rules. */
export interface Example {
  rule: string;
  /** Its caption in the texts. */
  text: string;
  when: Condition;
  hands: ValuedHand[];
  lost?: number[];
  points?: number[];
}

export const EXAMPLES: readonly Example[] = cards.examples;

export interface ShownParagraph {
  id: ParagraphId;
  item: boolean;
  /** Whether it tells an option that a house rule has changed. */
  changed: boolean;
}

export interface ShownBlock {
  rule: RuleNumber | null;
  paragraphs: ShownParagraph[];
  examples: Example[];
}

export interface ShownSection {
  id: SectionId;
  blocks: ShownBlock[];
}

const states = (paragraph: Paragraph): readonly string[] => paragraph.states ?? [];
const isItem = (paragraph: Paragraph): boolean => paragraph.item === true;
const applies = (paragraph: Paragraph, options: Options): boolean => holds(paragraph.when, options);

/** The sections that say something under these options; `preset` tells what house rules change. */
export function shownSections(options: Options, preset: Options): ShownSection[] {
  const changed = changedOptions(options, preset);
  return SECTIONS.map(({ id, blocks }) => ({
    id,
    blocks: blocks
      .map(({ rule, paragraphs }) => ({
        rule,
        paragraphs: paragraphs
          .filter((paragraph) => applies(paragraph, options))
          .map((paragraph) => ({
            id: paragraph.id,
            item: isItem(paragraph),
            changed: states(paragraph).some((name) => changed.includes(name)),
          })),
        examples: EXAMPLES.filter(
          (example) => example.rule === rule && holds(example.when, options),
        ),
      }))
      .filter(({ paragraphs }) => paragraphs.length > 0),
  })).filter(({ blocks }) => blocks.length > 0);
}

/** The numbers that have nothing to say under these options. */
export function absentRules(options: Options): RuleNumber[] {
  const shown = shownSections(options, options).flatMap(({ blocks }) =>
    blocks.map(({ rule }) => rule),
  );
  return RULES.filter((rule) => !shown.includes(rule));
}

const everyParagraph: readonly {
  id: ParagraphId;
  rule: RuleNumber | null;
  paragraph: Paragraph;
}[] = SECTIONS.flatMap(({ blocks }) =>
  blocks.flatMap(({ rule, paragraphs }) =>
    paragraphs.map((paragraph) => ({ id: paragraph.id, rule, paragraph })),
  ),
);

/** The paragraphs that tell an option's value. */
export const statedBy = (option: string, options: Options) =>
  everyParagraph.filter(
    ({ paragraph }) => states(paragraph).includes(option) && applies(paragraph, options),
  );

/** The options whose values are not those of the preset. */
const changedOptions = (options: Options, preset: Options): string[] =>
  Object.keys(options).filter((name) => options[name] !== preset[name]);

/** A house rule: what holds now, and what the preset says instead. */
export interface HouseRule {
  option: string;
  now: { id: ParagraphId; rule: RuleNumber | null }[];
  before: { id: ParagraphId; rule: RuleNumber | null }[];
}

/** One for every changed option that anything is said about. */
export function houseRules(options: Options, preset: Options): HouseRule[] {
  return changedOptions(options, preset)
    .map((option) => ({
      option,
      now: statedBy(option, options).map(({ id, rule }) => ({ id, rule })),
      before: statedBy(option, preset).map(({ id, rule }) => ({ id, rule })),
    }))
    .filter(({ now, before }) => now.length + before.length > 0);
}

export const shownTactics = (options: Options): TacticId[] =>
  TACTICS.filter((tactic) => applies(tactic, options)).map(({ id }) => id);

const points: Record<string, number> = cards.points;

/** The ranks of the pack with their points, high to low. */
export function cardPoints(options: Options): { rank: Rank; points: number }[] {
  const lowest = RANKS.findIndex((rank) => rank === factsOf(options).lowest);
  return RANKS.slice(lowest)
    .toReversed()
    .map((rank) => ({ rank, points: points[rank] ?? 0 }));
}
