/** A sentence for screen readers. */
export interface Announcement {
  id: number;
  words: string;
}

const KEPT = 12; // number of earlier announcements that screen readers can go back to

/** Live region to which new announcements are appended, so that none replaces an unread one. */
export class Announcer {
  lines = $state.raw<readonly Announcement[]>([]);
  /** Latest warning; it is read at once, and again if it is repeated. */
  warning = $state.raw<Announcement | null>(null);
  #count = 0;

  announce(words: readonly string[]): void {
    const added = words.map((line) => this.#numbered(line));
    this.lines = [...this.lines.slice(-KEPT), ...added];
  }

  /** Replace the warning. */
  warn(words: string): void {
    this.warning = this.#numbered(words);
  }

  #numbered(words: string): Announcement {
    return { id: this.#count++, words };
  }
}
