/** Search over the pages, the variants, and the rules with their options. */
import { PRESET_ALIASES } from "../api/constants.generated";
import type { Setup } from "../api/wire";
import { findableOption, variantName } from "../game/option-text";
import { search, type Findable } from "../game/word-search";
import { t } from "../i18n";
import { isMissing } from "../offline/server-status.svelte";
import { LISTED } from "../router/pages";
import { pagePath } from "../router/route";
import { rulesPath } from "../router/rules-query";
import { absentRules, RULES } from "../rules/rulebook";
import type { RuleTexts } from "../rules/texts";
import { ruleOf } from "../setup/option-groups";

export const KINDS = ["page", "variant", "house", "rule"] as const;

export interface Hit extends Findable {
  kind: (typeof KINDS)[number];
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
      line: isMissing(page) ? t.rooms.unreachable : t.rooms.lines[page],
      path: pagePath(page),
    })),
    ...presets.map(({ name }): Hit => ({
      kind: "variant",
      title: variantName(name),
      line: t.variants[name as keyof typeof t.variants]?.line ?? "",
      path: rulesPath(name),
    })),
    ...setup.options.map((info): Hit => {
      const rule = ruleOf(info.name);
      const path = rule === undefined ? pagePath("rules") : rulePath(rule);
      return { kind: "house", ...findableOption(info, {}), path };
    }),
    ...RULES.map((rule): Hit => ({
      kind: "rule",
      title: texts.rules[rule],
      line: rule,
      path: rulePath(rule),
    })),
  ];
}

/** Return what fits a query, the best first. */
export const bestHits = (all: readonly Hit[], query: string): Hit[] =>
  search(all, query).slice(0, MAX_HITS);
