/**
 * Tables on the device that a test drives with commands. A line has commands and the `expected`
 * messages; the answer has what the page makes of the device's messages and of those.
 */

import { createInterface } from "node:readline";
import { engine, fromPage } from "./page_sources.mjs";

const { load } = await import(engine);
const { DeviceTable } = await fromPage("device/table/device-table.ts");
const { OWN_SEAT, recordOf } = await fromPage("device/table/log.ts");
const { Refusal, refusalOf } = await fromPage("device/table/refusal.ts");
const { isOpenToAll, rowOf, summaryOf } = await fromPage("device/storage/table-row.ts");
const { Replica } = await fromPage("api/replica.ts");

const game = await load();

/** Return the message with the events after `known`, and what lists and records are made from. */
function shownBy(table, known) {
  const { seq, events } = table;
  const message = { seq, seat: OWN_SEAT, events: events.slice(known), state: table.state() };
  const row = rowOf(table, "");
  return { message, summary: summaryOf(row), open: isOpenToAll(row) };
}

/** Return steps with what the page makes of their messages. */
function decoded(steps) {
  const page = new Replica();
  return steps.map(({ message, ...step }) =>
    message ? { ...step, update: page.welcome(message) } : step,
  );
}

function execute(table, { command, seat, action, at, clientId, given }) {
  const known = table.seq;
  try {
    if (command === "play") table.play(seat, action, at, clientId, given);
    else table.deal(at, { seat, client_id: clientId }, given);
  } catch (error) {
    const refusal = refusalOf(error);
    if (!(refusal instanceof Refusal)) throw error;
    const { code, message, reason, legal } = refusal;
    return { refused: { code, message, reason, legal } };
  }
  return shownBy(table, known);
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, opening, at, given, commands, expected } = JSON.parse(line);
  const table = DeviceTable.create(game, id, opening, at, given);
  const steps = [shownBy(table, 0)];
  for (const command of commands) steps.push(execute(table, command));
  const { log, over } = table;
  const replayed = DeviceTable.replay(game, id, structuredClone(log));
  steps.push(shownBy(replayed, 0));
  const records = [false, true].map((unfinished) => recordOf(log, { unfinished }));
  const [shown, wanted] = [steps, expected].map(decoded);
  console.log(JSON.stringify({ shown, wanted, log, over, records }));
}
