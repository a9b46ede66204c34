/** The costliest mistake of the match reviewed last, for another try. */
import { loadText, saveText } from "./storage";

const KEY = "schwimmen.mistake";

export interface OpenMistake {
  table: string;
  preset: string;
  /** Number of the moment in the review, and of its round. */
  moment: number;
  round: number;
  /** Whether the better move has been found since. */
  solved: boolean;
}

/** Return the stored mistake, solved or not; null without one. */
export function loadMistake(): OpenMistake | null {
  try {
    return JSON.parse(loadText(KEY)) as OpenMistake;
  } catch {
    return null;
  }
}

/** Store the mistake of a match; one of the same match stays as it is. */
export function noteMistake(mistake: OpenMistake): void {
  if (loadMistake()?.table !== mistake.table) saveText(KEY, JSON.stringify(mistake));
}

/** Note that the better move at a moment has been found. */
export function solveMistake(table: string, moment: number): void {
  const stored = loadMistake();
  if (stored?.table === table && stored.moment === moment)
    saveText(KEY, JSON.stringify({ ...stored, solved: true }));
}
