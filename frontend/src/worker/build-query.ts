/** Page and worker ask each other which build they are of. */

export interface Asks {
  ask: "build";
}

const PATIENCE = 1000;

/** The build of whoever is asked, or null if they do not answer. */
export function buildOf(asked: {
  postMessage(message: Asks, transfer: Transferable[]): void;
}): Promise<string | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<unknown>) =>
      resolve(typeof data === "string" ? data : null);
    setTimeout(resolve, PATIENCE, null);
    asked.postMessage({ ask: "build" }, [port2]);
  });
}

/** Answers somebody who asks. */
export function answer(event: Pick<MessageEvent<unknown>, "data" | "ports">, build: string): void {
  const { data, ports } = event;
  if (typeof data === "object" && data !== null && "ask" in data && data.ask === "build") {
    ports[0]?.postMessage(build);
  }
}
