/** What is said at a table, and what is shown at one touch. */
import type { ChatLine, Reaction } from "../../api/wire";
import { loadText, saveText } from "../../storage";

export const REACTIONS = [
  "hello",
  "good_luck",
  "well_played",
  "thanks",
  "oops",
  "wow",
  "laugh",
  "cry",
  "hurry",
] as const satisfies readonly Reaction[];

/** Characters of the longest line. */
export const MAX_LINE_LENGTH = 200;
const SHOWN_FOR = 4000; // ms
const KEPT = 200; // lines

export interface ShownReaction {
  id: number;
  reaction: Reaction;
}

export class ChatState {
  lines = $state.raw<readonly ChatLine[]>([]);
  /** By seat, what it shows just now. */
  bubbles = $state.raw<Readonly<Record<number, ShownReaction>>>({});
  /** The number of the last line that was seen. */
  read = $state(0);
  #welcomed = false;
  #count = 0;

  /** What the reader wants to hear. */
  readonly heard = $derived(this.lines.filter(({ name }) => !muted.has(name)));

  get #last(): number {
    return this.lines.at(-1)?.number ?? 0;
  }

  /** The lines that came since the reader last looked, but for their own. */
  unread(own: string | undefined): number {
    return this.heard.filter(({ number, name }) => number > this.read && name !== own).length;
  }

  /**
   * The last lines, when the page comes or comes back; what was said before is no news. What the
   * server has is what counts: lines can go, and their numbers be given again.
   */
  welcome(lines: readonly ChatLine[]): void {
    this.lines = lines;
    if (this.#welcomed) this.read = Math.min(this.read, this.#last);
    else this.look();
    this.#welcomed = true;
  }

  /** Whether somebody said it whom the reader wants to hear. */
  hear(line: ChatLine): boolean {
    if (line.number <= this.#last) return false;
    this.lines = [...this.lines, line].slice(-KEPT);
    return !muted.has(line.name);
  }

  /** The reader has seen all that was said. */
  look(): void {
    this.read = this.#last;
  }

  show(seat: number, name: string, reaction: Reaction): boolean {
    if (muted.has(name)) return false;
    const bubble = { id: this.#count++, reaction };
    this.bubbles = { ...this.bubbles, [seat]: bubble };
    setTimeout(() => {
      if (this.bubbles[seat] !== bubble) return;
      const { [seat]: _, ...others } = this.bubbles;
      this.bubbles = others;
    }, SHOWN_FOR);
    return true;
  }
}

/** Who shall not be heard on this device: kept by name, which is all that others are known by. */

const KEY = "schwimmen.muted";
const MOST = 100;

function kept(): string[] {
  try {
    const names: unknown = JSON.parse(loadText(KEY));
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

class Muted {
  names = $state.raw<readonly string[]>(kept());

  has(name: string): boolean {
    return this.names.includes(name);
  }

  toggle(name: string): void {
    const others = this.names.filter((one) => one !== name);
    this.names = this.has(name) ? others : [...others.slice(1 - MOST), name];
    saveText(KEY, JSON.stringify(this.names));
  }
}

export const muted = new Muted();
