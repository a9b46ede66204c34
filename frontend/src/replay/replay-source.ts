/** Source of the match in a replay: a table, or a file. */
import { merge, type Json } from "../api/changes";
import { decodeEvent } from "../api/decode";
import { getServerReplay } from "../api/matches";
import { once } from "../api/once";
import { isDeviceTable } from "../api/table-id";
import type { OwnTable, Replay, SentReplayStep, Story, TableEvent, TableInfo } from "../api/wire";
import { DeviceReplay } from "../device/device";
import { getRecord, getStory, getTable } from "../device/requests";
import type { MatchRecord } from "schwimmen";
import { ReplayedRound } from "./replayed-round";

export interface ReplaySource {
  /** Return the table, with the reader's own seat marked if known. */
  table: () => Promise<TableInfo | OwnTable>;
  /** Return a round, counted from 1. */
  round: (number: number) => Promise<ReplayedRound>;
  /** Return the story, or null for a match without one. */
  story: () => Promise<Story | null>;
  record: () => Promise<object>;
  /** Release the memory that the match takes. */
  close: () => void;
}

/** Number of steps decoded at a time, so that the page stays responsive. */
const BATCH = 200;

/** Return the match of a table. */
export function tableSource(id: string): ReplaySource {
  const replay = new DeviceReplay();
  const record = () => getRecord(id);
  const isHere = isDeviceTable(id);
  const opened = once(() =>
    isHere
      ? replay.openMatch(id)
      : record().then((found) => replay.openRecord(found as MatchRecord)),
  );
  return {
    table: () => getTable(id),
    round: async (number) => {
      if (!isHere) return serverRound(id, number, replay, opened);
      await opened();
      return deviceRound(replay, number);
    },
    story: () => getStory(id),
    record,
    close: replay.close,
  };
}

/** Return the match of a record's text. Throws an `ApiError` for one that cannot be played. */
export async function fileSource(text: string): Promise<ReplaySource> {
  const replay = new DeviceReplay();
  const info = await replay.openRecord(text).catch((error: unknown) => {
    replay.close();
    throw error;
  });
  return {
    table: async () => info,
    round: (number) => deviceRound(replay, number),
    story: replay.story,
    record: async () => JSON.parse(text) as object,
    close: replay.close,
  };
}

/** Return a round of a match that has been opened. */
async function deviceRound(replay: DeviceReplay, number: number): Promise<ReplayedRound> {
  const { rounds, steps, events } = await replay.events(number, 0);
  const all = [...events];
  while (all.length < steps) all.push(...(await replay.events(number, all.length)).events);
  return new ReplayedRound(rounds, all, (step, seat) => replay.view(number, step, seat));
}

/** Return a round from the server; for the views of seats its match is opened here. */
async function serverRound(
  id: string,
  number: number,
  replay: DeviceReplay,
  opened: () => Promise<unknown>,
): Promise<ReplayedRound> {
  const { rounds, first, changes } = await getServerReplay(id, number);
  const { events, views } = await decode(first, changes);
  return new ReplayedRound(rounds, events, async (step, seat) => {
    if (seat === null) return { view: views[step]!, own: {} };
    await opened();
    return replay.view(number, step, seat);
  });
}

/** Decode the steps of a round in batches: a long one has thousands. */
async function decode(first: SentReplayStep, changes: Replay["changes"]) {
  let step = first;
  const events: TableEvent[] = [decodeEvent(step.event)];
  const views = [step.view];
  for (const [n, change] of changes.entries()) {
    if (n % BATCH === BATCH - 1) await new Promise((resolve) => setTimeout(resolve));
    step = merge(step as unknown as Json, change as Json) as unknown as SentReplayStep;
    events.push(decodeEvent(step.event));
    views.push(step.view);
  }
  return { events, views };
}
