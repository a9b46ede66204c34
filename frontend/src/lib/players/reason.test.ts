import { expect, it } from "vitest";
import { ApiError } from "../api/http";
import { t } from "../i18n";
import { whyNot } from "./reason";

it("is told in the reader's language where there are words for it", () => {
  const told = new ApiError("signature does not match", 422, "bad_recovery");
  expect(whyNot(told)).toBe(t.players.problems.bad_recovery);
  expect(whyNot(new ApiError("a new kind of error", 422, "newest"))).toBe("a new kind of error");
  expect(whyNot(new ApiError("", 0, "unreachable"))).toBe(t.start.unreachable);
  expect(whyNot(new TypeError("a fault of ours"))).toBe(t.start.unreachable);
});
