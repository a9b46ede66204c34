import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  click,
  element,
  find,
  gone,
  openPage,
  refusal,
  type Request,
  see,
  until,
} from "../../testing/page";

const TODAY = "2026-11-23";
const TOMORROW = "2026-11-24";
const COMMITMENT = "ab".repeat(32);

/** Return the server's deal of a day, which the player has not begun. */
const daily = (date: string) => ({
  date,
  time_zone: "Europe/Berlin",
  first: TODAY,
  until: `${date}T23:00:00+00:00`,
  deals: ["pagat", "dutch", "choy"].map((variant) => ({
    variant,
    options: {},
    levels: ["casual", "club", "casual"],
    commitment: COMMITMENT,
    next_commitment: COMMITMENT,
    state: "open",
    table: null,
    result: null,
    streak: 0,
    distribution: null,
  })),
});

const answers = (date: string, past: (request: Request) => unknown = () => null) => ({
  "/api/daily": daily(date),
  "/api/daily/calendar": [],
  "/api/daily/past": past,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${TODAY}T11:00:00Z`) });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the page with the deal of the day", () => {
  it.each([
    ["2027-01-01", "daily_future", "has not come yet"],
    [TODAY, "daily_not_over", "published tomorrow"],
    ["2026-11-22", "daily_before_first", "no deal of the day yet"],
    ["yesterday", "daily_bad_date", "not a date"],
  ])("explains why there is no deal of %s", async (date, code, answer) => {
    await openPage(`/daily?date=${date}`, {
      server: answers(TODAY, () => refusal(422, code)),
    });
    await see("past-problem", answer);
    await element("daily-today");
  });

  it("says so if the device is on another day", async () => {
    vi.setSystemTime(new Date(`${TOMORROW}T11:00:00Z`));
    await openPage("/daily", { server: answers(TODAY) });
    await see("clock-differs", "today is 23 November");
    vi.setSystemTime(new Date(`${TODAY}T11:00:00Z`));
    await openPage("/daily", { server: answers(TODAY) });
    await element("daily-play");
    expect(find("clock-differs")).toBeNull();
  });

  it("asks for yesterday from the server's second day on", async () => {
    const asked = vi.fn(({ url }: Request) => refusal(422, url.search));
    const server: Record<string, unknown> = answers(TODAY, asked);
    await openPage("/daily", { server });
    await element("daily-play");
    expect(asked).not.toHaveBeenCalled();
    Object.assign(server, answers(TOMORROW, asked));
    document.dispatchEvent(new Event("visibilitychange"));
    await until(() => expect(asked).toHaveBeenCalledOnce());
    expect(asked.mock.lastCall?.[0].url.searchParams.get("date")).toBe(TODAY);
  });

  it("notices a new day when it is left open over midnight", async () => {
    const server: Record<string, unknown> = answers(TODAY);
    await openPage("/daily", { server });
    await element("daily-play");
    Object.assign(server, answers(TOMORROW), {
      "POST /api/daily": () => refusal(422, "daily_over"),
    });
    await click("daily-play");
    await see("daily-today", "A new day has begun");
    await see("daily-today", "24 November");
  });

  it("shows a failure, and can be tried again", async () => {
    const server: Record<string, unknown> = answers(TODAY);
    delete server["/api/daily"];
    await openPage("/daily", { server });
    await see("problem", "does not respond");
    server["/api/daily"] = daily(TODAY);
    find("problem")?.querySelector("button")?.click();
    await element("daily-play");
    await gone("problem");
  });
});
