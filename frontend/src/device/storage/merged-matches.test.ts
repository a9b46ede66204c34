import { expect, it } from "vitest";
import type { TableSummary } from "../../api/wire";
import { mergedMatches } from "./merged-matches";

const table = (day: number, zone: string) =>
  ({ id: `${day}`, started: `2026-11-0${day}T12:00:00.000${zone}` }) as TableSummary;
const server = [7, 5, 3].map((day) => table(day, "+00:00"));
const here = [8, 6, 4, 2].map((day) => table(day, "Z"));
const ids = (tables: TableSummary[]) => tables.map(({ id }) => id).join("");

it("merges both by time, as far as the server's list goes", () => {
  expect(ids(mergedMatches(server, here, { ended: false }))).toBe("876543");
  expect(ids(mergedMatches(server, here, { ended: true }))).toBe("8765432");
});

it("has those of the device alone if there are no others", () => {
  expect(ids(mergedMatches([], here, { ended: true }))).toBe("8642");
});

it("shows a match once that both have", () => {
  const handedOver = [{ ...table(6, "+00:00"), id: "server", device: true }];
  expect(ids(mergedMatches(handedOver, here, { ended: true }))).toBe("8server42");
  const other = [{ ...table(6, "+00:00"), id: "server", device: false }];
  expect(ids(mergedMatches(other, here, { ended: true }))).toBe("8server642");
});
