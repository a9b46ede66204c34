/** Question for sounds, asked once on a device and only while they are off. */
import { settings } from "../storage/settings.svelte";
import { loadText, saveText } from "../storage/storage";

const KEY = "schwimmen.sound-asked";

/** Return whether to ask; record that the player has been asked. */
export function askForSound(): boolean {
  if (settings.sound || loadText(KEY) !== "") return false;
  saveText(KEY, "yes");
  return true;
}
