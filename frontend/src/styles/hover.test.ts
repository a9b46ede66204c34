import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const SOURCES = new URL("../", import.meta.url);

/** Return the selectors with `:hover` that also apply on a touch screen, where they stay. */
function stickySelectors(css: string): string[] {
  const found: string[] = [];
  const open: string[] = [];
  for (const [, prelude = "", brace] of css.matchAll(/([^{};]*)([{};])/g)) {
    if (brace === "}") open.pop();
    if (brace !== "{") continue;
    open.push(prelude.trim());
    if (prelude.includes(":hover") && !open.some((one) => one.startsWith("@media (hover: hover)")))
      found.push(prelude.trim());
  }
  return found;
}

it("finds styles that stay after a tap", () => {
  expect(stickySelectors("a:hover { color: red } @media (hover: hover) { b:hover { } }")).toEqual([
    "a:hover",
  ]);
});

it("styles what the pointer is over only where there is a pointer", () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" });
  const styles = files.filter((name) => /\.(css|svelte)$/.test(name));
  expect(styles.length).toBeGreaterThan(100);
  for (const name of styles) {
    const text = readFileSync(new URL(name, SOURCES), "utf8");
    const css = name.endsWith(".css") ? text : (/<style>(.*)<\/style>/s.exec(text)?.[1] ?? "");
    expect(stickySelectors(css), name).toEqual([]);
  }
});
