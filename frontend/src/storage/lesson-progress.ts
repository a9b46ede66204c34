/** The learner's tutorial step, stored in the browser. */
import { loadText, saveText } from "./storage";

const KEY = "schwimmen.lesson";

/** Return the stored step, or "" before the first one. */
export const loadProgress = (): string => loadText(KEY);

export const saveProgress = (step: string): void => saveText(KEY, step);

/** Whether the tutorial was begun in this browser. */
export const hasLearnt = (): boolean => loadProgress() !== "";
