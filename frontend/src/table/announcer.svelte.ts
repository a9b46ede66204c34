/**
 * What a screen reader reads out. Lines are added at the end: whatever comes quickly after them,
 * none takes the place of one that is not read yet.
 */

export interface Announcement {
  id: number;
  words: string;
}

const KEPT = 12; // earlier lines, for who goes back to them

export class Announcer {
  lines = $state.raw<readonly Announcement[]>([]);
  /** Why something could not be: read at once, and again when it is said again. */
  warning = $state.raw<Announcement | null>(null);
  #count = 0;

  say(words: readonly string[]): void {
    const fresh = words.map((line) => this.#said(line));
    this.lines = [...this.lines.slice(-KEPT), ...fresh];
  }

  warn(words: string): void {
    this.warning = this.#said(words);
  }

  #said(words: string): Announcement {
    return { id: this.#count++, words };
  }
}
