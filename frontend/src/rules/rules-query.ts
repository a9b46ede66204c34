/** Which rules an address asks for: /rules?variant=pagat&options={"lives":5} or options=lives=5. */
import type { Options, Value } from "../api/wire";

export interface RulesQuery {
  preset: string;
  options: Options;
}

const WORDS: Record<string, Value> = {
  true: true,
  yes: true,
  false: false,
  no: false,
  null: null,
};

function valueOf(name: string, text: string): Value {
  if (name === "target" && text === "none") return null; // elsewhere "none" is a choice
  if (Object.hasOwn(WORDS, text)) return WORDS[text] ?? null;
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

const isValue = (value: unknown): value is Value =>
  value === null || ["boolean", "number", "string"].includes(typeof value);

function fromJson(text: string): Options {
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

/** Options as an address has them; what is none is left out. */
export function parseOptions(text: string): Options {
  if (text.trim().startsWith("{")) return fromJson(text);
  const pairs = text
    .split(/[,;]/)
    .map((pair) => pair.split("="))
    .filter(([name, value]) => name?.trim() && value !== undefined);
  return Object.fromEntries(
    pairs.map(([name, value]) => [
      (name ?? "").trim(),
      valueOf((name ?? "").trim(), (value ?? "").trim()),
    ]),
  );
}

export const parseRulesQuery = (query: URLSearchParams): RulesQuery => ({
  preset: query.get("variant") || "pagat",
  options: parseOptions(query.get("options") ?? ""),
});
