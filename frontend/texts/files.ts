/** The files of the texts: one for each language, with the parts that the page loads separately. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile, faultsOf, typeOf, type Texts } from "./compile.ts";

/** The name of the type of each part. */
export const PARTS = { page: "Catalogue", rulebook: "RuleTexts", lesson: "LessonTexts" } as const;
export type Part = keyof typeof PARTS;
type File = Readonly<Record<Part, Texts>> & { readonly page: { readonly locale: string } };

export const textFile = (language: string): string =>
  fileURLToPath(new URL(`../src/i18n/${language}.json`, import.meta.url));

const read = (language: string) => JSON.parse(readFileSync(textFile(language), "utf8")) as File;

/**
 * Return the module of a part in one language.
 *
 * @throws Error if a key, a place or a plural form is missing or superfluous.
 */
export function partModule(part: Part, language: string): string {
  const file = read(language);
  const { locale } = file.page;
  const faults = faultsOf(read("en")[part], file[part], locale, part);
  if (faults.length > 0) throw new Error(`${textFile(language)}\n  ${faults.join("\n  ")}`);
  return compile(file[part], locale);
}

/** Return the module with the types of all parts. */
export const typesModule = (): string =>
  [
    "/** Types of the texts, generated from en.json by `npm run texts`. */\n",
    ...Object.entries(PARTS).map(
      ([part, name]) => `export interface ${name} ${typeOf(read("en")[part as Part])}\n`,
    ),
  ].join("\n");
