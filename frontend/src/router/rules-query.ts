/** Rules in addresses: ?variant=pagat&options=lives=5,pass=false, or the options as JSON. */
import type { Options, Value } from "../api/wire";
import { pagePath } from "./route";

export interface RulesQuery {
  preset: string;
  options: Options;
}

const KEYWORDS: Record<string, Value> = {
  true: true,
  yes: true,
  false: false,
  no: false,
  null: null,
};

function parseValue(name: string, text: string): Value {
  if (name === "target" && text === "none") return null; // for other options "none" is a value
  if (Object.hasOwn(KEYWORDS, text)) return KEYWORDS[text] ?? null;
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

const isValue = (value: unknown): value is Value =>
  value === null || ["boolean", "number", "string"].includes(typeof value);

function parseJsonOptions(text: string): Options {
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found !== "object" || found === null || Array.isArray(found)) return {};
    return Object.fromEntries(
      Object.entries(found).filter((entry): entry is [string, Value] => isValue(entry[1])),
    );
  } catch {
    return {};
  }
}

/** Parse the options in an address; invalid ones are omitted. */
export function parseOptions(text: string): Options {
  if (text.trim().startsWith("{")) return parseJsonOptions(text);
  const pairs = text
    .split(/[,;]/)
    .map((pair) => pair.split("="))
    .filter(([name, value]) => name?.trim() && value !== undefined);
  return Object.fromEntries(
    pairs.map(([name, value]) => [
      (name ?? "").trim(),
      parseValue((name ?? "").trim(), (value ?? "").trim()),
    ]),
  );
}

export const parseRulesQuery = (query: URLSearchParams): RulesQuery => ({
  preset: query.get("variant") || "pagat",
  options: parseOptions(query.get("options") ?? ""),
});

/** Return the query of rules, with the name they have, if any. */
function rulesQuery({ preset, options }: RulesQuery, name = ""): string {
  const pairs = Object.entries(options).map((pair) => pair.map(String).join("="));
  return [
    new URLSearchParams({ variant: preset }),
    // Unescaped "=" and "," are valid in a query, and shorter.
    ...(pairs.length > 0 ? [`options=${pairs.map(encodePair).join(",")}`] : []),
    ...(name === "" ? [] : [new URLSearchParams({ name })]),
  ].join("&");
}

const encodePair = (pair: string): string => encodeURIComponent(pair).replaceAll("%3D", "=");

/** Return the address of a variant's rules with house rules; `rule` is a number such as R17. */
export function rulesPath(preset: string, options: Options = {}, rule?: string): string {
  const query = rulesQuery({ preset, options });
  return `${pagePath("rules")}?${query}${rule === undefined ? "" : `#${rule}`}`;
}

/** Return the address of the form for a new game with the given rules. */
export const newGamePath = (rules: RulesQuery, name?: string): string =>
  `${pagePath("new")}?${rulesQuery(rules, name)}`;
