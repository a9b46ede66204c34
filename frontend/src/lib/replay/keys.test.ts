import { expect, it } from "vitest";
import { commandOf } from "./keys";

const key = (name: string, more = {}) => ({
  key: name,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
});

it("steps, jumps and runs by keys", () => {
  const commands = ["ArrowRight", "ArrowLeft", "PageDown", "PageUp", "p"].map((name) =>
    commandOf(key(name), false),
  );
  expect(commands).toEqual(["next", "previous", "nextRound", "previousRound", "toggle"]);
});

it("leaves other keys, fields and the browser's own shortcuts alone", () => {
  expect(commandOf(key("x"), false)).toBeNull();
  expect(commandOf(key("toString"), false)).toBeNull();
  expect(commandOf(key("ArrowLeft"), true)).toBeNull();
  expect(commandOf(key("ArrowLeft", { altKey: true }), false)).toBeNull();
  expect(commandOf(key("p", { ctrlKey: true }), false)).toBeNull();
});
