import { expect, it, vi } from "vitest";
import type { ReviewSession } from "../run/session.svelte";
import { Practice } from "./practice.svelte";

const session = (viewsOf: () => Promise<object[]>) =>
  ({
    marks: [{ moment: 0 }],
    moments: [{ decision: null }],
    places: [{ round: 1, step: 0 }],
    viewsOf,
  }) as unknown as ReviewSession;

it.each([true, false])("shows a view only while it is practised: %s", async (stays) => {
  const view = Promise.withResolvers<object[]>();
  const practice = new Practice(session(() => view.promise));
  const show = vi.spyOn(practice.table, "show").mockReturnValue();
  if (!stays) practice.stop();
  view.resolve([{}]);
  await view.promise;
  await Promise.resolve();
  expect(show).toHaveBeenCalledTimes(stays ? 1 : 0);
});

it.each([true, false])("says that a view failed only while it is practised: %s", async (stays) => {
  const practice = new Practice(session(() => Promise.reject(new Error("offline"))));
  if (!stays) practice.stop();
  await Promise.resolve();
  await Promise.resolve();
  expect(practice.failed).toBe(stays);
});
