/** Files that Play needs: page and texts of a table, and the worker with its rules. */
import { language } from "../i18n";
import { besidePage } from "../site";

interface File {
  path: string;
  /** Bytes without compression, as the browser reports arriving parts. */
  bytes: number;
}

/** Number of files that are fetched at a time while the start page is read. */
const LANES = 3;

/** Return the files of the build, smallest first; none on the development server. */
function listed(): File[] {
  const meta = document.querySelector<HTMLMetaElement>(
    `meta[name="play-files"][lang="${language()}"]`,
  );
  const pairs = (meta?.content ?? "").matchAll(/(\S+) (\d+)/g);
  return Array.from(pairs, ([, path = "", bytes]) => ({ path, bytes: Number(bytes) }));
}

/** Whether the reader wants pages to transfer little. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false;

/** The files on their way into the browser's cache. */
export class PlayFiles {
  #waiting: File[] | null = null;
  #prefetching: Promise<void> | null = null;
  readonly #lanes: Promise<void>[] = [];
  #total = $state(0);
  #arrived = $state(0);

  /** Part of the bytes that have arrived, from 0 to 1; null while no file is awaited. */
  get progress(): number | null {
    return this.#arrived < this.#total ? this.#arrived / this.#total : null;
  }

  /** Fetch the files while the reader does something else. */
  prefetch = (): Promise<void> => (this.#prefetching ??= this.#fetch("low", LANES));

  /** Fetch the missing files as fast as possible. */
  fetch = (): Promise<void> => this.#fetch("auto");

  async #fetch(priority: RequestPriority, lanes?: number): Promise<void> {
    if (this.#waiting === null) {
      this.#waiting = listed();
      this.#total = this.#waiting.reduce((sum, { bytes }) => sum + bytes, 0);
    }
    const waiting = this.#waiting;
    const run = async () => {
      for (let file = waiting.shift(); file; file = waiting.shift())
        await this.#load(file, priority);
    };
    this.#lanes.push(...Array.from({ length: lanes ?? waiting.length }, run));
    await Promise.all(this.#lanes);
  }

  /** Read a file, which counts as arrived if it fails: the import that needs it reports that. */
  async #load({ path, bytes }: File, priority: RequestPriority): Promise<void> {
    let read = 0;
    const count = (now: number) => {
      this.#arrived += now - read;
      read = now;
    };
    try {
      const { body } = await fetch(besidePage(path), { priority });
      const reader = body?.getReader();
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
        count(Math.min(read + part.value.length, bytes));
    } catch {
      // The import tries again.
    }
    count(bytes);
  }
}

export const playFiles = new PlayFiles();
