/** Rules that a player has named: stored in this browser, or brought by a link. */
import { MAX_NAME_LENGTH } from "../api/constants.generated";
import type { Options, Setup, Value } from "../api/wire";
import { t } from "../i18n";
import { parseRulesQuery } from "../router/rules-query";
import { isObject, parseList } from "../storage/json";
import { loadText, saveText } from "../storage/storage";
import { isSameName, knownOptions } from "./game";
import { optionText, valueText, variantName } from "./option-text";
import { presetOptions } from "./setup";

export interface Rules {
  preset: string;
  /** Options that differ from the preset. */
  options: Options;
}

export interface RuleSet extends Rules {
  name: string;
}

/** Rules that this version plays, and a text for each part that it ignores. */
export interface KnownRules extends Rules {
  ignored: string[];
}

/** Characters of an ignored part that are shown. */
const MAX_IGNORED = 40;

/** Return a name without superfluous spaces; empty if it is invalid. */
export function normalizeName(text: string): string {
  const name = text.trim().replace(/\s+/gu, " ");
  const isVisible =
    /[\p{L}\p{N}\p{P}\p{S}]/u.test(name) && !/[\p{Cc}\p{Cs}\p{Co}\p{Bidi_C}]/u.test(name);
  return isVisible && [...name].length <= MAX_NAME_LENGTH ? name : "";
}

const shortened = (text: string): string =>
  text.length > MAX_IGNORED ? `${text.slice(0, MAX_IGNORED)}…` : text;

/** Return what this version plays of rules that another version or a stranger has written. */
export function knownRules(setup: Setup, { preset, options }: Rules): KnownRules {
  const isKnown = setup.presets.some(({ name }) => name === preset);
  const chosen = isKnown ? preset : (setup.presets[0]?.name ?? "");
  const known = knownOptions(setup, chosen, options);
  const usual = presetOptions(setup, chosen);
  const ignored = Object.entries(options)
    .filter(([name, value]) => !Object.hasOwn(known, name) && usual[name] !== value)
    .map(([name, value]) => `${optionText(name, {}).name}: ${valueText(name, value)}`);
  return {
    preset: chosen,
    options: known,
    ignored: [...(isKnown ? [] : [variantName(preset)]), ...ignored].map(shortened),
  };
}

/** Rules of a link, with the name that they have there, if any. */
export interface LinkedRules extends KnownRules {
  name: string;
}

/** Return the rules in the query of an address, or null if it has none. */
export function linkedRules(setup: Setup, query: URLSearchParams): LinkedRules | null {
  if (!query.has("variant") && !query.has("options")) return null;
  const rules = parseRulesQuery(query);
  const { preset, options, ignored } = knownRules(setup, rules);
  const [text, name] = [query.get("options") ?? "", query.get("name") ?? ""];
  if (text.trim() !== "" && Object.keys(rules.options).length === 0) ignored.push(shortened(text));
  const valid = normalizeName(name);
  if (name.trim() !== "" && valid === "") ignored.push(t.ruleSets.name);
  return { preset, options, ignored, name: valid };
}

/** Whether two sets are the same rules, whatever their names. */
export function areSame(one: Rules, other: Rules): boolean {
  const [names, others] = [Object.keys(one.options), Object.keys(other.options)];
  return (
    one.preset === other.preset &&
    names.length === others.length &&
    names.every((name) => one.options[name] === other.options[name])
  );
}

/** Return the set that has a name. */
export const setNamed = (sets: readonly RuleSet[], name: string): RuleSet | undefined =>
  sets.find((set) => isSameName(set.name, name));

/** Return a name that no set has: the given one, or that with a number. */
export function freeName(sets: readonly RuleSet[], name: string): string {
  for (let n = 1; ; n++) {
    const tried = n === 1 ? name : `${[...name].slice(0, MAX_NAME_LENGTH - 4).join("")} ${n}`;
    if (!setNamed(sets, tried)) return tried;
  }
}

const KEY = "schwimmen.rule-sets";

const isValue = (value: unknown): value is Value =>
  value === null || ["boolean", "number", "string"].includes(typeof value);

/** Return a stored set without malformed parts, or nothing if it has no valid name or variant. */
function parseSet(stored: unknown): RuleSet[] {
  if (!isObject(stored) || typeof stored["preset"] !== "string") return [];
  const name = normalizeName(typeof stored["name"] === "string" ? stored["name"] : "");
  const options = Object.entries(isObject(stored["options"]) ? stored["options"] : {}).filter(
    (entry): entry is [string, Value] => isValue(entry[1]),
  );
  return name === ""
    ? []
    : [{ name, preset: stored["preset"], options: Object.fromEntries(options) }];
}

/** Return the sets stored in this browser; options of other versions stay in them. */
export const savedRuleSets = (): RuleSet[] => parseList(loadText(KEY)).flatMap(parseSet);

/** Store the sets, in the order of their names. */
export function saveRuleSets(sets: readonly RuleSet[]): void {
  const ordered = sets.toSorted((a, b) => a.name.localeCompare(b.name));
  saveText(KEY, ordered.length === 0 ? "" : JSON.stringify(ordered));
}
