/**
 * One table in this tab's worker, connected with the same table in other tabs. One worker is the
 * host, which plays the table; the others forward messages. The tab opened or shown last has the
 * host; when it is closed, another tab takes over.
 */
import type { Client, TableHost } from "./table-host";

/** The worker's end of a connection with a page. */
export interface PagePort {
  postMessage(message: PortMessage): void;
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
  close(): void;
}

/** Message through a port to the page: a message of the wire, or a close code. */
export type PortMessage = string | { close: number };

type ChannelMessage =
  | { type: "to-host"; client: string; text: string }
  | { type: "left"; client: string }
  | { type: "to-client"; client: string; message: PortMessage }
  | { type: "new-host" };

const nameOf = (id: string) => `schwimmen.table.${id}`;

export class TableLink {
  readonly #id: string;
  readonly #makeHost: () => TableHost;
  readonly #ports = new Map<string, { port: PagePort; client: Client; hello: string | null }>();
  /** Pages of other tabs, while this worker is the host. */
  readonly #others = new Map<string, Client>();
  readonly #channel: BroadcastChannel;
  #host: TableHost | null = null;
  #stop: () => void = () => undefined;

  constructor(id: string, makeHost: () => TableHost) {
    this.#id = id;
    this.#makeHost = makeHost;
    this.#channel = new BroadcastChannel(nameOf(id));
    this.#channel.onmessage = ({ data }) => this.#fromOtherTab(data as ChannelMessage);
  }

  /** Connect a page of this tab. */
  connect(port: PagePort): void {
    const name = crypto.randomUUID();
    const post = (message: PortMessage) => port.postMessage(message);
    this.#ports.set(name, { port, client: clientOf(post), hello: null });
    port.onmessage = ({ data }) => {
      if (typeof data === "string") this.#fromPage(name, data);
      else this.#disconnect(name);
    };
    if (this.#host === null) this.#claim({ steal: true });
  }

  /** Whether a page of this tab is connected. */
  get used(): boolean {
    return this.#ports.size > 0;
  }

  /** Leave the table to other tabs. */
  close(): void {
    this.#stop();
    this.#resign();
    this.#channel.close();
  }

  /** Become the host: at once by taking it from another tab, or when that tab is closed. */
  #claim({ steal }: { steal: boolean }): void {
    navigator.locks
      .request(nameOf(this.#id), { steal }, () => {
        if (!this.used || this.#host !== null) return null; // an earlier claim was granted
        this.#host = this.#makeHost();
        this.#post({ type: "new-host" });
        this.#greetHost();
        return new Promise<void>((resolve) => (this.#stop = resolve));
      })
      .catch(() => {
        // Another tab has become the host.
        this.#resign();
        if (this.used) this.#claim({ steal: false });
      });
  }

  #resign(): void {
    this.#host?.stop();
    this.#host = null;
    this.#others.clear();
  }

  #fromPage(name: string, text: string): void {
    const connected = this.#ports.get(name);
    if (connected === undefined) return;
    const type = typeOf(text);
    if (type === "hello") connected.hello = text;
    // A ping comes from a page that has just been shown.
    if (type === "ping" && this.#host === null) this.#claim({ steal: true });
    this.#deliver(name, connected.client, text);
  }

  #deliver(name: string, client: Client, text: string): void {
    if (this.#host !== null) void this.#host.receive(client, text);
    else this.#post({ type: "to-host", client: name, text });
  }

  #disconnect(name: string): void {
    const connected = this.#ports.get(name);
    this.#ports.delete(name);
    connected?.port.close();
    if (connected !== undefined) this.#host?.leave(connected.client);
    this.#post({ type: "left", client: name });
  }

  #fromOtherTab(message: ChannelMessage): void {
    switch (message.type) {
      case "to-host": {
        if (this.#host === null) return;
        const { client: name, text } = message;
        const post = (sent: PortMessage) =>
          this.#post({ type: "to-client", client: name, message: sent });
        const client = this.#others.get(name) ?? clientOf(post);
        this.#others.set(name, client);
        void this.#host.receive(client, text);
        return;
      }
      case "left": {
        const client = this.#others.get(message.client);
        this.#others.delete(message.client);
        if (client !== undefined) this.#host?.leave(client);
        return;
      }
      case "to-client":
        this.#ports.get(message.client)?.port.postMessage(message.message);
        return;
      case "new-host":
        this.#greetHost();
    }
  }

  /** Repeat the hello of this tab's pages for a new host. */
  #greetHost(): void {
    for (const [name, { client, hello }] of this.#ports)
      if (hello !== null) this.#deliver(name, client, hello);
  }

  #post(message: ChannelMessage): void {
    this.#channel.postMessage(message);
  }
}

const clientOf = (post: (message: PortMessage) => void): Client => ({
  send: (message) => post(JSON.stringify(message)),
  close: (code) => post({ close: code }),
});

/** Return the type of a message of the wire. */
const typeOf = (text: string): string | undefined => /"type":"(\w+)"/.exec(text)?.[1];
