import { expect, it, vi } from "vitest";
import type { ReviewSession } from "../run/session.svelte";
import { Practice } from "./practice.svelte";

const session = (viewAt: () => Promise<object>) =>
  ({
    marks: [{ moment: 0 }],
    moments: [{ decision: null }],
    places: [{ round: 1, step: 0 }],
    viewAt,
  }) as unknown as ReviewSession;

it.each([true, false])("shows a view only while it is practised: %s", async (stays) => {
  let arrive: (view: object) => void = () => undefined;
  const view = new Promise<object>((resolve) => (arrive = resolve));
  const practice = new Practice(session(() => view));
  const show = vi.spyOn(practice.table, "show").mockReturnValue();
  if (!stays) practice.stop();
  arrive({});
  await view;
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
