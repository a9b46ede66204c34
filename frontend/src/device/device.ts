/** Client of the worker that plays the tables of this device. */
import { transfer, wrap, type Remote } from "comlink";
import type { MatchRecord } from "schwimmen";
import { SERVICE_RESTART } from "../api/constants.generated";
import { ApiError } from "../api/http";
import type { Puzzle } from "./puzzles/puzzle";
import { savedFace } from "./own-face";
import type { SocketLike } from "../api/table-socket";
import type { Answer, Opened, WhatIf } from "./api";
import type { PortMessage } from "./table/table-link";
import type { DeviceApi } from "./worker";

/** Number of attempts to start the worker. */
const ATTEMPTS = 2;

/** A running worker, and callbacks for its failure. */
interface Running {
  api: Remote<DeviceApi>;
  worker: Worker;
  onfail: Set<() => void>;
}

/**
 * Workers by their keys: the address of their script, or a name for one with this page's own, which
 * keeps hints and replays from delaying a table. Null is the worker of the tables.
 */
const running = new Map<string | null, Running>();

const HINTS = "hints";

/** Return the worker with a key. */
function workerOf(key: string | null): Running {
  const known = running.get(key);
  if (known !== undefined) return known;
  const worker =
    key !== null && URL.canParse(key)
      ? new Worker(key, { type: "module" })
      : new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const started: Running = { api: wrap<DeviceApi>(worker), worker, onfail: new Set() };
  worker.onerror = () => end(key);
  running.set(key, started);
  return started;
}

/** Terminate a worker if it runs; pending requests to it fail. */
function end(key: string | null): void {
  const ended = running.get(key);
  if (ended === undefined) return;
  running.delete(key);
  ended.worker.terminate();
  for (const fail of ended.onfail) fail();
}

/** Return the worker's answer to a request, or throw its error as an ApiError. */
async function ask<T>(
  question: (api: Remote<DeviceApi>) => Promise<Answer<T>>,
  key: string | null = null,
): Promise<T> {
  const { api, onfail } = workerOf(key);
  let fail = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = () => reject(new ApiError("the rules could not be loaded", 400, "module_failed"));
    onfail.add(fail);
  });
  try {
    const answer = await Promise.race([question(api), failed]);
    if ("value" in answer) return answer.value;
    const { code, message, details } = answer.error;
    throw new ApiError(message, 400, code, details);
  } finally {
    onfail.delete(fail);
  }
}

/** Start the worker, if necessary twice. */
async function start(): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await ask((api) => api.start());
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

export const device = {
  start,
  open: (table: Omit<Opened, "face">) => ask((api) => api.open({ ...table, face: savedFace() })),
  whatIf: (match: WhatIf) => ask((api) => api.whatIf({ ...match, face: savedFace() })),
  prepare: (id: string) => ask((api) => api.prepare(id)),
  prepareHint: (id: string) => ask((api) => api.prepareHint(id), HINTS),
  hint: (id: string, seq: number) => ask((api) => api.hint(id, seq), HINTS),
  endHints: () => end(HINTS),
  challengeable: (id: string) => ask((api) => api.challengeable(id)),
  ownAttempt: (...challenge: Parameters<DeviceApi["ownAttempt"]>) =>
    ask((api) => api.ownAttempt(...challenge)),
  table: (id: string) => ask((api) => api.table(id)),
  record: (id: string) => ask((api) => api.record(id)),
  story: (id: string) => ask((api) => api.story(id)),
  history: (ids: readonly string[]) => ask((api) => api.history(ids)),
  puzzle: (...puzzle: Parameters<DeviceApi["puzzle"]>) => ask((api) => api.puzzle(...puzzle)),
  puzzleHint: (...answer: Parameters<DeviceApi["puzzleHint"]>) =>
    ask((api) => api.puzzleHint(...answer), HINTS),
  playable: (puzzles: readonly Puzzle[]) => ask((api) => api.playable(puzzles)),
  importTables: (tables: readonly unknown[]) => ask((api) => api.importTables(tables)),
  contradictions: (...rules: Parameters<DeviceApi["contradictions"]>) =>
    ask((api) => api.contradictions(...rules)),
};

let replays = 0;

/** A match in a worker of its own, which plays it once and then computes what is asked for. */
export class DeviceReplay {
  readonly #key = `replay ${++replays}`;

  openRecord = (record: string | MatchRecord) => this.#ask((api) => api.openRecord(record));
  openMatch = (id: string) => this.#ask((api) => api.openMatch(id));
  events = (round: number, first: number) => this.#ask((api) => api.replayedEvents(round, first));
  view = (...place: Parameters<DeviceApi["replayedView"]>) =>
    this.#ask((api) => api.replayedView(...place));
  story = () => this.#ask((api) => api.replayedStory());

  /** End the worker. */
  close = () => end(this.#key);

  #ask<T>(question: Parameters<typeof ask<T>>[0]): Promise<T> {
    return ask(question, this.#key);
  }
}

/** A connection with a table on the device. */
export class DeviceSocket implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  #port: MessagePort | null = null;
  #detachWorker: () => void = () => undefined;

  constructor(id: string) {
    void this.#connect(id).catch(() => this.#end(SERVICE_RESTART));
  }

  send(data: string): void {
    this.#port?.postMessage(data);
  }

  close(): void {
    this.#port?.postMessage(null);
    this.#detach();
  }

  async #connect(id: string): Promise<void> {
    const other = await this.#attach(id, null);
    if (other !== null) await this.#attachToOther(id, other);
    this.onopen?.();
  }

  /** Let the build that began the match finish it, if its script can still be loaded. */
  async #attachToOther(id: string, script: string): Promise<void> {
    try {
      await ask((api) => api.start(), script);
      await this.#attach(id, script);
    } catch {
      await this.#attach(id, null, true); // its rules may be the same
    }
  }

  /** Connect to a script's worker; return the script of another build that must play the table. */
  async #attach(id: string, script: string | null, anyway = false): Promise<string | null> {
    const { port1, port2 } = new MessageChannel();
    const worker = workerOf(script);
    const fail = () => this.#end(SERVICE_RESTART);
    worker.onfail.add(fail);
    port1.onmessage = ({ data }) => {
      const message = data as PortMessage;
      if (typeof message === "string") this.onmessage?.({ data: message });
      else this.#end(message.close);
    };
    this.#detach();
    this.#port = port1;
    this.#detachWorker = () => worker.onfail.delete(fail);
    return ask((api) => api.connect(id, transfer(port2, [port2]), anyway), script);
  }

  #end(code: number): void {
    this.#detach();
    this.onclose?.({ code });
  }

  #detach(): void {
    this.#detachWorker();
    this.#port?.close();
    this.#port = null;
  }
}
