import { readdirSync, readFileSync } from "node:fs";
import { parse } from "svelte/compiler";
import { expect, it } from "vitest";

const SOURCES = new URL("../", import.meta.url);

/** Return the number of await blocks in a component that leave a failure unhandled. */
function unhandledAwaits(source: string): number {
  let unhandled = 0;
  JSON.stringify(parse(source, { modern: true }).fragment, (_, node: unknown) => {
    if (typeof node === "object" && node !== null && "type" in node && node.type === "AwaitBlock")
      unhandled += Number(!("catch" in node) || node.catch === null);
    return node;
  });
  return unhandled;
}

it("finds await blocks without a catch", () => {
  const inner = "{#await later then it}{it}{/await}";
  expect(unhandledAwaits(`{#if yes}${inner}{/if}{#await later}-{:catch}{/await}`)).toBe(1);
});

it("handles parts of the page that do not load", () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" });
  const components = files.filter((name) => name.endsWith(".svelte"));
  expect(components.length).toBeGreaterThan(100);
  for (const name of components)
    expect(unhandledAwaits(readFileSync(new URL(name, SOURCES), "utf8")), name).toBe(0);
});
