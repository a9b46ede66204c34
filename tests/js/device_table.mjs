/** Tables on the device that a test drives with commands: a line of commands in, what they did out. */

import { createInterface } from "node:readline";
import { engine, fromPage } from "./page_sources.mjs";

const { load } = await import(engine);
const { DeviceTable } = await fromPage("device/table/device-table.ts");
const { Refusal } = await fromPage("device/table/refusal.ts");

const game = await load();

/** Return the messages to a seat, or to a spectator, with the events after `known`. */
function messagesOf(table, known) {
  return [0, null].map((seat) => ({
    seq: table.seq,
    ...(seat === null ? {} : { seat }),
    events: table.events.slice(known),
    state: table.state(seat),
  }));
}

function execute(table, { command, seat, action, at, clientId, given }) {
  const known = table.seq;
  try {
    if (command === "play") table.play(seat, action, at, clientId, given);
    else table.deal(seat, at, clientId, given);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, reason, legal } = error;
    return { refused: { code, message, reason, legal } };
  }
  return { messages: messagesOf(table, known) };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, opening, at, given, commands } = JSON.parse(line);
  const table = DeviceTable.create(game, id, opening, at, given);
  const steps = [{ messages: messagesOf(table, 0) }];
  for (const command of commands) steps.push(execute(table, command));
  const replayed = DeviceTable.replay(game, id, structuredClone(table.log));
  const { log, over } = table;
  const records = [false, true].map((unfinished) => table.record({ unfinished }));
  const again = messagesOf(replayed, 0);
  console.log(JSON.stringify({ steps, log, over, records, again }));
}
