import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "./http";
import { errorText, profileErrorText, refusalText, socketProblem } from "./error-text";
import { t } from "../i18n";
import { en } from "../i18n/fixtures";
import type { Refused } from "./wire";

describe("an error", () => {
  it("is described in the reader's language, or by the server's message", () => {
    const { problems, unreachable } = en.start;
    expect(errorText(new ApiError("line", 422, "name_taken"))).toBe(problems.name_taken);
    expect(errorText(new ApiError("line", 418, "teapot"))).toBe("line");
    expect(errorText(new ApiError("", 0, "unreachable"))).toBe(unreachable);
    expect(errorText(new Error("a slip"))).toBe(unreachable);
  });
});

it("describes refusals about the deal of the day, with the time if there is one", () => {
  expect(errorText(new ApiError("line", 422, "daily_over"))).toBe(en.daily.problems.daily_over);
  const details = { until: "2026-11-25T23:00:00.000+00:00" };
  const hidden = errorText(new ApiError("line", 422, "daily_hidden", details));
  expect(hidden).toMatch(/another player’s deal of the day.*2026/);
});

it("describes errors of profiles in the reader's language", () => {
  const error = new ApiError("signature does not match", 422, "bad_recovery");
  expect(profileErrorText(error)).toBe(t.players.problems.bad_recovery);
  expect(profileErrorText(new ApiError("a new kind of error", 422, "newest"))).toBe(
    "a new kind of error",
  );
  expect(profileErrorText(new ApiError("", 0, "unreachable"))).toBe(t.start.unreachable);
  expect(profileErrorText(new TypeError("a fault of ours"))).toBe(t.start.unreachable);
});

describe("a WebSocket that does not open", () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ["the proxy does not pass it on", 200, "", t.start.problems.upgrade_required],
    ["the server cannot store moves", 503, "unavailable", t.connection.paused],
    ["the server does not know its name", 421, "wrong_host", t.start.problems.wrong_host],
    ["the server is about to stop", 503, "draining", null],
  ])("is explained if %s", async (_, status, code, words) => {
    const body = code ? { error: { code, message: "line", details: {} } } : {};
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json(body, { status })));
    expect(await socketProblem()).toBe(words);
  });
});

const refused = (code: string, reason: string | null = null): Refused => ({
  v: 1,
  type: "refused",
  id: "a",
  code,
  message: "in English",
  reason,
  legal: null,
  details: {},
});

describe("a refusal", () => {
  it.each([
    ["illegal_action", "too_early", t.refused.too_early],
    ["illegal_action", "card_not_in_hand", t.refused.other],
    ["busy", null, t.people.refused.busy],
    ["too_many", null, t.people.refused.too_many],
    ["unavailable", null, t.start.problems.unavailable],
    ["no such code", null, "in English"],
  ])("%s, %s, is described in the reader's language, if possible", (code, reason, words) => {
    expect(refusalText(refused(code, reason))).toBe(words);
  });
});
