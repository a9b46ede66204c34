import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clearSaved } from "../storage/storage";
import { setup } from "./fixtures";
import {
  defaultGame,
  gameOfLastRules,
  newTableRequest,
  withOption,
  withPreset,
  savedGame,
  savedName,
  saveGame,
  saveLastRules,
} from "./game";

class Storage {
  [key: string]: unknown;
  getItem = (key: string) => (typeof this[key] === "string" ? this[key] : null);
  setItem = (key: string, text: string) => void (this[key] = text);
  removeItem = (key: string) => void delete this[key];
}

const first = defaultGame(setup);
const played = withOption(setup, withPreset(setup, first, "choy"), "rounds", 4);

beforeEach(() => void vi.stubGlobal("localStorage", new Storage()));
afterEach(() => void vi.unstubAllGlobals());

describe("the rules last played", () => {
  it("are those of the last match against bots or table with friends", () => {
    expect(gameOfLastRules(setup)).toEqual(first);
    saveGame(newTableRequest(played, "Anna"));
    expect(gameOfLastRules(setup)).toMatchObject({ preset: "choy", options: { rounds: 4 } });
    saveLastRules({ preset: "dutch", options: { lives: 2 } });
    expect(gameOfLastRules(setup)).toMatchObject({ preset: "dutch", options: { lives: 2 } });
    expect(savedGame(setup)).toEqual(played);
  });
});

describe("the game last played", () => {
  it("is the default game at first", () => {
    expect(savedGame(setup)).toEqual(first);
    expect(savedName()).toBe("");
  });

  it("is remembered with the name", () => {
    saveGame(newTableRequest(played, "Anna"));
    expect(savedGame(setup)).toEqual(played);
    expect(savedName()).toBe("Anna");
  });

  it("has no opponent with the player's name", () => {
    saveGame(newTableRequest(played, "Emma"));
    expect(savedGame(setup).opponents.map(({ name }) => name)).toEqual(["Berta", "Karl", "Fritz"]);
  });

  it("can be deleted without touching the storage of other pages", () => {
    localStorage.setItem("other.page", "stays");
    saveGame(newTableRequest(played, "Anna"));
    clearSaved();
    expect(savedGame(setup)).toEqual(first);
    expect(savedName()).toBe("");
    expect(localStorage.getItem("other.page")).toBe("stays");
  });

  it("is the default game if the browser stores nothing, or something else", () => {
    localStorage.setItem("schwimmen.game", "{");
    expect(savedGame(setup)).toEqual(first);
    vi.stubGlobal("localStorage", undefined);
    saveGame(newTableRequest(played, "Anna"));
    expect(savedGame(setup)).toEqual(first);
  });
});
