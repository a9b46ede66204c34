/** The texts of the tutorial; each language is loaded on demand. */
import type { Language } from "../../i18n";
import type { LessonTexts } from "./en";

export type { LessonTexts } from "./en";

const languages: Record<Language, () => Promise<{ texts: LessonTexts }>> = {
  en: () => import("./en"),
  de: () => import("./de"),
  nl: () => import("./nl"),
};

export const loadTexts = async (language: Language): Promise<LessonTexts> =>
  (await languages[language]()).texts;
