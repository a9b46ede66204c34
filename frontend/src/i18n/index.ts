/** The texts in the reader's language. */
export { list, playerGroup, type PlayerName } from "./grammar";
export * from "./language.svelte";
export type * from "./texts.generated";

/** Return the entry of a code from the server, if the texts have one. */
export function find<T>(entries: Readonly<Record<string, T>>, code: string): T | undefined {
  return Object.hasOwn(entries, code) ? entries[code] : undefined;
}
