import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChatLine } from "../../api/wire";
import { muted, REACTIONS, ChatState } from "./chat.svelte";
import { catalogues } from "../../i18n/fixtures";

const line = (number: number, seat = 1, name = "Ben"): ChatLine => ({
  number,
  at: "",
  seat,
  name,
  text: `line ${number}`,
});

beforeEach(() => {
  vi.useFakeTimers();
  for (const name of muted.names) muted.toggle(name);
});
afterEach(() => vi.useRealTimers());

describe("the chat", () => {
  it("counts lines as unread that come after the first connection, until they are read", () => {
    const chat = new ChatState();
    chat.welcome([line(1), line(2)]);
    expect(chat.unread("Anna")).toBe(0);
    chat.add(line(3));
    chat.add(line(4, 0, "Anna"));
    expect(chat.unread("Anna")).toBe(1); // without the reader's own lines
    chat.markRead();
    expect(chat.unread("Anna")).toBe(0);
  });

  it("has each line once, even after a lost connection", () => {
    const chat = new ChatState();
    chat.welcome([line(1)]);
    expect(chat.add(line(2))).toBe(true);
    expect(chat.add(line(2))).toBe(false);
    chat.welcome([line(1), line(2), line(3)]);
    expect(chat.lines.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(chat.unread("Anna")).toBe(2);
  });

  it("drops deleted lines, whose numbers may be used again", () => {
    const chat = new ChatState();
    chat.welcome([line(1, 2, "Cleo"), line(2), line(3)]);
    chat.welcome([line(1, 2, "Cleo")]);
    expect(chat.visible.map(({ number }) => number)).toEqual([1]);
    expect(chat.unread("Anna")).toBe(0);
    expect(chat.add(line(2, 2, "Cleo"))).toBe(true);
    expect(chat.unread("Anna")).toBe(1);
  });

  it("recognises the reader's own lines by name, from any seat", () => {
    const chat = new ChatState();
    chat.welcome([]);
    chat.add(line(1, 2, "Anna"));
    expect(chat.unread("Anna")).toBe(0);
  });

  it("neither shows nor counts lines of muted players until they are unmuted", () => {
    const chat = new ChatState();
    muted.toggle("Ben");
    chat.welcome([line(1)]);
    expect(chat.add(line(2))).toBe(false);
    expect(chat.add(line(3, 2, "Cleo"))).toBe(true);
    expect(chat.visible.map(({ number }) => number)).toEqual([3]);
    expect(chat.unread("Anna")).toBe(1);
    muted.toggle("Ben");
    expect(chat.visible).toHaveLength(3);
  });
});

describe("a blocked player", () => {
  it("is silent until unblocked, whatever came before", () => {
    const chat = new ChatState();
    chat.welcome([line(1)]);
    chat.blocked = ["Ben"];
    expect(chat.add(line(2))).toBe(false);
    expect(chat.add(line(3, 2, "Cleo"))).toBe(true);
    expect(chat.visible.map(({ number }) => number)).toEqual([3]);
    expect(chat.unread("Anna")).toBe(1);
    expect(chat.showReaction(1, "Ben", "wow")).toBe(false);
    chat.blocked = [];
    expect(chat.visible).toHaveLength(3);
    expect(muted.has("Ben")).toBe(false);
  });
});

describe("a reaction", () => {
  it("has a text in every language", () => {
    for (const { people } of Object.values(catalogues))
      expect(Object.keys(people.reactions).toSorted()).toEqual([...REACTIONS].toSorted());
  });

  it("disappears after a few seconds, or when the next one replaces it", () => {
    const chat = new ChatState();
    chat.showReaction(1, "Ben", "wow");
    vi.advanceTimersByTime(3000);
    chat.showReaction(1, "Ben", "oops");
    vi.advanceTimersByTime(3000);
    expect(chat.bubbles[1]?.reaction).toBe("oops");
    vi.advanceTimersByTime(2000);
    expect(chat.bubbles).toEqual({});
  });

  it("is not shown if its player is muted", () => {
    const chat = new ChatState();
    muted.toggle("Ben");
    expect(chat.showReaction(1, "Ben", "wow")).toBe(false);
    expect(chat.bubbles).toEqual({});
  });
});
