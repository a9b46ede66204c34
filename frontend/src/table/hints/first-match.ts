/** Lines of the coach that this browser has shown in the first match. */
import { getTables } from "../../device/requests";
import { loadText, saveText } from "../../storage/storage";
import { COACH_LINES, type CoachLine } from "./coach";

const KEY = "schwimmen.coach";

/** Lines shown, and their match. */
interface Progress {
  /** Table of the match; "any" for the next one, "none" without the coach. */
  table: string;
  shown: CoachLine[];
}

const field = (from: unknown, name: string): unknown =>
  typeof from === "object" && from !== null ? Reflect.get(from, name) : undefined;

function loadProgress(): Progress | null {
  try {
    const saved: unknown = JSON.parse(loadText(KEY));
    const [table, shown] = [field(saved, "table"), field(saved, "shown")];
    if (typeof table !== "string" || !Array.isArray(shown)) return null;
    return { table, shown: COACH_LINES.filter((id) => shown.includes(id)) };
  } catch {
    return null;
  }
}

const save = (progress: Progress) => saveText(KEY, JSON.stringify(progress));

/** Show all lines again, in the next match. */
export const resetCoach = (): void => save({ table: "any", shown: [] });

/** Store that a line has been shown at a table. */
export function noteShown(table: string, id: CoachLine): void {
  save({ table, shown: [...(loadProgress()?.shown ?? []), id] });
}

/**
 * Return the lines that a table has yet to show: those of this browser's first match. A match is
 * the first if neither this browser nor the server knows another match of the player.
 */
export async function remainingLines(table: string): Promise<readonly CoachLine[]> {
  let progress = loadProgress();
  if (progress === null) {
    const tables = await getTables();
    const played = tables.some(({ id, phase }) => id !== table && phase !== "gathering");
    progress = { table: played ? "none" : table, shown: [] };
  } else if (progress.table === "any") {
    progress = { ...progress, table };
  }
  save(progress);
  const { shown } = progress;
  return progress.table === table ? COACH_LINES.filter((id) => !shown.includes(id)) : [];
}
