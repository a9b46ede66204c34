/** Return the record of a match with these rounds, with further keys at its end. */
export function recordOf(
  {
    rules,
    players,
    firstDealer,
  }: {
    rules: any;
    players: any;
    firstDealer: any;
  },
  {
    layout,
  }: {
    layout: any;
  },
  rounds: any,
  further: any,
): any;
/**
 * Return the match of a record, an object of JSON, after its last action.
 *
 * `start` returns a match by preset, options, players and dealer. Throws an `EngineError`;
 * `details` hold the round and action at fault, counted from 1.
 */
export function playRecord(record: any, kernel: any, start: any): any;
/**
 * Record of a match (RECORD.md), with further keys.
 */
export type MatchRecord = {
  format: string;
  rules: {
    preset: Preset;
    options?: Partial<Options>;
  };
  players: string[];
  dealer: number;
  rounds: {
    pack: string;
    shuffles?: string[];
    actions: string[];
  }[];
  [key: string]: unknown;
};
/**
 * Results of a match by RECORD.md.
 */
export type MatchResult = {
  format: string;
  complete: boolean;
  rounds: (Omit<RoundResult, "hands" | "totals"> & {
    hands: (string | null)[];
  })[];
  winners: number[];
  totals?: number[] | undefined;
};
import type { Preset } from "../types.js";
import type { Options } from "../types.js";
import type { RoundResult } from "../types.js";
