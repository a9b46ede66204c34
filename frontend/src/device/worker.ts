/** The worker that plays tables on the device, one for each tab. */
import { expose } from "comlink";
import type { Hint, Level, MatchRecord, Preset } from "schwimmen";
import { loadPlay as loadModule, type PlayGame } from "schwimmen/play";
import {
  BOT_CHARACTERS,
  LEVELS_WITH_CHARACTERS,
  LEVELS_WITH_DATA,
} from "../api/constants.generated";
import {
  WIRE_VERSION,
  type NewTable,
  type Options,
  type OwnTable,
  type Story,
  type TableInfo,
} from "../api/wire";
import { decodeTable } from "../api/decode";
import type { Puzzle, Situation } from "./puzzles/puzzle";
import type { Pair } from "../game/contradictions";
import type {
  Answer,
  Challengeable,
  EventsOfRound,
  Opened,
  OwnAttempt,
  SentView,
  WhatIf,
} from "./api";
import { DeviceTable, rulesVersionOf } from "./table/device-table";
import {
  checkOver,
  OWN_SEAT,
  PLAYER,
  playLog,
  readLog,
  recordOf,
  versionCode,
  type Log,
  type LogEvent,
  type LogSeat,
} from "./table/log";
import { Refusal, refusalOf } from "./table/refusal";
import type { MatchReplay } from "./table/replay";
import { Store, type TableRow } from "./storage/store";
import { TableHost } from "./table/table-host";
import { once } from "../api/once";
import { newTableId } from "../api/table-id";
import { newSeed } from "./table/seeded-chance";
import { TableLink } from "./table/table-link";
import { isOpenToAll, rowOf } from "./storage/table-row";

const engine = self.location.href;
const links = new Map<string, TableLink>();

/** The match that this worker replays, if any. */
let replayed: MatchReplay | null = null;

/** Maximum number of events in one answer, which the page reads without a pause. */
const MAX_EVENTS = 1000;

/** Load what no table needs for its first deal. */
const later = () => import("./later-parts");

const data = new URL("../engine-data/", engine);
const playModule = new URL("../../../js/play.wasm", import.meta.url);

const loaded = <Loaded>(loading: Promise<Loaded>): Promise<Loaded> =>
  loading.catch((error: unknown) => {
    throw new Refusal("module_failed", `the rules could not be loaded: ${String(error)}`);
  });

/** The rules without search, which is five times as large. */
const loadPlay = once(() => loaded(loadModule({ module: playModule, data })));
/** All rules, for strong bots, hints and reasons. */
const loadAll = once(() => loaded(import("schwimmen").then(({ load }) => load({ data }))));

const openStore = once(() =>
  Store.open().catch((error: unknown) => {
    throw new Refusal("storage_denied", `this browser stores nothing here: ${String(error)}`);
  }),
);

/** Load the engine and open the database. */
async function start<Loaded extends PlayGame>(
  loadGame: () => Promise<Loaded>,
): Promise<{ game: Loaded; store: Store }> {
  const game = await loadGame();
  return { game, store: await openStore() };
}

/** Return the loader of the rules that some bots need. */
const loaderFor = (seats: readonly LogSeat[]): (() => Promise<PlayGame>) =>
  seats.some(({ level }) => level !== undefined && LEVELS_WITH_DATA.includes(level))
    ? loadAll
    : loadPlay;

function openReplay(): MatchReplay {
  if (replayed === null) throw new Refusal("unknown_table", "no match has been opened");
  return replayed;
}

async function storedTable(id: string): Promise<TableRow> {
  const row = await (await start(loadPlay)).store.table(id);
  if (row === undefined) throw new Refusal("unknown_table", "there is no such table here");
  return row;
}

/** Return a stored log if it is of this version. */
async function storedLog(id: string): Promise<LogEvent[]> {
  const { store } = await start(loadPlay);
  return store.playableLog(await storedTable(id));
}

/** Replay a stored log and return its table. */
async function restored(
  id: string,
  loadGame: () => Promise<PlayGame> = loadPlay,
): Promise<DeviceTable> {
  return DeviceTable.replay(await loadGame(), id, await storedLog(id));
}

function seatsOf({
  name = "",
  opponents,
  face,
}: Pick<NewTable, "name" | "opponents"> & { face: string | null }): LogSeat[] {
  return [
    { name, player: PLAYER, ...(face === null ? {} : { face }) },
    ...opponents.map(({ name = "", level }) => {
      const character = LEVELS_WITH_CHARACTERS.includes(level) ? BOT_CHARACTERS[name] : null;
      return { name, level: level as Level, ...(character ? { character } : {}) };
    }),
  ];
}

/** Methods of the worker, before results and errors become answers. */
const methods = {
  /** Load the engine and open the database. */
  async start(): Promise<null> {
    await start(loadPlay);
    return null;
  },

  /** Open a table; return its id. */
  async open(table: Opened): Promise<string> {
    const { game, store } = await start(loadPlay);
    const { preset, options = {}, seed = newSeed(), challenge } = table;
    const id = newTableId();
    const opening = { preset: preset as Preset, options, seats: seatsOf(table), seed, challenge };
    const opened = DeviceTable.create(game, id, opening, new Date().toISOString());
    await store.append(rowOf(opened, engine), opened.log, opened.seq);
    return id;
  },

  /**
   * Open a what-if table, which continues a match from one of its moments with the person in the
   * first seat; return its id. It is excluded from lists and statistics and replaces an earlier
   * one.
   */
  async whatIf({ record, moment, ...players }: WhatIf & { face: string | null }): Promise<string> {
    const { game, store } = await start(loadPlay);
    const { logOf } = await later();
    const id = newTableId();
    const [created, ...others] = logOf(game, game.fromRecord(record), new Date().toISOString());
    const log: Log = [created, ...others.slice(0, moment)];
    const opened = DeviceTable.whatIf(game, id, log, seatsOf(players));
    await store.deleteWhatIfs();
    await store.append(rowOf(opened, engine), opened.log, opened.seq);
    return id;
  },

  /**
   * Connect a page with a table and return null. If the script of another build plays the match and
   * speaks as this one, return that script's address instead, unless `anyway`.
   */
  async connect(id: string, port: MessagePort, anyway: boolean): Promise<string | null> {
    const store = await openStore();
    const row = await store.table(id);
    const goesOn = !anyway && row && !row.over && versionCode(row.version) === null;
    if (goesOn && row.engine !== engine && row.wire === WIRE_VERSION) return row.engine;
    const game = await loaderFor(row?.seats ?? [])();
    for (const [other, link] of links)
      if (other !== id && !link.used) {
        link.close();
        links.delete(other);
      }
    const link =
      links.get(id) ?? new TableLink(id, () => new TableHost(id, { game, store, engine }));
    links.set(id, link);
    link.connect(port);
    return null;
  },

  /** Fetch the data that a table's bots need; return the names of bots that still lack theirs. */
  async prepare(id: string): Promise<readonly string[]> {
    const loadGame = loaderFor((await storedTable(id)).seats);
    const game = await loadGame();
    const table = await restored(id, loadGame);
    if (table.unprepared(game).length > 0) await game.prepare(table.match).catch(() => undefined);
    return table.unprepared(game);
  },

  /** Load the data for hints at a table. */
  async prepareHint(id: string): Promise<null> {
    const game = await loadAll();
    await game.prepare((await restored(id, loadAll)).match);
    return null;
  },

  /**
   * Return the hint for the person's decision after an event, and count it; null if that decision
   * is no longer the present one. Throws an error if its data cannot be read.
   */
  async hint(id: string, seq: number): Promise<Hint | null> {
    const { game, store } = await start(loadAll);
    const table = await restored(id, loadAll);
    if (table.seq !== seq || table.match.toAct !== OWN_SEAT) return null;
    await game.prepare(table.match);
    const hint = game.hint(table.match);
    return (await store.countHint(id, seq)) ? hint : null;
  },

  /** Return a finished match as a challenge; null for a match whose chance had no seed. */
  async challengeable(id: string): Promise<Challengeable | null> {
    const { challengeableOf } = await later();
    const { hints = 0 } = await storedTable(id);
    return challengeableOf(await loadAll(), await restored(id, loadAll), hints);
  },

  /**
   * Return the player's own match for the text of a challenge, or null before it is opened. Throws a
   * `Refusal` if the challenge is by the rules of another version.
   */
  async ownAttempt(challenge: string, rulesVersion: string): Promise<OwnAttempt | null> {
    const { game, store } = await start(loadPlay);
    if (rulesVersion !== rulesVersionOf(game))
      throw new Refusal("rules_version", `the challenge is of rules ${rulesVersion}`);
    const own = (await store.tables()).find((row) => row.challenge === challenge);
    return own === undefined ? null : { id: own.id, over: own.over };
  },

  async table(id: string): Promise<OwnTable> {
    const table = decodeTable((await restored(id)).info());
    return {
      ...table,
      seats: table.seats.map((seat) => ({ ...seat, you: seat.seat === OWN_SEAT })),
    };
  },

  async record(id: string): Promise<object> {
    const row = await storedTable(id);
    const log = await (await start(loadPlay)).store.log(id);
    return recordOf(log, { unfinished: isOpenToAll(row), hints: row.hints });
  },

  /**
   * Play the match of a record, given as an object or its text, for the replay of this worker;
   * return the information on its table.
   */
  async openRecord(record: string | MatchRecord): Promise<TableInfo> {
    const { readRecord } = await later();
    const { info, replay } = readRecord(await loadPlay(), record);
    replayed = replay;
    return info;
  },

  /** Play a finished match of this device for the replay of this worker. */
  async openMatch(id: string): Promise<null> {
    const { game } = await start(loadPlay);
    const { MatchReplay } = await later();
    const log = readLog(await storedLog(id));
    const replay = new MatchReplay(log[0], playLog(game, log));
    checkOver(replay.match);
    replayed = replay;
    return null;
  },

  /** Return events of a round of the replay, counted from 1: some of them from `first` on. */
  async replayedEvents(round: number, first: number): Promise<EventsOfRound> {
    const replay = openReplay();
    const all = replay.events(round);
    const events = all.slice(first, first + MAX_EVENTS);
    return { rounds: replay.rounds, steps: all.length, events };
  },

  /**
   * Return the parts of a view after a step of a round of the replay: that of a seat, or for null
   * that of a spectator who sees all hands.
   */
  async replayedView(round: number, step: number, seat: number | null): Promise<SentView> {
    return openReplay().view(round, step, seat);
  },

  /** Return the story of the replay's match, null before its end. */
  async replayedStory(): Promise<Story | null> {
    const { storyOf } = await later();
    const { match, steps } = openReplay();
    return match.over ? storyOf(steps) : null;
  },

  async story(id: string): Promise<Story> {
    const { game } = await start(loadPlay);
    const { storyOf } = await later();
    return storyOf(playLog(game, readLog(await storedLog(id))));
  },

  /** Return the facts of some matches for statistics. */
  async history(ids: readonly string[]) {
    const { game, store } = await start(loadPlay);
    const { historyOf } = await later();
    const stored = async (id: string) => {
      const row = await store.table(id);
      const isOfThisVersion = row !== undefined && versionCode(row.version) === null;
      return { id, log: isOfThisVersion ? await store.log(id) : [], hints: row?.hints };
    };
    return historyOf(game, await Promise.all(ids.map(stored)));
  },

  /** Return the scene of a puzzle, with the player's own name and those of the others. */
  async puzzle(situation: Situation, own: string, names: readonly string[]) {
    const { puzzleScene } = await later();
    return puzzleScene((await start(loadPlay)).game, situation, own, names);
  },

  /** Return the hint for a puzzle, with reasons why the best action beats the chosen one. */
  async puzzleHint(situation: Situation, best: string, chosen: string): Promise<Hint | null> {
    const { puzzleHint } = await later();
    return puzzleHint(await loadAll(), situation, best, chosen);
  },

  /** Return whether each puzzle can be played. */
  async playable(puzzles: readonly Puzzle[]) {
    const { game } = await start(loadPlay);
    const { isPlayable } = await later();
    return puzzles.map((puzzle) => isPlayable(game, puzzle));
  },

  /** Store the tables of a file that this device lacks. */
  async importTables(tables: readonly unknown[]) {
    const { game, store } = await start(loadPlay);
    const { importTables } = await later();
    return importTables(game, store, tables, engine);
  },

  /** Return the pairs of options that contradict each other. */
  async contradictions(preset: string, options: Options): Promise<readonly Pair[]> {
    const { game } = await start(loadPlay);
    try {
      game.rules(preset as Preset, options);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal instanceof Refusal && refusal.code === "contradiction")
        return refusal.details["pairs"] as unknown as readonly Pair[];
      throw error;
    }
    return [];
  },
};

/** Interface of the worker, which the page calls through comlink. */
export type DeviceApi = {
  [Name in keyof typeof methods]: (
    ...given: Parameters<(typeof methods)[Name]>
  ) => Promise<Answer<Awaited<ReturnType<(typeof methods)[Name]>>>>;
};

type Method = (...given: never[]) => Promise<unknown>;

/** Wrap a method so that it returns its result or error as an answer. */
const answering =
  (method: Method) =>
  async (...given: never[]): Promise<Answer<unknown>> => {
    try {
      return { value: await method(...given) };
    } catch (error) {
      const known = refusalOf(error);
      const { message = String(error) } = error instanceof Error ? error : {};
      const details = known instanceof Refusal ? known.details : {};
      return { error: { code: codeOf(known), message, details } };
    }
  };

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : error instanceof Error && error.name === "QuotaExceededError"
      ? "storage_full"
      : "internal";

expose(
  Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [name, answering(method as Method)]),
  ) as unknown as DeviceApi,
);
