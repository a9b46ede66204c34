/**
 * Compiler of the texts in src/i18n/*.json: messages in ICU MessageFormat with named places become
 * JavaScript, and the English ones become a TypeScript type.
 */
import { parse, type PluralCategory, type Token } from "@messageformat/parser";

/** Messages, or groups of messages, by their keys. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

/** A named place of a message. */
interface Place {
  /** Whether its value is shown; otherwise it only selects a form. */
  shown: boolean;
  /** Whether it selects a plural form. */
  plural: boolean;
  /** The keys of its `select`. */
  keys: Set<string>;
}

/** Memoize a function of a text and a locale. */
function once<T>(work: (text: string, locale: string) => T): typeof work {
  const results = new Map<string, T>();
  return (text, locale) => {
    const key = `${locale}\0${text}`;
    const known = results.get(key) ?? work(text, locale);
    results.set(key, known);
    return known;
  };
}

const categories = once(
  (type, locale) =>
    new Intl.PluralRules(locale, {
      type: type as Intl.PluralRuleType,
    }).resolvedOptions().pluralCategories as PluralCategory[],
);

/**
 * Parse a message, once: each language needs the English ones.
 *
 * @throws Error if the message is invalid, or a plural lacks a form of the language.
 */
const parseMessage = once((message, locale): readonly Token[] => {
  const forms = {
    plural: categories("cardinal", locale),
    selectordinal: categories("ordinal", locale),
  };
  const tokens = parse(message, { cardinal: forms.plural, ordinal: forms.selectordinal });
  for (const token of allTokens(tokens)) {
    if (token.type === "function") throw new Error(`{${token.arg}, ${token.key}} is not supported`);
    if (token.type !== "plural" && token.type !== "selectordinal") continue;
    if (token.pluralOffset) throw new Error(`{${token.arg}} has an offset, which is not supported`);
    const keys = token.cases.map(({ key }) => key).filter((key) => !key.startsWith("="));
    const missing = forms[token.type].filter((form) => !keys.includes(form));
    if (keys.length > 1 && missing.length > 0)
      throw new Error(`the plural of {${token.arg}} lacks the form "${missing.join('", "')}"`);
  }
  return tokens;
});

/** Return tokens with the tokens of their cases. */
const allTokens = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token) =>
    "cases" in token ? [token, ...token.cases.flatMap((one) => allTokens(one.tokens))] : [token],
  );

function placesOf(tokens: readonly Token[]): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const token of allTokens(tokens)) {
    if (!("arg" in token)) continue;
    const place = places.get(token.arg) ?? { shown: false, plural: false, keys: new Set() };
    places.set(token.arg, place);
    if (token.type === "argument") place.shown = true;
    else if (token.type === "select") token.cases.forEach(({ key }) => place.keys.add(key));
    else place.plural = true;
  }
  return places;
}

/** Return the faults of one translated message, without its key. */
function messageFaults(english: string, message: string, locale: string): string[] {
  let translated: Map<string, Place>;
  try {
    translated = placesOf(parseMessage(message, locale));
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  if (message.trim() === "") return ["is empty"];
  const places = placesOf(parseMessage(english, "en"));
  return [
    ...[...places]
      .filter(([name, { shown }]) => shown && !translated.get(name)?.shown)
      .map(([name]) => `lacks the place {${name}}`),
    ...[...translated].flatMap(([name, { keys }]) => {
      const place = places.get(name);
      if (place === undefined) return [`has a place that the English text lacks: {${name}}`];
      return [...keys]
        .filter((key) => !place.keys.has(key))
        .map((key) => `has a case that the English text lacks: {${name}, select, ${key} {...}}`);
    }),
  ];
}

/** Return the faults of a translation of the English texts, one in a line. */
export function faultsOf(english: Texts, translation: Texts, locale: string, path = ""): string[] {
  const keys = new Set([...Object.keys(english), ...Object.keys(translation)]);
  return [...keys].flatMap((key) => {
    const at = path === "" ? key : `${path}.${key}`;
    const [theirs, ours] = [english[key], translation[key]];
    if (ours === undefined) return [`${at}: is missing`];
    if (theirs === undefined) return [`${at}: is not among the English texts`];
    if (typeof theirs === "string" && typeof ours === "string")
      return messageFaults(theirs, ours, locale).map((fault) => `${at}: ${fault}`);
    if (typeof theirs === "string" || typeof ours === "string")
      return [`${at}: must be a ${typeof theirs === "string" ? "message" : "group"}`];
    return faultsOf(theirs, ours, locale, at);
  });
}

const HELPERS = (locale: string) => `
const cardinal = new Intl.PluralRules("${locale}");
const ordinal = new Intl.PluralRules("${locale}", { type: "ordinal" });
const plural = (rules, n, forms) => forms["=" + n] ?? forms[rules.select(n)] ?? forms.other;
const select = (key, forms) => forms[key] ?? forms.other;
`;

const RULES = { plural: "cardinal", selectordinal: "ordinal" } as const;

/** Return a JavaScript template literal; \`#\` stands for the place of the plural around it. */
function template(tokens: readonly Token[], number = ""): string {
  const parts = tokens.map((token) => {
    if (token.type === "content") return token.value.replace(/[\\`]|\$(?=\{)/g, "\\$&");
    if (token.type === "octothorpe") return `\${p.${number}}`;
    if (token.type === "argument") return `\${p.${token.arg}}`;
    if (token.type === "function") return "";
    const inner = token.type === "select" ? number : token.arg;
    const forms = `{${token.cases.map((one) => `"${one.key}":${template(one.tokens, inner)}`).join()}}`;
    if (token.type === "select") return `\${select(p.${token.arg},${forms})}`;
    return `\${plural(${RULES[token.type]},p.${token.arg},${forms})}`;
  });
  return `\`${parts.join("")}\``;
}

/** Return an object literal; a message whose `english` one has places becomes a function. */
function javaScript(texts: Texts, locale: string, english: Texts): string {
  const entries = Object.entries(texts).map(([key, text]) => {
    const model = english[key] ?? text;
    if (typeof text !== "string" || typeof model !== "string") {
      const [group, models] = [text, model].map((one) => (typeof one === "string" ? {} : one));
      return `${JSON.stringify(key)}:${javaScript(group ?? {}, locale, models ?? {})}`;
    }
    const code = template(parseMessage(text, locale));
    const isFunction = placesOf(parseMessage(model, model === text ? locale : "en")).size > 0;
    return `${JSON.stringify(key)}:${isFunction ? `p=>${code}` : code}`;
  });
  return `{${entries.join()}}`;
}

/**
 * Return the module of some texts: strings, or functions from places to a string if the `english`
 * message has places, even if its translation omits them.
 */
export const compile = (texts: Texts, locale: string, english = texts): string =>
  `${HELPERS(locale)}export default ${javaScript(texts, locale, english)};`;

function placeType({ shown, plural, keys }: Place): string {
  if (plural) return "number";
  if (shown) return "string | number";
  if ([...keys].every((key) => key === "true" || key === "other")) return "boolean";
  return [...keys].map((key) => JSON.stringify(key)).join(" | ");
}

/** Return the TypeScript type of the English texts. */
export function typeOf(texts: Texts, indent = ""): string {
  const inner = `${indent}  `;
  const entries = Object.entries(texts).map(([key, text]) => {
    const name = /^[a-z]\w*$/i.test(key) ? key : JSON.stringify(key);
    if (typeof text !== "string") return `${inner}readonly ${name}: ${typeOf(text, inner)};`;
    const places = [...placesOf(parseMessage(text, "en"))];
    if (places.length === 0) return `${inner}readonly ${name}: string;`;
    const types = places.map(([place, its]) => `${place}: ${placeType(its)}`);
    return `${inner}readonly ${name}: (places: { ${types.join("; ")} }) => string;`;
  });
  return `{\n${entries.join("\n")}\n${indent}}`;
}
