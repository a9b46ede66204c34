import { expect, it } from "vitest";
import { expandBreakpoints, MEDIA, TABLE } from "./breakpoints";

it("replaces a breakpoint's name by its query", () => {
  expect(expandBreakpoints("@media (--phone), print { p { color: red } }")).toBe(
    `@media ${MEDIA.phone}, print { p { color: red } }`,
  );
  expect(expandBreakpoints("@container table (--wide) and (max-height: 40rem) {}")).toBe(
    `@container table ${TABLE.wide} and (max-height: 40rem) {}`,
  );
});

it("leaves custom properties outside of queries alone", () => {
  const css = "p { color: var(--phone) }";
  expect(expandBreakpoints(css)).toBe(css);
});

it("refuses a name that does not exist", () => {
  expect(() => expandBreakpoints("@media (--wide) {}")).toThrow("no breakpoint --wide for @media");
});
