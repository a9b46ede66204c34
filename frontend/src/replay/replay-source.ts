/** Source of the match in a replay: a table, or a file. */
import { getRecord, getReplay, getStory, getTable } from "../device/requests";
import type { OwnTable, Replay, Story, TableInfo } from "../api/wire";
import type { RecordFile } from "../device/archive/record-file";

export interface ReplaySource {
  /** Return the table, with the reader's own seat marked if known. */
  table: () => Promise<TableInfo | OwnTable>;
  replay: (round: number) => Promise<Replay>;
  /** Return the story, or null for a match without one. */
  story: () => Promise<Story | null>;
  record: () => Promise<object>;
}

export const tableSource = (id: string): ReplaySource => ({
  table: () => getTable(id),
  replay: (round) => getReplay(id, round),
  story: () => getStory(id),
  record: () => getRecord(id),
});

export const fileSource = ({ info, record, replay, story }: RecordFile): ReplaySource => ({
  table: async () => info,
  replay: async (round) => replay(round),
  story: async () => story(),
  record: async () => record,
});
