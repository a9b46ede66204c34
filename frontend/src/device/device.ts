/** The device's tables, as the page uses them: a worker plays them and answers for them. */
import { transfer, wrap, type Remote } from "comlink";
import { ApiError } from "../api/http";
import type { SocketLike } from "../api/table-socket";
import type { Answer, DeviceApi } from "./api";
import type { PortMessage } from "./table-link";

/** The code with which a connection ends that may be opened again. */
const GONE = 1012;
/** Times that the worker is started before its failure is reported. */
const ATTEMPTS = 2;

/** A worker, and what to do when it fails. */
interface Running {
  api: Remote<DeviceApi>;
  worker: Worker;
  onfail: Set<() => void>;
}

const running = new Map<string | null, Running>();

/** Return the worker of a script; null is this page's own. */
function workerOf(script: string | null): Running {
  const known = running.get(script);
  if (known !== undefined) return known;
  const worker =
    script === null
      ? new Worker(new URL("./worker.ts", import.meta.url), { type: "module" })
      : new Worker(script, { type: "module" });
  const started: Running = { api: wrap<DeviceApi>(worker), worker, onfail: new Set() };
  worker.onerror = () => {
    running.delete(script);
    worker.terminate();
    for (const fail of started.onfail) fail();
  };
  running.set(script, started);
  return started;
}

/** Return the answer of the worker, or throw its error as an ApiError. */
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
  open: (table: Parameters<DeviceApi["open"]>[0]) => ask((api) => api.open(table)),
  tables: () => ask((api) => api.tables()),
  table: (id: string) => ask((api) => api.table(id)),
  record: (id: string) => ask((api) => api.record(id)),
  replay: (id: string, round: number) => ask((api) => api.replay(id, round)),
  story: (id: string) => ask((api) => api.story(id)),
  history: (ids: readonly string[]) => ask((api) => api.history(ids)),
  importTables: (tables: readonly unknown[]) => ask((api) => api.importTables(tables)),
  contradictions: (...rules: Parameters<DeviceApi["contradictions"]>) =>
    ask((api) => api.contradictions(...rules)),
  remove: (id: string) => ask((api) => api.remove(id)),
  clear: () => ask((api) => api.clear()),
};

/** A connection with a table on the device. */
export class DeviceSocket implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  #port: MessagePort | null = null;
  #fail: (() => void) | null = null;
  #worker: Running | null = null;

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
    await start();
    const script = await scriptOf(id);
    const { port1, port2 } = new MessageChannel();
    this.#worker = workerOf(script);
    this.#fail = () => this.#end(GONE);
    this.#worker.onfail.add(this.#fail);
    port1.onmessage = ({ data }) => {
      const message = data as PortMessage;
      if (typeof message === "string") this.onmessage?.({ data: message });
      else this.#end(message.close);
    };
    this.#port = port1;
    await ask((api) => api.connect(id, transfer(port2, [port2])), script);
    this.onopen?.();
  }

  #end(code: number): void {
    this.#detach();
    this.onclose?.({ code });
  }

  #detach(): void {
    if (this.#fail) this.#worker?.onfail.delete(this.#fail);
    this.#port?.close();
    this.#port = null;
  }
}

/** Return the script with which a match began, if it still can be loaded, to finish it. */
async function scriptOf(id: string): Promise<string | null> {
  const script = await ask((api) => api.engineOf(id));
  if (script === null) return null;
  try {
    await ask((api) => api.start(), script);
    return script;
  } catch {
    return null; // this page's own plays the log, if its rules are the same
  }
}
