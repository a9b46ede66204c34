// Clients with the behaviour and the interface of benchmarks/load_clients.py. node clients.mjs URL
import { createInterface } from "node:readline";
import { io } from "socket.io-client";

const PEOPLE = 4;
const WARM_UP_S = 3;
const WATCHERS = 8;
const AT_ONCE = 16;

const url = process.argv[2];
const matches = Number(process.env.MATCH_COUNT);
const pause = (s) => new Promise((done) => setTimeout(done, Math.max(0, 1000 * s)));
const now = () => performance.now() / 1000;

let pace = 1;
let sockets = 0;
let latencies = [];
let bytes = 0;
let faults = new Map();
let opened = 0;
const tables = [];
let watchers = 0;
let idleMatch = null;

const fault = (kind) => faults.set(kind, (faults.get(kind) ?? 0) + 1);

async function post(path, body) {
  const answer = await fetch(`${url}/games/schwimmen/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/** Socket of a player, or of a spectator without a seat. `onState` gets the time of every state. */
class Person {
  constructor(match, seat, onState) {
    this.match = match;
    this.seat = seat;
    this.onState = onState;
  }

  async connect() {
    const playerID = this.seat === null ? null : String(this.seat);
    if (playerID !== null) {
      const joined = await post(`${this.match}/join`, { playerID, playerName: `Person ${playerID}` });
      this.credentials = joined.playerCredentials;
    }
    this.socket = io(`${url}/schwimmen`, { transports: ["websocket"], forceNew: true });
    this.socket.on("connect", () => {
      sockets += 1;
      this.socket.emit("sync", this.match, playerID, this.credentials, PEOPLE);
    });
    this.socket.on("disconnect", () => (sockets -= 1));
    this.socket.on("update", (_match, state) => this.receive(state, now()));
    await new Promise((done) =>
      this.socket.once("sync", (_match, { state }) => {
        this.receive(state, now());
        done();
      }),
    );
    // Bytes received on the wire.
    this.socket.io.engine.on("packet", ({ data }) => (bytes += data?.length ?? 0));
  }

  receive(state, at) {
    this.state = state;
    this.onState?.(at);
  }

  play(action) {
    const payload = {
      type: "play",
      args: [action],
      playerID: String(this.seat),
      credentials: this.credentials,
    };
    const move = { type: "MAKE_MOVE", payload };
    this.socket.emit("update", move, this.state._stateID, this.match, payload.playerID);
  }

  disconnect() {
    this.socket.disconnect();
  }
}

async function newMatch() {
  const made = await post("create", { numPlayers: PEOPLE, setupData: opened++ % matches });
  return made.matchID;
}

/** Four players who move to another match when theirs is over. */
class Table {
  async open() {
    const match = await newMatch();
    this.lastState = -1;
    this.sent = null;
    this.people = [0, 1, 2, 3].map((seat) => new Person(match, seat, (at) => this.receive(at)));
    this.due = now() + Math.random() / pace;
    for (const person of this.people) await person.connect();
  }

  /** Continue the table once all players have the same state. */
  receive(at) {
    const states = this.people.map((person) => person.state);
    const id = states[0]?._stateID;
    if (id === this.lastState || states.some((state) => state?._stateID !== id)) return;
    this.lastState = id;
    if (this.sent !== null) latencies.push(1000 * (at - this.sent));
    this.sent = null;
    const { seat, action } = states[0].G;
    if (action === null) {
      const people = this.people;
      this.open()
        .then(() => people.forEach((person) => person.disconnect()))
        .catch((error) => fault(String(error)));
      return;
    }
    this.due = Math.max(this.due + (0.5 + Math.random()) / pace, at);
    pause(this.due - at).then(() => {
      this.sent = now();
      this.people[seat].play(action);
    });
  }
}

async function watch() {
  if (watchers++ % WATCHERS === 0) idleMatch = await newMatch();
  await new Person(idleMatch, null).connect();
}

async function step(options) {
  pace = options.pace;
  while (watchers < options.watchers) await watch();
  while (tables.length < options.tables) {
    const batch = Array.from({ length: Math.min(options.tables - tables.length, AT_ONCE) });
    const more = batch.map(() => new Table());
    tables.push(...more);
    await Promise.all(more.map((table) => table.open()));
  }
  await pause(WARM_UP_S);
  latencies = [];
  bytes = 0;
  faults = new Map();
  console.log(JSON.stringify({ measuring: true }));
  const start = now();
  await pause(options.seconds);
  return {
    seconds: now() - start,
    sockets,
    latencies: latencies.toSorted((one, other) => one - other),
    bytes,
    faults: Object.fromEntries([...faults].slice(0, 5)),
  };
}

for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(await step(JSON.parse(line))));
process.exit();
