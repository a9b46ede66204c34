/** A TableSocket on fake WebSockets that a test controls. */
import type { ClientMessage, EventsMessage, Presence, Reaction, Welcome } from "./wire";
import {
  TableSocket,
  type ConnectionState,
  type SocketLike,
  type CommandType,
} from "./table-socket";

export class FakeSocket implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: ClientMessage[] = [];
  closed = false;
  send(data: string) {
    this.sent.push(JSON.parse(data) as ClientMessage);
  }
  close() {
    this.closed = true;
  }
  receive(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  ofType(type: ClientMessage["type"]) {
    return this.sent.filter((message) => message.type === type);
  }
}

const event = (seq: number) => ({
  seq,
  at: "2026-11-21T12:00:00Z",
  type: "action",
  seat: 1,
  action: "pass",
  round: 1,
  happenings: [],
});
export const welcome = (seq: number, seat: number | null = 0) => ({
  v: 1,
  type: "welcome",
  table: { host: null, settings: null },
  seat,
  seq,
  events: [],
  view: null,
});
export const events = (...seqs: number[]) => ({
  v: 1,
  type: "events",
  events: seqs.map(event),
  view: null,
});

export function setUp() {
  const sockets: FakeSocket[] = [];
  const states: ConnectionState[] = [];
  const seen = {
    welcomes: [] as Welcome[],
    events: [] as EventsMessage[],
    presences: [] as Presence[],
    said: [] as string[],
    reacted: [] as [number, Reaction][],
    refused: [] as string[],
    refusedCommands: [] as (CommandType | null)[],
    closed: [] as string[],
    busy: false,
  };
  let ids = 0;
  const socket = new TableSocket(
    {
      state: (state) => states.push(state),
      welcome: (message) => seen.welcomes.push(message),
      events: (message) => seen.events.push(message),
      presence: (presence) => seen.presences.push(presence),
      said: ({ text }) => seen.said.push(text),
      reacted: (seat, reaction) => seen.reacted.push([seat, reaction]),
      refused: (message, command) => {
        seen.refused.push(message.message);
        seen.refusedCommands.push(command);
      },
      closed: ({ code }) => seen.closed.push(code),
      busy: (busy) => (seen.busy = busy),
    },
    {
      open: () => {
        const socket = new FakeSocket();
        sockets.push(socket);
        return socket;
      },
      newId: () => `id-${ids++}`,
      pace: "relaxed",
      random: () => 0,
    },
  );
  socket.start();
  const latest = () => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error("no socket was opened");
    return socket;
  };
  const connect = (seq: number) => {
    latest().onopen?.();
    latest().receive(welcome(seq));
  };
  return { socket, sockets, latest, states, seen, connect };
}
