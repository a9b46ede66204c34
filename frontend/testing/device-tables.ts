/** Tables on the device in a certain state, as an earlier visit of the page leaves them. */
import type { Match, Options, Preset } from "schwimmen";
import { vi } from "vitest";
import { DeviceTable } from "../src/device/table/device-table";
import { LOG_VERSION } from "../src/device/table/log";
import { device } from "../src/device/device";
import { loadGame } from "../src/device/fixtures";
import { newTableId } from "../src/api/table-id";

/** Requirements of a test for a table. */
interface Wanted {
  preset?: Preset;
  options?: Partial<Options>;
  opponents?: number;
  /** The hands of the first round, from 32 cards; seat 0 leads. */
  hands?: string[];
  /** Seed of all chance, and text of the challenge that the table answers. */
  seed?: string;
  challenge?: string;
  /** Whether the match has reached the required state. */
  until: (match: Match) => boolean;
  /** The action of the player at seat 0, the first legal one by default. */
  play?: (match: Match) => string | undefined;
}

const NAMES = ["Anna", "Berta", "Karl", "Emma", "Otto"];
const TRIES = 200;

/** Store a table whose match has reached a state; return its id. */
export async function storeTable({
  preset = "pagat",
  options = { special: "none" },
  hands,
  opponents = hands ? hands.length - 1 : 1,
  until,
  seed,
  challenge,
  play = () => undefined,
}: Wanted): Promise<string> {
  const game = await loadGame();
  const now = new Date().toISOString();
  const seats = NAMES.slice(0, opponents + 1).map((name, seat) => ({
    name,
    ...(seat > 0 ? { level: "greedy" as const } : {}),
  }));
  for (let tries = 0; tries < TRIES; tries++) {
    const given = hands && { dealer: opponents, pack: packOf(hands) };
    const opening = { preset, options, seats, challenge, ...(seed === undefined ? {} : { seed }) };
    const table = DeviceTable.create(game, newTableId(), opening, now, given);
    const { match } = table;
    while (!until(match) && !match.over) {
      const seat = match.toAct;
      if (seat === null) table.deal(now);
      else {
        const own = seat === 0 ? (play(match) ?? match.legalActions[0]) : undefined;
        table.play(seat, own ?? game.player("greedy").choose(match), now);
      }
    }
    if (!until(match)) continue;
    const { added } = await device.importTables([
      { id: table.id, version: LOG_VERSION, log: table.log },
    ]);
    if (added === 1) return table.id;
  }
  throw new Error("no match comes as far as wanted");
}

/** Return a pack of 32 cards that deals these hands. */
function packOf(hands: readonly string[]): string {
  const dealt = hands.join(" ");
  const cards = [..."789TJQKA"].flatMap((rank) => [..."CSHD"].map((suit) => rank + suit));
  return [dealt, ...cards.filter((card) => !dealt.includes(card))].join(" ");
}

/** Whether the player deals and has the first decision, to keep or to change the hand. */
export const isOwnChoice = (match: Match): boolean =>
  match.toAct === 0 && match.legalActions.includes("keep");

/** Return a function that returns the action of a kind, if it is legal. */
export const action =
  (kind: string) =>
  (match: Match): string | undefined =>
    match.legalActions.find((one) => one === kind);

/** Provide browser sounds; return a function that counts the audio contexts opened. */
export function countAudioContexts(): () => number {
  let opened = 0;
  class FakeAudioContext {
    state = "running";
    constructor() {
      opened += 1;
    }
    resume = () => Promise.resolve();
  }
  vi.stubGlobal("AudioContext", FakeAudioContext);
  return () => opened;
}
