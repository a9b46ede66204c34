/** Requests to the worker of the device, and its answers. */
import type { MatchRecord } from "schwimmen";
import type * as sent from "../api/generated";
import type { ErrorDetails, NewTable, TableEvent } from "../api/wire";
import type { Attempt, Terms } from "../game/challenge";

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
