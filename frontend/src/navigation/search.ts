/** Search over the pages, the variants, and the rules with their options. */
import { PRESET_ALIASES } from "../api/constants.generated";
import type { Setup } from "../api/wire";
import { optionText, variantName } from "../game/option-text";
import { t } from "../i18n";
import { LISTED } from "../router/pages";
import { pagePath, rulesPath } from "../router/route";
import { absentRules, RULES } from "../rules/rulebook";
import type { RuleTexts } from "../rules/texts";
import { ruleOf } from "../setup/option-groups";

export const KINDS = ["page", "variant", "house", "rule"] as const;

export interface Hit {
  kind: (typeof KINDS)[number];
  title: string;
  line: string;
  path: string;
}

/** Results shown at most. */
const MAX_HITS = 20;

/** Return everything that can be found, in the page's language. */
export function everything(setup: Setup, texts: RuleTexts): Hit[] {
  const presets = setup.presets.filter(({ name }) => !Object.hasOwn(PRESET_ALIASES, name));
  const absent = new Map(presets.map(({ name, options }) => [name, absentRules(options)]));
  const rulePath = (rule: string) => {
    const preset = presets.find(({ name }) => !absent.get(name)?.some((one) => one === rule));
    return rulesPath(preset?.name ?? "pagat", {}, rule);
  };
  return [
    ...LISTED.map((page): Hit => ({
      kind: "page",
      title: t.nav[page],
      line: t.rooms.lines[page],
      path: pagePath(page),
    })),
    ...presets.map(({ name }): Hit => ({
      kind: "variant",
      title: variantName(name),
      line: t.variants[name as keyof typeof t.variants]?.line ?? "",
      path: rulesPath(name),
    })),
    ...setup.options.map(({ name }): Hit => {
      const { name: title, line, values } = optionText(name, {});
      const rule = ruleOf(name);
      return {
        kind: "house",
        title,
        line: [line, Object.values(values).join(", ")].filter((part) => part !== "").join(" "),
        path: rule === undefined ? pagePath("rules") : rulePath(rule),
      };
    }),
    ...RULES.map((rule): Hit => ({
      kind: "rule",
      title: texts.rules[rule],
      line: rule,
      path: rulePath(rule),
    })),
  ];
}

/** Return a text's words in lower case, without accents. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** Return how well a word of the query fits: at the start of a word of the title, inside one, ... */
function fit(word: string, title: readonly string[], line: readonly string[]): number {
  if (title.some((one) => one.startsWith(word))) return 4;
  if (title.some((one) => one.includes(word))) return 3;
  if (line.some((one) => one.startsWith(word))) return 2;
  return line.some((one) => one.includes(word)) ? 1 : 0;
}

/** Return what fits every word of a query, the best first. */
export function search(all: readonly Hit[], query: string): Hit[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return all
    .map((hit) => {
      const [title, line] = [wordsOf(hit.title), wordsOf(hit.line)];
      return { hit, score: Math.min(...words.map((word) => fit(word, title, line))) };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_HITS)
    .map(({ hit }) => hit);
}
