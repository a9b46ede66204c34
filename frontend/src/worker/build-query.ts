/** Messages by which pages and service workers request each other's builds. */

export interface BuildQuery {
  ask: "build";
}

const TIMEOUT = 1000; // ms

/** Return the build of a page or worker, or null if it does not respond. */
export function buildOf(target: {
  postMessage(message: BuildQuery, transfer: Transferable[]): void;
}): Promise<string | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<unknown>) =>
      resolve(typeof data === "string" ? data : null);
    setTimeout(resolve, TIMEOUT, null);
    target.postMessage({ ask: "build" }, [port2]);
  });
}

/** Answer a build query; other messages are ignored. */
export function answerBuildQuery(
  event: Pick<MessageEvent<unknown>, "data" | "ports">,
  build: string,
): void {
  const { data, ports } = event;
  if (typeof data === "object" && data !== null && "ask" in data && data.ask === "build") {
    ports[0]?.postMessage(build);
  }
}
