import { describe, expect, it } from "vitest";
import { ApiError } from "../api/http";
import { en } from "../i18n/en";
import { reasonOf } from "./reason";

describe("a failure", () => {
  it("is told in the reader's words by its code, else in the server's", () => {
    const { problems, unreachable } = en.start;
    expect(reasonOf(new ApiError("line", 422, "name_taken"))).toBe(problems.name_taken);
    expect(reasonOf(new ApiError("line", 418, "teapot"))).toBe("line");
    expect(reasonOf(new ApiError("", 0, "unreachable"))).toBe(unreachable);
    expect(reasonOf(new Error("a slip"))).toBe(unreachable);
  });
});
