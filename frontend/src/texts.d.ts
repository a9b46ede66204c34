/** The texts of a language, compiled from `i18n/*.json` by `texts-plugin.ts`. */
declare module "virtual:texts/page/*" {
  const texts: import("./i18n/texts.generated").Catalogue;
  export default texts;
}

/** Texts of the start page. */
declare module "virtual:texts/start/*" {
  const texts: Partial<import("./i18n/texts.generated").Catalogue>;
  export default texts;
}

/** Texts of a table's first deal, without those of the start page. */
declare module "virtual:texts/table/*" {
  const texts: Partial<import("./i18n/texts.generated").Catalogue>;
  export default texts;
}

/** Texts of the page that neither the start page nor a table's first deal needs. */
declare module "virtual:texts/rest/*" {
  const texts: Partial<import("./i18n/texts.generated").Catalogue>;
  export default texts;
}

declare module "virtual:texts/rulebook/*" {
  const texts: import("./i18n/texts.generated").RuleTexts;
  export default texts;
}

declare module "virtual:texts/lesson/*" {
  const texts: import("./i18n/texts.generated").LessonTexts;
  export default texts;
}

declare module "virtual:texts/review/*" {
  const texts: import("./i18n/texts.generated").ReviewTexts;
  export default texts;
}
