import { describe, expect, it } from "vitest";
import { ACTION_KINDS } from "./choosing";
import { commandOf, KEYS, SHORTCUTS, type Press } from "./keys";

const press = (key: string, parts: Partial<Press> = {}): Press => ({
  key,
  code: "",
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...parts,
});
const shifted = { shiftKey: true };

describe("keys at the table", () => {
  it("choose cards of the hand and of the table", () => {
    expect(commandOf(press("2"), "table", false)).toEqual({
      does: "choose",
      side: "given",
      index: 1,
    });
    expect(commandOf(press("F"), "card", false)).toEqual({
      does: "choose",
      side: "taken",
      index: 3,
    });
    const french = press("é", { code: "Digit2" });
    expect(commandOf(french, "table", false)).toMatchObject({ side: "given", index: 1 });
  });

  it("play every action by the key on its button", () => {
    for (const kind of ACTION_KINDS) {
      const shortcut = SHORTCUTS[kind];
      const key = shortcut.replace("Shift+", "");
      const parts = shortcut === key ? {} : shifted;
      expect(commandOf(press(key, parts), "table", true)).toEqual({ does: "act", kind });
    }
    expect(new Set(Object.values(KEYS)).size).toBe(ACTION_KINDS.length);
  });

  it("leave Enter to a button, and to a card until a pair is chosen", () => {
    expect(commandOf(press("Enter"), "button", true)).toBeNull();
    expect(commandOf(press("Enter"), "card", false)).toBeNull();
    expect(commandOf(press("Enter"), "card", true)).toEqual({ does: "act", kind: "exchange" });
    expect(commandOf(press("Enter", shifted), "card", true)).toMatchObject({ kind: "exchange!" });
    expect(commandOf(press("Enter"), "table", false)).toEqual({ does: "act", kind: "exchange" });
  });

  it("go, undo and help", () => {
    expect(commandOf(press("ArrowUp"), "button", false)).toEqual({ does: "go", to: "up" });
    expect(commandOf(press("Escape"), "table", false)).toEqual({ does: "undo" });
    expect(commandOf(press("?", shifted), "table", false)).toEqual({ does: "help" });
  });

  it("leave the browser's own shortcuts and all other keys alone", () => {
    for (const held of ["ctrlKey", "altKey", "metaKey"] as const)
      expect(commandOf(press("c", { [held]: true }), "table", false)).toBeNull();
    for (const key of ["Tab", " ", "z", "toString", "5", "F5"])
      expect(commandOf(press(key), "table", true)).toBeNull();
  });
});
