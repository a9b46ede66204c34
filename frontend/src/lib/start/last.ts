/** The game last played and the player's name, as this browser remembers them. */
import type { NewTable, Setup } from "../api/wire";
import { recall, remember } from "../remember";
import { besides, gameOf, type Game } from "./game";

const GAME_KEY = "schwimmen.game";
const NAME_KEY = "schwimmen.name";

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The game last played as far as this server still has it, else a newcomer's. */
export const lastGame = (setup: Setup): Game =>
  besides(setup, gameOf(setup, parsed(recall(GAME_KEY))), lastName());

export const lastName = (): string => recall(NAME_KEY);
export const rememberName = (name: string): void => remember(NAME_KEY, name);

export function rememberGame({ preset, options, opponents, name }: NewTable): void {
  remember(GAME_KEY, JSON.stringify({ preset, options, opponents }));
  rememberName(name ?? "");
}
