/** Whether to ask for sounds: once on a device, and never if they are on. */
import { settings } from "../storage/settings.svelte";
import { loadText, saveText } from "../storage/storage";

const KEY = "schwimmen.sound-asked";

/** Return whether to ask now; from then on the player has been asked. */
export function askForSound(): boolean {
  if (settings.sound || loadText(KEY) !== "") return false;
  saveText(KEY, "yes");
  return true;
}
