import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChatLine } from "../../api/wire";
import { muted, REACTIONS, ChatState } from "./chat.svelte";
import { catalogues } from "../../i18n";

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

describe("what is said", () => {
  it("before somebody came is no news, all later is until they look", () => {
    const talk = new ChatState();
    talk.welcome([line(1), line(2)]);
    expect(talk.unread("Anna")).toBe(0);
    talk.hear(line(3));
    talk.hear(line(4, 0, "Anna"));
    expect(talk.unread("Anna")).toBe(1); // one's own is not
    talk.look();
    expect(talk.unread("Anna")).toBe(0);
  });

  it("is there once, also after a connection that was lost", () => {
    const talk = new ChatState();
    talk.welcome([line(1)]);
    expect(talk.hear(line(2))).toBe(true);
    expect(talk.hear(line(2))).toBe(false);
    talk.welcome([line(1), line(2), line(3)]);
    expect(talk.lines.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(talk.unread("Anna")).toBe(2);
  });

  it("goes with whoever said it, and numbers may be given again", () => {
    const talk = new ChatState();
    talk.welcome([line(1, 2, "Cleo"), line(2), line(3)]);
    talk.welcome([line(1, 2, "Cleo")]);
    expect(talk.heard.map(({ number }) => number)).toEqual([1]);
    expect(talk.unread("Anna")).toBe(0);
    expect(talk.hear(line(2, 2, "Cleo"))).toBe(true);
    expect(talk.unread("Anna")).toBe(1);
  });

  it("is one's own by its name, also if it was said from another seat", () => {
    const talk = new ChatState();
    talk.welcome([]);
    talk.hear(line(1, 2, "Anna"));
    expect(talk.unread("Anna")).toBe(0);
  });

  it("by somebody who is not to be heard is neither shown nor counted, until they are", () => {
    const talk = new ChatState();
    muted.toggle("Ben");
    talk.welcome([line(1)]);
    expect(talk.hear(line(2))).toBe(false);
    expect(talk.hear(line(3, 2, "Cleo"))).toBe(true);
    expect(talk.heard.map(({ number }) => number)).toEqual([3]);
    expect(talk.unread("Anna")).toBe(1);
    muted.toggle("Ben");
    expect(talk.heard).toHaveLength(3);
  });
});

describe("what is shown at one touch", () => {
  it("has words in every language", () => {
    for (const { people } of Object.values(catalogues))
      expect(Object.keys(people.reactions).toSorted()).toEqual([...REACTIONS].toSorted());
  });

  it("goes after a few seconds; what comes meanwhile takes its place", () => {
    const talk = new ChatState();
    talk.show(1, "Ben", "wow");
    vi.advanceTimersByTime(3000);
    talk.show(1, "Ben", "oops");
    vi.advanceTimersByTime(3000);
    expect(talk.bubbles[1]?.reaction).toBe("oops");
    vi.advanceTimersByTime(2000);
    expect(talk.bubbles).toEqual({});
  });

  it("is not seen of somebody who is not to be heard", () => {
    const talk = new ChatState();
    muted.toggle("Ben");
    expect(talk.show(1, "Ben", "wow")).toBe(false);
    expect(talk.bubbles).toEqual({});
  });
});
