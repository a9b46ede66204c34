/** Interface of the device's worker, which the page calls through comlink. */
import type { Hint, MatchRecord } from "schwimmen";
import type * as sent from "../api/generated";
import type { ErrorDetails, NewTable, OwnTable, Story, TableEvent, TableInfo } from "../api/wire";
import type { Pair } from "../game/contradictions";
import type { Attempt, Terms } from "../game/challenge";
import type { Imported } from "./archive/archive";
import type { Puzzle, Situation } from "./puzzles/puzzle";
import type { PuzzleScene } from "./puzzles/puzzle-scene";
import type { MatchHistory } from "./statistics/statistics";

/** A result, or an error with its code: the errors of comlink lose their fields. */
export type Answer<T> =
  { value: T } | { error: { code: string; message: string; details: ErrorDetails } };

/** Moment of a match, and the players who continue from it. */
export interface WhatIf extends Pick<NewTable, "name" | "opponents"> {
  record: MatchRecord;
  /** Number of the moment, from 1. */
  moment: number;
}

/** A table to open, with the face of the person; the seed is random by default. */
export interface Opened extends NewTable {
  face: string | null;
  seed?: string;
  /** Text of the challenge that the table answers. */
  challenge?: string;
}

/** A finished match that friends can be challenged with. */
export interface Challengeable extends Terms {
  attempt: Attempt;
  /** Text of the challenge that the match answers, or null. */
  challenge: string | null;
}

/** The player's own match for a challenge. */
export interface OwnAttempt {
  id: string;
  over: boolean;
}

/** Events of a round, with the numbers of its steps and of the rounds of its match. */
export interface EventsOfRound {
  rounds: number;
  steps: number;
  events: readonly TableEvent[];
}

/** A view without the events of the round, in the parts that messages have. */
export interface SentView {
  view: sent.PublicView;
  own: sent.OwnView;
}

export interface DeviceApi {
  /** Load the engine and open the database; answer with an error if that fails. */
  start(): Promise<Answer<null>>;
  /** Open a table; return its id. */
  open(table: Opened): Promise<Answer<string>>;
  /**
   * Open a what-if table, which continues a match from one of its moments with the person in the
   * first seat; return its id. It is excluded from lists and statistics and replaces an earlier
   * one.
   */
  whatIf(match: WhatIf & { face: string | null }): Promise<Answer<string>>;
  /**
   * Connect a page with a table and return null. If the script of another build plays the match and
   * speaks as this one, return that script's address instead, unless `anyway`.
   */
  connect(id: string, port: MessagePort, anyway: boolean): Promise<Answer<string | null>>;
  /** Fetch the data that a table's bots need; return the names of bots that still lack theirs. */
  prepare(id: string): Promise<Answer<readonly string[]>>;
  /** Load the data for hints at a table. */
  prepareHint(id: string): Promise<Answer<null>>;
  /**
   * Return the hint for the person's decision after an event, and count it; null if that decision
   * is no longer the present one. Answer with an error if its data cannot be read.
   */
  hint(id: string, seq: number): Promise<Answer<Hint | null>>;
  /** Return a finished match as a challenge; null for a match whose chance had no seed. */
  challengeable(id: string): Promise<Answer<Challengeable | null>>;
  /**
   * Return the player's own match for the text of a challenge, or null before it is opened. Answer
   * with an error if the challenge is by the rules of another version.
   */
  ownAttempt(challenge: string, rulesVersion: string): Promise<Answer<OwnAttempt | null>>;
  table(id: string): Promise<Answer<OwnTable>>;
  record(id: string): Promise<Answer<object>>;
  /**
   * Play the match of a record, given as an object or its text, for the replay of this worker;
   * return the information on its table.
   */
  openRecord(record: string | MatchRecord): Promise<Answer<TableInfo>>;
  /** Play a finished match of this device for the replay of this worker. */
  openMatch(id: string): Promise<Answer<null>>;
  /** Return events of a round of the replay, counted from 1: some of them from `first` on. */
  replayedEvents(round: number, first: number): Promise<Answer<EventsOfRound>>;
  /**
   * Return the parts of a view after a step of a round of the replay: that of a seat, or for null
   * that of a spectator who sees all hands.
   */
  replayedView(round: number, step: number, seat: number | null): Promise<Answer<SentView>>;
  /** Return the story of the replay's match, null before its end. */
  replayedStory(): Promise<Answer<Story | null>>;
  story(id: string): Promise<Answer<Story>>;
  /** Return the facts of some matches for statistics. */
  history(ids: readonly string[]): Promise<Answer<MatchHistory>>;
  /** Return the scene of a puzzle, with the player's own name and those of the others. */
  puzzle(situation: Situation, own: string, names: readonly string[]): Promise<Answer<PuzzleScene>>;
  /** Return the hint for a puzzle, with reasons why the best action beats the chosen one. */
  puzzleHint(situation: Situation, best: string, chosen: string): Promise<Answer<Hint | null>>;
  /** Return whether each puzzle can be played. */
  playable(puzzles: readonly Puzzle[]): Promise<Answer<boolean[]>>;
  /** Store the tables of a file that this device lacks. */
  importTables(tables: readonly unknown[]): Promise<Answer<Imported>>;
  /** Return the pairs of options that contradict each other. */
  contradictions(
    preset: string,
    options: Record<string, boolean | number | string | null>,
  ): Promise<Answer<readonly Pair[]>>;
}
