/** Files of the texts, one for each language, and their parts, which are loaded separately. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile, faultsOf, typeOf, type Texts } from "./compile.ts";

/** Name of each part's type. */
export const PARTS = {
  page: "Catalogue",
  rulebook: "RuleTexts",
  lesson: "LessonTexts",
  review: "ReviewTexts",
  preview: "PreviewTexts",
  errorPage: "ErrorPageTexts",
} as const;
export type Part = keyof typeof PARTS;

/** Groups of the part "page" that the start page needs, which are loaded first. */
export const START_GROUPS: readonly string[] = [
  "locale",
  "title",
  "subtitle",
  "suits",
  "ranks",
  "courtLetters",
  "card",
  "you",
  "variants",
  "levels",
  "nav",
  "link",
  "offline",
  "start",
  "friends",
];

/** Groups that a table on the device needs besides until its first deal, which are loaded next. */
export const TABLE_GROUPS: readonly string[] = [
  "value",
  "valueOfRank",
  "table",
  "actions",
  "asked",
  "refused",
  "short",
  "happened",
  "end",
  "connection",
  "quick",
  "coach",
  "moveHint",
  "showdown",
  "why",
  "youObject",
  "over",
  "moments",
];

/** Batches of the part "page", in the order in which they are loaded. */
const BATCHES = ["start", "table", "rest"] as const;
type Batch = (typeof BATCHES)[number];

/** Names of modules of texts: the parts, and the batches of the part "page". */
export type TextModule = Part | Batch;
const isBatch = (name: string): name is Batch => BATCHES.some((batch) => batch === name);
export const isTextModule = (name: string): name is TextModule =>
  Object.hasOwn(PARTS, name) || isBatch(name);

const batchOf = (group: string): Batch =>
  START_GROUPS.includes(group) ? "start" : TABLE_GROUPS.includes(group) ? "table" : "rest";
type File = Readonly<Record<Part, Texts>> & {
  readonly page: {
    readonly locale: string;
    readonly variants: Readonly<Record<string, { readonly name: string }>>;
  };
};

const FOLDER = new URL("../src/i18n/", import.meta.url);

export const textFile = (language: string): string =>
  fileURLToPath(new URL(`${language}.json`, FOLDER));

/** Return the languages with a file. */
export const languages = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.replace(".json", ""));

const read = (language: string) => JSON.parse(readFileSync(textFile(language), "utf8")) as File;

/**
 * Return the module of a part, or of a batch of the part "page", in one language.
 *
 * @throws Error if a key, a place or a plural form is missing or superfluous.
 */
export function textModule(name: TextModule, language: string): string {
  if (!isBatch(name)) {
    const file = checked(name, language);
    return compile(file[name], file.page.locale, read("en")[name]);
  }
  const { page } = checked("page", language);
  const groups = Object.entries<Texts[string]>(page).filter(([group]) => batchOf(group) === name);
  return compile(Object.fromEntries(groups), page.locale, read("en").page);
}

/**
 * Return the texts of link previews in all languages as JSON, for the server, which fills their
 * plain places.
 *
 * @throws Error if a key or a place is missing or superfluous.
 */
export function linkPreviews(): string {
  const texts = languages().map((language) => {
    const { page, preview } = checked("preview", language);
    const variants = Object.entries(page.variants).map(([preset, { name }]) => [preset, name]);
    return [language, { ...preview, variants: Object.fromEntries(variants) as Texts }];
  });
  return JSON.stringify(Object.fromEntries(texts));
}

/**
 * Return the texts of error pages in all languages as JSON, for the server, which fills their plain
 * places.
 *
 * @throws Error if a key or a place is missing or superfluous.
 */
export function errorPages(): string {
  const texts = languages().map((language) => [language, checked("errorPage", language).errorPage]);
  return JSON.stringify(Object.fromEntries(texts));
}

/** Return a language's file; throw an error if the part has faults. */
function checked(part: Part, language: string): File {
  const file = read(language);
  const faults = faultsOf(read("en")[part], file[part], file.page.locale, part);
  if (faults.length > 0) throw new Error(`${textFile(language)}\n  ${faults.join("\n  ")}`);
  return file;
}

/** Return the module with the types of all parts. */
export const typesModule = (): string =>
  [
    "/** Types of the texts, generated from en.json by `npm run texts`. */\n",
    ...Object.entries(PARTS).map(
      ([part, name]) => `export interface ${name} ${typeOf(read("en")[part as Part])}\n`,
    ),
  ].join("\n");
