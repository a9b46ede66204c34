import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forget } from "../remember";
import { setup } from "./fixtures";
import { newcomersGame, request, withOption, withPreset } from "./game";
import { lastGame, lastName, rememberGame } from "./last";

class Storage {
  [key: string]: unknown;
  getItem = (key: string) => (typeof this[key] === "string" ? this[key] : null);
  setItem = (key: string, text: string) => void (this[key] = text);
  removeItem = (key: string) => void delete this[key];
}

const first = newcomersGame(setup);
const played = withOption(setup, withPreset(setup, first, "choy"), "rounds", 4);

beforeEach(() => void vi.stubGlobal("localStorage", new Storage()));
afterEach(() => void vi.unstubAllGlobals());

describe("the game last played", () => {
  it("is a newcomer's at first", () => {
    expect(lastGame(setup)).toEqual(first);
    expect(lastName()).toBe("");
  });

  it("is remembered with the name", () => {
    rememberGame(request(played, "Anna"));
    expect(lastGame(setup)).toEqual(played);
    expect(lastName()).toBe("Anna");
  });

  it("is without whom the player is called like", () => {
    rememberGame(request(played, "Emma"));
    expect(lastGame(setup).opponents.map(({ name }) => name)).toEqual(["Berta", "Karl", "Fritz"]);
  });

  it("can be forgotten, and nothing of others with it", () => {
    localStorage.setItem("somebody.else", "stays");
    rememberGame(request(played, "Anna"));
    forget();
    expect(lastGame(setup)).toEqual(first);
    expect(lastName()).toBe("");
    expect(localStorage.getItem("somebody.else")).toBe("stays");
  });

  it("is a newcomer's where the browser keeps nothing or something else", () => {
    localStorage.setItem("schwimmen.game", "{");
    expect(lastGame(setup)).toEqual(first);
    vi.stubGlobal("localStorage", undefined);
    rememberGame(request(played, "Anna"));
    expect(lastGame(setup)).toEqual(first);
  });
});
