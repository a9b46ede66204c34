import type { PlayerName } from "../grammar";

export const does = (who: PlayerName, you: string, they: string) =>
  who.you ? `You ${you}` : `${who.name} ${they}`;
export const list = (names: string[]) =>
  names.length < 2
    ? names.join("")
    : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
export const players = (who: PlayerName[]) =>
  list(who.map(({ name, you }) => (you ? "you" : name)));
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
