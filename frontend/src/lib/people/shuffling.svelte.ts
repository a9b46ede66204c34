/** This browser's part in the agreement on the shuffles: done by itself, kept before it is sent. */
import type { Seeds } from "../api/wire";
import type { BySeat } from "../fairness/fair";
import type { Promised } from "../fairness/promise";
import type { Ask } from "../link/messages";
import { recall, remember } from "../remember";

const KEY = "schwimmen.seeds";
const KEPT = 50; // tables

/** What this browser knows of a table's agreement: its own promise, and the seal that it saw. */
interface Known {
  promised: Promised | null;
  seal: string | null;
  /** The server's commitment under which that seal is. */
  under: string | null;
}

function all(): [table: string, known: Known][] {
  try {
    const kept: unknown = JSON.parse(recall(KEY));
    return Array.isArray(kept) ? (kept as [string, Known][]) : [];
  } catch {
    return [];
  }
}

const of = (table: string): Known | undefined => all().find(([one]) => one === table)?.[1];

/** The seal of a table that this browser saw under the server's commitment, if it did. */
export function sealSeen(table: string, commitment: string): string | undefined {
  const known = of(table);
  return known?.under === commitment ? (known.seal ?? undefined) : undefined;
}

const bySeat = ({ commitments }: Seeds): BySeat =>
  commitments.map(({ seat, commitment }) => [seat, commitment] as const);

export class Shuffling {
  seeds = $state.raw<Seeds | null>(null);
  #known = $state.raw<Known>({ promised: null, seal: null, under: null });
  /** The server asked for what must not be: this browser has no part in it. */
  broken = $state(false);
  /** Of all commitments, as this browser saw them before the first card. */
  readonly seal = $derived(this.seeds?.commitment === this.#known.under ? this.#known.seal : null);

  #sent = "";
  #doing: Promise<void> = Promise.resolve();

  constructor(
    private readonly table: string,
    private readonly ask: (ask: Ask) => void,
  ) {
    const kept = of(this.table);
    if (kept) this.#known = kept;
  }

  /** How far the agreement is, for the reader's seat; `dealt`: cards lie on the table. */
  take(seeds: Seeds | null, seat: number | null, dealt: boolean): Promise<void> {
    this.seeds = seeds;
    if (seeds && !(seeds.phase === "settled" && dealt))
      this.#doing = this.#doing.then(() => this.#answer(seeds, seat));
    return this.#doing;
  }

  async #answer(seeds: Seeds, seat: number | null): Promise<void> {
    const { phase, attempt, commitment, waiting_for } = seeds;
    const asked = seat !== null && waiting_for.includes(seat);
    if (phase === "committing" && !asked) return;
    try {
      // With the hashes, which nobody needs who plays alone.
      const [{ promise, reveal }, { sealOf }] = await Promise.all([
        import("../fairness/promise"),
        import("../fairness/fair"),
      ]);
      if (phase === "committing" && seat !== null) {
        const promised = promise(commitment, attempt, seat, this.#known.promised);
        this.#keep({ ...this.#known, promised });
        this.#send(`commit ${attempt}`, {
          type: "commit",
          server: promised.server,
          commitment: promised.commitment,
        });
        return;
      }
      const list = bySeat(seeds);
      let { promised } = this.#known;
      if (promised && list.some(([one]) => one === promised?.seat))
        promised = reveal(promised, commitment, list);
      this.#keep({ promised, seal: sealOf(commitment, list), under: commitment });
      if (asked && promised?.seal)
        this.#send(`reveal ${attempt}`, { type: "reveal", seed: promised.seed });
    } catch {
      this.broken = true;
    }
  }

  #send(what: string, ask: Ask): void {
    if (this.#sent === what) return;
    this.#sent = what;
    this.ask(ask);
  }

  #keep(known: Known): void {
    this.#known = known;
    const others = all().filter(([table]) => table !== this.table);
    remember(KEY, JSON.stringify([...others.slice(1 - KEPT), [this.table, known]]));
  }
}
