/** What both checks must agree on, here and in Python: tests/records/fairness/vectors.json. */
import { readFileSync } from "node:fs";
import type { Terms } from "./fair-shuffle.ts";
import type { Fault } from "./fairness-record.ts";

type Path = (string | number)[];

interface Vectors {
  commitments: (Terms & { attempt: number; seed: string; commitment: string })[];
  agreement: {
    server: string;
    attempt: number;
    players: { seat: number; seed: string; commitment: string }[];
    seal: string;
    seed: string;
    key: string;
  };
  draws: {
    key: string;
    /** Of so many numbers, this one. */
    dealer: [number, number][];
    /** Round, how many cards, and their order. */
    packs: [number, number, number[]][];
    /** Round, which shuffle, how many cards, and their order. */
    shuffles: [number, number, number, number[]][];
  };
  records: Record<string, unknown>;
  verdicts: {
    what: string;
    of: string;
    changes: [Path, unknown][];
    fair?: object;
    unfair?: Fault;
    malformed?: string;
  }[];
}

export const vectors = JSON.parse(
  readFileSync(new URL("../../../tests/records/fairness/vectors.json", import.meta.url), "utf8"),
) as Vectors;

type Inside = Record<string | number, unknown>;

/** The record with changes made in it. */
export function changed(of: string, changes: [Path, unknown][]): unknown {
  const record = structuredClone(vectors.records[of]);
  for (const [path, value] of changes) {
    const inside = path.slice(0, -1).reduce((from, key) => (from as Inside)[key], record) as Inside;
    inside[path.at(-1)!] = structuredClone(value);
  }
  return record;
}
