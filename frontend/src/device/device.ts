/** Client of the worker that plays the tables of this device. */
import { transfer, wrap, type Remote } from "comlink";
import { ApiError } from "../api/http";
import type { Puzzle } from "./puzzles/puzzle";
import { savedFace } from "./own-face";
import type { SocketLike } from "../api/table-socket";
import type { Answer, DeviceApi, Opened, WhatIf } from "./api";
import type { PortMessage } from "./table/table-link";

/** Close code of a connection that may be opened again. */
const GONE = 1012;
/** Number of attempts to start the worker. */
const ATTEMPTS = 2;

/** A running worker, and callbacks for its failure. */
interface Running {
  api: Remote<DeviceApi>;
  worker: Worker;
  onfail: Set<() => void>;
}

const running = new Map<string | null, Running>();

/** Key of a second worker with this page's own script, so that hints never delay a table. */
const HINTS = "hints";

/** Return the worker of a script; null means this page's own script. */
function workerOf(script: string | null): Running {
  const known = running.get(script);
  if (known !== undefined) return known;
  const worker =
    script === null || script === HINTS
      ? new Worker(new URL("./worker.ts", import.meta.url), { type: "module" })
      : new Worker(script, { type: "module" });
  const started: Running = { api: wrap<DeviceApi>(worker), worker, onfail: new Set() };
  worker.onerror = () => end(script);
  running.set(script, started);
  return started;
}

/** Terminate a worker if it runs; pending requests to it fail. */
function end(script: string | null): void {
  const ended = running.get(script);
  if (ended === undefined) return;
  running.delete(script);
  ended.worker.terminate();
  for (const fail of ended.onfail) fail();
}

/** Return the worker's answer to a request, or throw its error as an ApiError. */
async function ask<T>(
  question: (api: Remote<DeviceApi>) => Promise<Answer<T>>,
  script: string | null = null,
): Promise<T> {
  const { api, onfail } = workerOf(script);
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
  replay: (id: string, round: number) => ask((api) => api.replay(id, round)),
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

/** A connection with a table on the device. */
export class DeviceSocket implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  #port: MessagePort | null = null;
  #detachWorker: () => void = () => undefined;

  constructor(id: string) {
    void this.#connect(id).catch(() => this.#end(GONE));
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
    const fail = () => this.#end(GONE);
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
