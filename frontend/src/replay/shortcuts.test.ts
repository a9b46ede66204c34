import { expect, it } from "vitest";
import { replayCommand } from "./shortcuts";

const key = (name: string, more = {}) => ({
  key: name,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
});

it("steps, jumps and runs by keys", () => {
  const commands = ["ArrowRight", "ArrowLeft", "PageDown", "PageUp", "p", "n", "B"].map((name) =>
    replayCommand(key(name), false),
  );
  expect(commands).toEqual([
    "next",
    "previous",
    "nextRound",
    "previousRound",
    "toggle",
    "nextMistake",
    "previousMistake",
  ]);
});

it("leaves other keys, fields and the browser's own shortcuts alone", () => {
  expect(replayCommand(key("x"), false)).toBeNull();
  expect(replayCommand(key("toString"), false)).toBeNull();
  expect(replayCommand(key("ArrowLeft"), true)).toBeNull();
  expect(replayCommand(key("ArrowLeft", { altKey: true }), false)).toBeNull();
  expect(replayCommand(key("p", { ctrlKey: true }), false)).toBeNull();
});
