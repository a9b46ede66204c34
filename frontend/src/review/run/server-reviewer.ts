/** Reviews by the server in the worker's messages, for browsers that cannot compute reviews. */
import { ApiError, errorOf, whenReady } from "../../api/http";
import { besidePage } from "../../site";
import type { FromReviewer, ToReviewer } from "./messages";
import type { Reviewer } from "./review-run.svelte";

/** Key of the options, whose names have underscores in the engine, too. */
const KEPT = "options";

/** Convert the keys of plain data to camelCase, as in the engine. */
export function withEngineKeys(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withEngineKeys);
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      key === KEPT ? value : withEngineKeys(value),
    ]),
  );
}

/** Yield the messages in a response, one for each line. */
async function* messagesOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<FromReviewer> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop()!;
    for (const line of lines) yield withEngineKeys(JSON.parse(line)) as FromReviewer;
  }
}

/** Return the body of a response, or throw an ApiError. */
async function open(
  address: string,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const response = await fetch(address, { credentials: "same-origin", signal });
  if (!response.ok || !response.body) throw await errorOf(response);
  return response.body;
}

export class ServerReviewer implements Reviewer {
  onmessage: Reviewer["onmessage"] = null;
  onerror: Reviewer["onerror"] = null;
  #stopping = new AbortController();

  constructor(private readonly table: string) {}

  postMessage(message: ToReviewer): void {
    this.#stopping.abort();
    if (message.type === "cancel") return;
    if (message.type !== "start") return this.#send({ type: "failed", problem: "engine" });
    this.#stopping = new AbortController();
    void this.#review(message.effort, this.#stopping.signal);
  }

  terminate(): void {
    this.#stopping.abort();
  }

  async #review(effort: string, signal: AbortSignal): Promise<void> {
    const moments: unknown[] = [];
    try {
      const address = besidePage(`/api/tables/${this.table}/review?effort=${effort}`);
      const body = await whenReady(() => open(address, signal), signal);
      for await (const message of messagesOf(body)) {
        if (message.type === "moment") moments.push(message.moment);
        if (message.type === "done") Object.assign(message.review, { moments });
        this.#send(message);
        if (message.type === "done" || message.type === "failed") return;
      }
      this.#send({ type: "failed", problem: "server" });
    } catch (error) {
      const problem = error instanceof ApiError ? "failed" : "server";
      if (!signal.aborted) this.#send({ type: "failed", problem });
    }
  }

  #send(data: FromReviewer): void {
    this.onmessage?.call(this as unknown as Worker, { data } as MessageEvent<FromReviewer>);
  }
}
