/** The clocks of a table as they run on here, by the server's time. */
import type { ClockState } from "../../api/wire";

const TICK = 200; // ms

/** Seconds left at which whoever is to move is warned. */
export const WARNINGS = [10, 5] as const;

/** What is left of a move's own time and of the reserve, in ms; null: there is no clock for it. */
export interface RemainingTime {
  move: number;
  reserve: number;
}

const milliseconds = (time: string | null): number | null =>
  time === null ? null : Date.parse(time);

export function remainingTime(
  { due, reserve_from }: ClockState,
  now: number,
): RemainingTime | null {
  const end = milliseconds(due);
  if (end === null) return null;
  const own = milliseconds(reserve_from) ?? end;
  return { move: Math.max(0, own - now), reserve: Math.max(0, end - Math.max(own, now)) };
}

/** The warning that became due between two looks at a clock. */
export const dueWarning = (before: number, after: number): number | null =>
  WARNINGS.findLast((seconds) => before > seconds * 1000 && after <= seconds * 1000 && after > 0) ??
  null;

/** "0:07", "2:30"; what has begun counts as a whole second. */
export function formatTime(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export class TableClock {
  times = $state.raw<ClockState | null>(null);
  /** The server's time, in ms since 1970. */
  now = $state(0);
  /** What is waited for will happen by itself; null if it will not. */
  readonly left = $derived(this.times && remainingTime(this.times, this.now));
  /** Milliseconds until then. */
  readonly whole = $derived(this.left && this.left.move + this.left.reserve);
  readonly urgent = $derived(this.whole !== null && this.whole <= WARNINGS[0] * 1000);

  #offset = 0;

  /** `warn` is told when few seconds are left of what is waited for. */
  constructor(
    private readonly warn: (seconds: number) => void,
    private readonly here: () => number = () => performance.now(),
  ) {}

  take(times: ClockState | null): void {
    if (times) this.#offset = Date.parse(times.now) - this.here();
    this.times = times;
    this.now = this.here() + this.#offset;
  }

  tick(): void {
    const before = this.whole;
    this.now = this.here() + this.#offset;
    if (before === null || this.whole === null) return;
    const seconds = dueWarning(before, this.whole);
    if (seconds !== null) this.warn(seconds);
  }

  /** Runs as long as something is due; to be called in an effect. */
  run(): (() => void) | undefined {
    if (!this.times?.due) return undefined;
    const ticking = setInterval(() => this.tick(), TICK);
    return () => clearInterval(ticking);
  }
}
