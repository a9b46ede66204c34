/** Suits and ranks are called what they are called in the reader's pack. */
import { settings } from "../settings.svelte";

export const byPack = <T>(french: T, german: T): T =>
  settings.cards === "german" ? german : french;
