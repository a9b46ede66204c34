/** The texts of the tutorial; each language is loaded on demand. */
import type { Language, LessonTexts } from "../i18n";

export type { LessonTexts } from "../i18n";

const languages: Record<Language, () => Promise<{ default: LessonTexts }>> = {
  en: () => import("virtual:texts/lesson/en"),
  de: () => import("virtual:texts/lesson/de"),
  nl: () => import("virtual:texts/lesson/nl"),
};

export const loadTexts = async (language: Language): Promise<LessonTexts> =>
  (await languages[language]()).default;
