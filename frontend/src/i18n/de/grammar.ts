import type { PlayerName } from "../grammar";

export const does = (who: PlayerName, you: string, they: string) =>
  who.you ? `Du ${you}` : `${who.name} ${they}`;
export const list = (names: string[]) =>
  names.length < 2
    ? names.join("")
    : `${names.slice(0, -1).join(", ")} und ${names[names.length - 1]}`;
