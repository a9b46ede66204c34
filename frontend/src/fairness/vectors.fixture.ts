/** Test vectors shared with the Python implementation: tests/records/fairness/vectors.json. */
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
    /** Number of players and the dealer drawn. */
    dealer: [players: number, dealer: number][];
    packs: [round: number, cards: number, order: number[]][];
    shuffles: [round: number, shuffle: number, cards: number, order: number[]][];
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

type Container = Record<string | number, unknown>;

/** Return a copy of a record with some values replaced. */
export function changed(of: string, changes: [Path, unknown][]): unknown {
  const record = structuredClone(vectors.records[of]);
  for (const [path, value] of changes) {
    const parent = path
      .slice(0, -1)
      .reduce((from, key) => (from as Container)[key], record) as Container;
    parent[path.at(-1)!] = structuredClone(value);
  }
  return record;
}
