/** Players' names in sentences. */
import { t } from "./language.svelte";
import type { Catalogue } from "./texts.generated";

/** Name of a player in a sentence, in which the reader is "you". */
export interface PlayerName {
  name: string;
  you: boolean;
}

/** Join names into a list: "Anna, Ben and Cleo". */
export const list = (names: readonly string[], { locale }: Pick<Catalogue, "locale"> = t): string =>
  new Intl.ListFormat(locale).format(names);

/** Players who share a sentence: the reader alone, one other, or several. */
export interface PlayerGroup {
  group: "you" | "one" | "other";
  players: string;
}

/** Return the names of some players, the reader last; `you` is the word for the reader. */
export function playerGroup(
  players: readonly PlayerName[],
  t: Catalogue,
  you: string = t.you,
): PlayerGroup {
  const sorted = players.toSorted((a, b) => Number(a.you) - Number(b.you));
  const names = sorted.map((player) => (player.you ? you : player.name));
  const group = players.length > 1 ? "other" : players[0]?.you ? "you" : "one";
  return { group, players: list(names, t) };
}
