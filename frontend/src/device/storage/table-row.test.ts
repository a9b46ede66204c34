import { expect, it } from "vitest";
import type { ClosedCode } from "../table/log";
import type { TableRow } from "./store";
import { isOpenToAll, summaryOf } from "./table-row";

const running = (closed: ClosedCode | null) =>
  ({
    over: false,
    closed,
    seats: [],
    lives: [3, 2],
    toAct: 1,
    places: null,
  }) as Partial<TableRow> as TableRow;

it.each([
  [null, false],
  ["newer_log", false],
  ["older_log", true],
  ["rules_version", true],
  ["damaged", true],
] as const)("shows the packs of a round if the table cannot go on (%s)", (closed, isOpen) => {
  expect(isOpenToAll(running(closed))).toBe(isOpen);
});

it("lists lives and the seat to act while the match goes on", () => {
  expect(summaryOf(running(null))).toMatchObject({ lives: [3, 2], to_act: 1 });
  expect(summaryOf(running("damaged"))).toMatchObject({ lives: null, to_act: null });
});
