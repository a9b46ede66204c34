/**
 * This browser's part in the commit-reveal protocol of docs/fairness.md. It needs no user action;
 * every seed is stored before it is sent.
 */
import type { Seeds } from "../api/wire";
import type { BySeat } from "./fair-shuffle";
import type { SeedCommitment } from "./commitment";
import type { Command } from "../api/table-socket";
import { parseList } from "../storage/json";
import { loadText, saveText } from "../storage/storage";

const KEY = "schwimmen.seeds";
const MAX_TABLES = 50;

/** Stored state of this browser in the agreement at one table; the keys are fixed. */
interface StoredAgreement {
  /** This browser's own commitment, with its seed. */
  promised: SeedCommitment | null;
  /** The seal that this browser saw. */
  seal: string | null;
  /** The server's commitment to which that seal belongs. */
  under: string | null;
}

type Entry = [table: string, agreement: StoredAgreement];

const loadAgreements = () => parseList(loadText(KEY)) as Entry[];

const loadAgreement = (table: string): StoredAgreement | undefined =>
  loadAgreements().find(([id]) => id === table)?.[1];

/** Return the seal that this browser saw at a table under the server's commitment, if any. */
export function savedSeal(table: string, commitment: string): string | undefined {
  const stored = loadAgreement(table);
  return stored?.under === commitment ? (stored.seal ?? undefined) : undefined;
}

const bySeat = ({ commitments }: Seeds): BySeat =>
  commitments.map(({ seat, commitment }) => [seat, commitment] as const);

/** State machine that commits to a seed and reveals it when the server closes the list. */
export class CommitReveal {
  seeds = $state.raw<Seeds | null>(null);
  #agreement = $state.raw<StoredAgreement>({ promised: null, seal: null, under: null });
  /** The first commitment of the server under which it broke the protocol. */
  #brokenUnder = $state.raw<string | null>(null);
  /** The server's commitment under which another window or device plays this seat's part. */
  #elsewhereUnder = $state.raw<string | null>(null);
  /** Whether the server broke the protocol, so that this browser reveals nothing. */
  readonly broken = $derived(this.#brokenUnder !== null);
  /** Whether another window or device takes part for this seat. */
  readonly elsewhere = $derived(
    this.seeds !== null && this.seeds.commitment === this.#elsewhereUnder,
  );
  /** Seal of all commitments, as this browser saw them before the first deal. */
  readonly seal = $derived(
    this.seeds?.commitment === this.#agreement.under ? this.#agreement.seal : null,
  );

  /** Last step sent; a step is sent only once. */
  #sent = "";
  /** The server's commitment under which this window committed last. */
  #committed: string | null = null;
  /** The server's commitment under which this window's commitment was refused last. */
  #refused: string | null = null;
  /** Seal of the last list whose commitment for this seat was unknown to this browser. */
  #unknownSeal: string | null = null;
  /** Last state of the server that was answered. */
  #last: [seeds: Seeds, seat: number | null] | null = null;
  /** Completion of all answers so far, which run one after the other. */
  #queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly table: string,
    private readonly send: (command: Command) => void,
  ) {
    const stored = loadAgreement(this.table);
    if (stored) this.#agreement = stored;
  }

  /** Process the server's state for the reader's seat; `dealt`: the first cards are dealt. */
  take(seeds: Seeds | null, seat: number | null, dealt: boolean): Promise<void> {
    this.seeds = seeds;
    if (seeds && !(seeds.phase === "settled" && dealt)) {
      this.#last = [seeds, seat];
      this.#queue = this.#queue.then(() => this.#answer(seeds, seat));
    }
    return this.#queue;
  }

  /**
   * Handle the refusal of the last commitment. If the seat has already committed, another window or
   * device of the reader was quicker; the refusal may arrive after the list is closed.
   */
  refused(code: string): Promise<void> {
    const last = this.#last;
    if (last && ["already", "too_late"].includes(code)) {
      this.#refused = this.#committed;
      this.#queue = this.#queue.then(() => this.#answer(...last));
    }
    return this.#queue;
  }

  /** The stored commitment, read again: all windows of a browser share it. */
  get #storedCommitment(): SeedCommitment | null {
    return loadAgreement(this.table)?.promised ?? this.#agreement.promised;
  }

  /** Commit or reveal, if the server waits for this seat. */
  async #answer(seeds: Seeds, seat: number | null): Promise<void> {
    const { phase, attempt, commitment, waiting_for } = seeds;
    const awaited = seat !== null && waiting_for.includes(seat);
    if (phase === "committing" && !awaited) return;
    try {
      // Loaded on demand with the hash functions: matches against bots do not need them.
      const [{ commitSeed, revealSeed }, { sealOf }] = await Promise.all([
        import("./commitment"),
        import("./fair-shuffle"),
      ]);
      if (phase === "committing" && seat !== null) {
        // Another window may have stored its own commitment since this one was sent.
        const previous =
          this.#committed === commitment ? this.#agreement.promised : this.#storedCommitment;
        const own = commitSeed(commitment, attempt, seat, previous);
        this.#save({ ...this.#agreement, promised: own });
        this.#committed = commitment;
        this.#send(`commit ${attempt}`, {
          type: "commit",
          server: own.server,
          commitment: own.commitment,
        });
        return;
      }
      const list = bySeat(seeds);
      const seal = sealOf(commitment, list);
      const listed = list.find(([listedSeat]) => listedSeat === seat)?.[1];
      const candidates = [this.#agreement.promised, this.#storedCommitment];
      let own =
        candidates.find((candidate) => candidate?.commitment === listed) ?? this.#storedCommitment;
      // This window was not asked to commit although the browser has: another device was quicker.
      const unasked = this.#committed !== commitment && own?.seal === null;
      const elsewhere =
        listed !== undefined &&
        listed !== own?.commitment &&
        (own?.server !== commitment || this.#refused === commitment || unasked);
      if (own && listed !== undefined && !elsewhere) {
        if (listed !== own.commitment) this.#unknownSeal = seal;
        own = revealSeed(own, commitment, list);
      }
      this.#save({ promised: own, seal, under: commitment });
      this.#elsewhereUnder = elsewhere ? commitment : null;
      // The commitment was another window's: known now from storage or from the refusal.
      if (this.#unknownSeal === seal && this.#brokenUnder === commitment) this.#brokenUnder = null;
      if (awaited && !elsewhere && own)
        this.#send(`reveal ${attempt}`, { type: "reveal", seed: own.seed });
    } catch {
      this.#brokenUnder ??= commitment;
    }
  }

  #send(step: string, command: Command): void {
    if (this.#sent === step) return;
    this.#sent = step;
    this.send(command);
  }

  #save(agreement: StoredAgreement): void {
    this.#agreement = agreement;
    const others = loadAgreements().filter(([table]) => table !== this.table);
    saveText(KEY, JSON.stringify([...others.slice(1 - MAX_TABLES), [this.table, agreement]]));
  }
}
