/** The learner's position in the tutorial, stored in the browser. */
import { loadText, saveText } from "../storage";

const KEY = "schwimmen.lesson";

/** Return the stored position as JSON, or "" before the first step. */
export const loadProgress = (): string => loadText(KEY);

export const saveProgress = (position: string): void => saveText(KEY, position);

/** Whether the tutorial was begun in this browser. */
export const hasLearnt = (): boolean => loadProgress() !== "";
