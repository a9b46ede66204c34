/** Clocks of a table, which the browser continues by the server's time. */
import type { ClockState } from "../../api/wire";

const TICK = 200; // ms

/** Remaining seconds at which the player to move is warned. */
export const WARNINGS = [10, 5] as const;

/** Remaining time in ms, for the move and of the reserve. */
export interface RemainingTime {
  move: number;
  reserve: number;
}

const milliseconds = (time: string | null): number | null =>
  time === null ? null : Date.parse(time);

/** Return the remaining time, or null without a clock. */
export function remainingTime(
  { due, reserve_from }: ClockState,
  now: number,
): RemainingTime | null {
  const end = milliseconds(due);
  if (end === null) return null;
  const own = milliseconds(reserve_from) ?? end;
  return { move: Math.max(0, own - now), reserve: Math.max(0, end - Math.max(own, now)) };
}

/** Return the warning that became due between two readings of a clock, or null. */
export const dueWarning = (before: number, after: number): number | null =>
  WARNINGS.findLast((seconds) => before > seconds * 1000 && after <= seconds * 1000 && after > 0) ??
  null;

/** Format a time as "0:07" or "2:30", rounded up to seconds. */
export function formatTime(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export class TableClock {
  times = $state.raw<ClockState | null>(null);
  /** The server's time, in ms since 1970. */
  now = $state(0);
  /** The remaining time, or null without a clock. */
  readonly remaining = $derived(this.times && remainingTime(this.times, this.now));
  /** Milliseconds until the time is up, the reserve included. */
  readonly whole = $derived(this.remaining && this.remaining.move + this.remaining.reserve);
  readonly urgent = $derived(this.whole !== null && this.whole <= WARNINGS[0] * 1000);

  #offset = 0;

  /** `warn` is called with the remaining seconds. */
  constructor(
    private readonly warn: (seconds: number) => void,
    private readonly localTime: () => number = () => performance.now(),
  ) {}

  update(times: ClockState | null): void {
    if (times?.now) this.#offset = Date.parse(times.now) - this.localTime();
    this.times = times;
    this.now = this.localTime() + this.#offset;
  }

  /** Advance to the current time, and warn if a warning is due. */
  tick(): void {
    const before = this.whole;
    this.now = this.localTime() + this.#offset;
    if (before === null || this.whole === null) return;
    const seconds = dueWarning(before, this.whole);
    if (seconds !== null) this.warn(seconds);
  }

  /** Run while a time limit is set; to be called in an effect. */
  run(): (() => void) | undefined {
    if (!this.times?.due) return undefined;
    const timer = setInterval(() => this.tick(), TICK);
    return () => clearInterval(timer);
  }
}
