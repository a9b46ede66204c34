/** Chat and reactions at a table. */
import type { ChatLine, Reaction } from "../../api/wire";
import { loadText, saveText } from "../../storage/storage";

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

/** Place of the spectators' reactions beside those of the seats. */
export const SPECTATORS = -1;

const SHOWN_FOR = 4000; // ms
const MAX_LINES = 200;

export interface ShownReaction {
  id: number;
  reaction: Reaction;
}

export class ChatState {
  lines = $state.raw<readonly ChatLine[]>([]);
  /** Reactions shown now, by seat; those of spectators at `SPECTATORS`. */
  bubbles = $state.raw<Readonly<Record<number, ShownReaction>>>({});
  /** Line that the reader is writing. */
  draft = $state("");
  /** Number of the last line read. */
  read = $state(0);
  /** Names of the players at the table whom the reader has blocked. */
  blocked = $state.raw<readonly string[]>([]);
  #welcomed = false;
  #count = 0;

  /** Lines of players who are neither muted nor blocked. */
  readonly visible = $derived(this.lines.filter(({ name }) => !this.#isSilent(name)));

  get #last(): number {
    return this.lines.at(-1)?.number ?? 0;
  }

  /** Return the number of unread lines, except the reader's own. */
  unread(own: string | undefined): number {
    return this.visible.filter(({ number, name }) => number > this.read && name !== own).length;
  }

  /**
   * Replace the lines after a connection; those of the first connection count as read. The server
   * may have deleted lines and used their numbers again.
   */
  welcome(lines: readonly ChatLine[]): void {
    this.lines = lines;
    if (this.#welcomed) this.read = Math.min(this.read, this.#last);
    else this.markRead();
    this.#welcomed = true;
  }

  /** Add a line; return whether it is visible. */
  add(line: ChatLine): boolean {
    if (line.number <= this.#last) return false;
    this.lines = [...this.lines, line].slice(-MAX_LINES);
    return !this.#isSilent(line.name);
  }

  markRead(): void {
    this.read = this.#last;
  }

  /** Return whether a player is muted or blocked. */
  #isSilent(name: string): boolean {
    return muted.has(name) || this.blocked.includes(name);
  }

  /**
   * Show a reaction for a while, unless its player is muted or blocked; return whether it is shown.
   */
  showReaction(seat: number, name: string, reaction: Reaction): boolean {
    if (this.#isSilent(name)) return false;
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

const KEY = "schwimmen.muted";
const MAX_MUTED = 100;

function savedNames(): string[] {
  try {
    const names: unknown = JSON.parse(loadText(KEY));
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

/** Players muted on this device, by name because their ids are unknown. */
class MutedPlayers {
  names = $state.raw<readonly string[]>(savedNames());

  has(name: string): boolean {
    return this.names.includes(name);
  }

  toggle(name: string): void {
    const others = this.names.filter((one) => one !== name);
    this.names = this.has(name) ? others : [...others.slice(1 - MAX_MUTED), name];
    saveText(KEY, JSON.stringify(this.names));
  }
}

export const muted = new MutedPlayers();
