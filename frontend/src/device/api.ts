/** What the worker of the device does for the page; comlink carries it. */
import type { Hint, MatchRecord, Reason } from "schwimmen";
import type { ErrorDetails, NewTable, OwnTable, Replay, Story } from "../api/wire";
import type { Pair } from "../game/contradictions";
import type { Imported } from "./archive/archive";
import type { Puzzle, Situation } from "./puzzles/puzzle";
import type { PuzzleScene } from "./puzzles/puzzle-scene";
import type { MatchHistory } from "./statistics/statistics";

/** A result, or an error with its code: the errors of comlink lose their fields. */
export type Answer<T> =
  { value: T } | { error: { code: string; message: string; details: ErrorDetails } };

/** Moment of a match, with the players that go on from there. */
export interface WhatIf extends Pick<NewTable, "name" | "opponents"> {
  record: MatchRecord;
  /** Number of the moment, from 1. */
  moment: number;
}

export interface DeviceApi {
  /** Load the engine and open the database; answer with an error if that fails. */
  start(): Promise<Answer<null>>;
  /** Open a table, with the face of the person; return its id. */
  open(table: NewTable & { face: string | null }): Promise<Answer<string>>;
  /**
   * Open a table that goes on from a moment of a match, with the person in its first seat; return its
   * id. It counts nowhere, and takes the place of an earlier one.
   */
  whatIf(match: WhatIf & { face: string | null }): Promise<Answer<string>>;
  /**
   * Connect a page with a table and return null. A running match that the script of another build has
   * begun is connected only `anyway`; else that script is returned, if it speaks as this one.
   */
  connect(id: string, port: MessagePort, anyway: boolean): Promise<Answer<string | null>>;
  /** Fetch what the bots of a table need; return the names of those that still lack it. */
  prepare(id: string): Promise<Answer<readonly string[]>>;
  /** Load what a hint at a table needs. */
  prepareHint(id: string): Promise<Answer<null>>;
  /**
   * Return the hint for the person's decision after an event, and count it; null if that decision is
   * no longer the present one. An error if the data for it cannot be read.
   */
  hint(id: string, seq: number): Promise<Answer<Hint | null>>;
  table(id: string): Promise<Answer<OwnTable>>;
  record(id: string): Promise<Answer<object>>;
  replay(id: string, round: number): Promise<Answer<Replay>>;
  story(id: string): Promise<Answer<Story>>;
  /** Return the matches of some tables as statistics count them. */
  history(ids: readonly string[]): Promise<Answer<MatchHistory>>;
  /** Return a puzzle to be shown, with the player's name and those of the others. */
  puzzle(situation: Situation, own: string, names: readonly string[]): Promise<Answer<PuzzleScene>>;
  /** Return why the best action of a puzzle is better than the one chosen. */
  puzzleReasons(
    situation: Situation,
    best: string,
    chosen: string,
  ): Promise<Answer<readonly Reason[]>>;
  /** Return for each of some puzzles whether it can be played. */
  playable(puzzles: readonly Puzzle[]): Promise<Answer<boolean[]>>;
  /** Store the tables of a file that are not here yet. */
  importTables(tables: readonly unknown[]): Promise<Answer<Imported>>;
  /** Return the pairs of options that contradict each other. */
  contradictions(
    preset: string,
    options: Record<string, boolean | number | string | null>,
  ): Promise<Answer<readonly Pair[]>>;
}
