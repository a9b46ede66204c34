/** Parts of the rules that apply under a set of options, for the rules page. */
import type { Options } from "../api/wire";
import { RANKS, type Rank } from "../cards/cards";
import type { ValuedHand } from "../learn/lesson";
import cards from "./examples.json";
import { factsOf } from "./facts";
import { SECTIONS, TACTICS, type ParagraphId, type SectionId, type TacticId } from "./sections";
import { holds, type Condition } from "../game/conditions";
import type { Paragraph, RuleNumber } from "./structure";

/** Hands with their values, and for a round the lives lost or points scored; tests check them. */
export interface Example {
  rule: string;
  /** The key of its caption in the texts. */
  text: string;
  when: Condition;
  hands: ValuedHand[];
  lost?: number[];
  points?: number[];
}

export const EXAMPLES: readonly Example[] = cards.examples;

/** The rules in the order of their numbers. */
export const RULES: readonly RuleNumber[] = SECTIONS.flatMap(({ blocks }) =>
  blocks.flatMap(({ rule }) => rule ?? []),
).toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)));

export interface ShownParagraph {
  id: ParagraphId;
  item: boolean;
  /** Whether the paragraph states an option that a house rule has changed. */
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

/** Return the sections that apply; options that differ from `preset` are house rules. */
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

/** Return the numbers of the rules that do not apply under these options. */
export function absentRules(options: Options): RuleNumber[] {
  const shown = shownSections(options, options).flatMap(({ blocks }) =>
    blocks.map(({ rule }) => rule),
  );
  return RULES.filter((rule) => !shown.includes(rule));
}

const allParagraphs: readonly {
  id: ParagraphId;
  rule: RuleNumber | null;
  paragraph: Paragraph;
}[] = SECTIONS.flatMap(({ blocks }) =>
  blocks.flatMap(({ rule, paragraphs }) =>
    paragraphs.map((paragraph) => ({ id: paragraph.id, rule, paragraph })),
  ),
);

/** Return the paragraphs that state an option's value. */
export const paragraphsStating = (option: string, options: Options) =>
  allParagraphs.filter(
    ({ paragraph }) => states(paragraph).includes(option) && applies(paragraph, options),
  );

/** Return the options whose values differ from the preset's. */
const changedOptions = (options: Options, preset: Options): string[] =>
  Object.keys(options).filter((name) => options[name] !== preset[name]);

/** A house rule: the paragraphs that apply, and those of the preset. */
export interface HouseRule {
  option: string;
  now: { id: ParagraphId; rule: RuleNumber | null }[];
  before: { id: ParagraphId; rule: RuleNumber | null }[];
}

/** Return a house rule for every changed option that a paragraph states. */
export function houseRules(options: Options, preset: Options): HouseRule[] {
  return changedOptions(options, preset)
    .map((option) => ({
      option,
      now: paragraphsStating(option, options).map(({ id, rule }) => ({ id, rule })),
      before: paragraphsStating(option, preset).map(({ id, rule }) => ({ id, rule })),
    }))
    .filter(({ now, before }) => now.length + before.length > 0);
}

export const shownTactics = (options: Options): TacticId[] =>
  TACTICS.filter((tactic) => applies(tactic, options)).map(({ id }) => id);

const points: Record<string, number> = cards.points;

/** Return the ranks of the pack with their points, high to low. */
export function cardPoints(options: Options): { rank: Rank; points: number }[] {
  const lowest = RANKS.findIndex((rank) => rank === factsOf(options).lowest);
  return RANKS.slice(lowest)
    .toReversed()
    .map((rank) => ({ rank, points: points[rank] ?? 0 }));
}
