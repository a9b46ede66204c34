import { describe, expect, it } from "vitest";
import { ACTION_KINDS } from "../../api/wire";
import { keyCommand, KEYS, SHORTCUTS, type Press } from "./shortcuts";

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

describe("the table's shortcuts", () => {
  it("choose cards of the hand and of the table", () => {
    expect(keyCommand(press("2"), "table", false)).toEqual({
      does: "choose",
      side: "given",
      index: 1,
    });
    expect(keyCommand(press("F"), "card", false)).toEqual({
      does: "choose",
      side: "taken",
      index: 3,
    });
    const french = press("é", { code: "Digit2" });
    expect(keyCommand(french, "table", false)).toMatchObject({ side: "given", index: 1 });
  });

  it("play every action by the key on its button", () => {
    for (const kind of ACTION_KINDS) {
      const shortcut = SHORTCUTS[kind];
      const key = shortcut.replace("Shift+", "");
      const parts = shortcut === key ? {} : shifted;
      expect(keyCommand(press(key, parts), "table", true)).toEqual({ does: "act", kind });
    }
    expect(new Set(Object.values(KEYS)).size).toBe(ACTION_KINDS.length);
  });

  it("leave Enter to a button, and to a card until a pair is selected", () => {
    expect(keyCommand(press("Enter"), "button", true)).toBeNull();
    expect(keyCommand(press("Enter"), "card", false)).toBeNull();
    expect(keyCommand(press("Enter"), "card", true)).toEqual({ does: "act", kind: "exchange" });
    expect(keyCommand(press("Enter", shifted), "card", true)).toMatchObject({ kind: "exchange!" });
    expect(keyCommand(press("Enter"), "table", false)).toEqual({ does: "act", kind: "exchange" });
  });

  it("move the focus, cancel, get a hint and show help", () => {
    expect(keyCommand(press("h"), "card", true)).toEqual({ does: "hint" });
    expect(keyCommand(press("ArrowUp"), "button", false)).toEqual({ does: "go", to: "up" });
    expect(keyCommand(press("Escape"), "table", false)).toEqual({ does: "cancel" });
    expect(keyCommand(press("?", shifted), "table", false)).toEqual({ does: "help" });
  });

  it("leave the browser's own shortcuts and all other keys alone", () => {
    for (const held of ["ctrlKey", "altKey", "metaKey"] as const)
      expect(keyCommand(press("c", { [held]: true }), "table", false)).toBeNull();
    for (const key of ["Tab", " ", "z", "toString", "5", "F5"])
      expect(keyCommand(press(key), "table", true)).toBeNull();
  });
});
