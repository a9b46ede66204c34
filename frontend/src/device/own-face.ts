/** The face that the player has chosen, kept on the device for tables that are played there. */
import { loadText, saveText } from "../storage/storage";

const KEY = "schwimmen.face";

export const savedFace = (): string | null => loadText(KEY) || null;

export const saveFace = (face: string | null): void => saveText(KEY, face ?? "");
