/** This browser's part in the agreement on the shuffles: done by itself, kept before it is sent. */
import type { Seeds } from "../api/wire";
import type { BySeat } from "./fair-shuffle";
import type { Promised } from "./commitment";
import type { Command } from "../api/table-socket";
import { loadText, saveText } from "../storage";

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
    const kept: unknown = JSON.parse(loadText(KEY));
    return Array.isArray(kept) ? (kept as [string, Known][]) : [];
  } catch {
    return [];
  }
}

const of = (table: string): Known | undefined => all().find(([one]) => one === table)?.[1];

/** The seal of a table that this browser saw under the server's commitment, if it did. */
export function savedSeal(table: string, commitment: string): string | undefined {
  const known = of(table);
  return known?.under === commitment ? (known.seal ?? undefined) : undefined;
}

const bySeat = ({ commitments }: Seeds): BySeat =>
  commitments.map(({ seat, commitment }) => [seat, commitment] as const);

export class CommitReveal {
  seeds = $state.raw<Seeds | null>(null);
  #known = $state.raw<Known>({ promised: null, seal: null, under: null });
  /** The first commitment of the server under which it asked for what must not be. */
  #wrong = $state.raw<string | null>(null);
  /** The one under which another window or device has the part of the reader's seat. */
  #other = $state.raw<string | null>(null);
  /** The server asked for what must not be: this browser has no part in it. */
  readonly broken = $derived(this.#wrong !== null);
  readonly elsewhere = $derived(this.seeds !== null && this.seeds.commitment === this.#other);
  /** Of all commitments, as this browser saw them before the first card. */
  readonly seal = $derived(this.seeds?.commitment === this.#known.under ? this.#known.seal : null);

  #sent = "";
  /** The server's commitment under which this window committed last, and was last refused. */
  #committed: string | null = null;
  #refused: string | null = null;
  /** The seal of the last list with a commitment for the seat that this browser did not know. */
  #unknown: string | null = null;
  /** What was answered last. */
  #last: [seeds: Seeds, seat: number | null] | null = null;
  #doing: Promise<void> = Promise.resolve();

  constructor(
    private readonly table: string,
    private readonly send: (command: Command) => void,
  ) {
    const kept = of(this.table);
    if (kept) this.#known = kept;
  }

  /** How far the agreement is, for the reader's seat; `dealt`: cards lie on the table. */
  take(seeds: Seeds | null, seat: number | null, dealt: boolean): Promise<void> {
    this.seeds = seeds;
    if (seeds && !(seeds.phase === "settled" && dealt)) {
      this.#last = [seeds, seat];
      this.#doing = this.#doing.then(() => this.#answer(seeds, seat));
    }
    return this.#doing;
  }

  /**
   * The last commitment was refused. Where the seat has committed already, another window or device
   * of the reader's was quicker; that may be heard of after the list is closed.
   */
  refused(code: string): Promise<void> {
    const last = this.#last;
    if (last && ["already", "too_late"].includes(code)) {
      this.#refused = this.#committed;
      this.#doing = this.#doing.then(() => this.#answer(...last));
    }
    return this.#doing;
  }

  /** As it is kept just now: windows of one browser share a promise. */
  get #promised(): Promised | null {
    return of(this.table)?.promised ?? this.#known.promised;
  }

  async #answer(seeds: Seeds, seat: number | null): Promise<void> {
    const { phase, attempt, commitment, waiting_for } = seeds;
    const asked = seat !== null && waiting_for.includes(seat);
    if (phase === "committing" && !asked) return;
    try {
      // With the hashes, which nobody needs who plays alone.
      const [{ promise, reveal }, { sealOf }] = await Promise.all([
        import("./commitment"),
        import("./fair-shuffle"),
      ]);
      if (phase === "committing" && seat !== null) {
        const promised = promise(commitment, attempt, seat, this.#promised);
        this.#keep({ ...this.#known, promised });
        this.#committed = commitment;
        this.#send(`commit ${attempt}`, {
          type: "commit",
          server: promised.server,
          commitment: promised.commitment,
        });
        return;
      }
      const list = bySeat(seeds);
      const seal = sealOf(commitment, list);
      const own = list.find(([one]) => one === seat)?.[1];
      const promises = [this.#known.promised, this.#promised];
      let promised = promises.find((one) => one?.commitment === own) ?? this.#promised;
      // Not asked to commit here, although the browser has promised: another device was quicker.
      const unasked = this.#committed !== commitment && promised?.seal === null;
      const elsewhere =
        own !== undefined &&
        own !== promised?.commitment &&
        (promised?.server !== commitment || this.#refused === commitment || unasked);
      if (promised && own !== undefined && !elsewhere) {
        if (own !== promised.commitment) this.#unknown = seal;
        promised = reveal(promised, commitment, list);
      }
      this.#keep({ promised, seal, under: commitment });
      this.#other = elsewhere ? commitment : null;
      // Another window's commitment: known by now, from what the browser keeps or from the refusal.
      if (this.#unknown === seal && this.#wrong === commitment) this.#wrong = null;
      if (asked && !elsewhere && promised)
        this.#send(`reveal ${attempt}`, { type: "reveal", seed: promised.seed });
    } catch {
      this.#wrong ??= commitment;
    }
  }

  #send(what: string, command: Command): void {
    if (this.#sent === what) return;
    this.#sent = what;
    this.send(command);
  }

  #keep(known: Known): void {
    this.#known = known;
    const others = all().filter(([table]) => table !== this.table);
    saveText(KEY, JSON.stringify([...others.slice(1 - KEPT), [this.table, known]]));
  }
}
