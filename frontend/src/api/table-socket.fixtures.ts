/** A TableSocket on fake WebSockets that a test controls. */
import type { EngineObstacle } from "./engine-obstacle";
import type { ClientMessage, Presence, Reaction, Update, Welcome } from "./wire";
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
});

/** Return a welcome with event `seq`, and those before it after `known`. */
export const welcome = (
  seq: number,
  { known = 0, seat = 0 as number | null, table = {} } = {},
) => ({
  v: 1,
  type: "welcome",
  seq,
  ...(seat === null ? {} : { seat }),
  events: Array.from({ length: seq - known }, (_, n) => event(known + n + 1)),
  state: { table: { id: "t", rules: { preset: "pagat" }, phase: "playing", round: 1, ...table } },
  presence: { seats: [0], spectators: 0 },
  chat: [],
});

/** Return the events with these numbers, and changes of the table. */
export const events = (seqs: number[], changes: object = {}) => ({
  v: 1,
  type: "events",
  since: (seqs[0] ?? 1) - 1,
  seq: seqs.at(-1),
  seat: 0,
  events: seqs.map(event),
  changes,
});

export function setUp({ random = () => 0 } = {}) {
  const sockets: FakeSocket[] = [];
  const states: ConnectionState[] = [];
  const seen = {
    welcomes: [] as Welcome[],
    events: [] as Update[],
    presences: [] as Presence[],
    said: [] as string[],
    reacted: [] as [number | null, Reaction][],
    refused: [] as string[],
    refusedCommands: [] as (CommandType | null)[],
    closed: [] as string[],
    obstacles: [] as EngineObstacle[],
    unopened: 0,
    paused: false,
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
      unprepared: (obstacle) => seen.obstacles.push(obstacle),
      unopened: () => (seen.unopened += 1),
      paused: (paused) => (seen.paused = paused),
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
      random,
    },
  );
  socket.start();
  const latest = () => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error("no socket was opened");
    return socket;
  };
  /** Answer the last hello, as a server whose log has the events up to `seq`. */
  const answer = (seq: number, table: object = {}) => {
    const hello = latest().ofType("hello").at(-1) as { last_seq: number | null };
    const known = hello.last_seq ?? 0;
    latest().receive(welcome(seq, { known: known <= seq ? known : 0, table }));
  };
  const connect = (seq: number, table: object = {}) => {
    latest().onopen?.();
    answer(seq, table);
  };
  return { socket, sockets, latest, states, seen, answer, connect };
}
