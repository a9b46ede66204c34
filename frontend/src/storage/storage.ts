/** Access to `localStorage` that tolerates a browser without storage. */
import { BASE } from "../site";

/** Return the key of data about the server of this page: another path may have another server. */
export const serverKey = (key: string): string => key + BASE;

export function loadText(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

export function saveText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // storage is unavailable or full
  }
}

/** Delete everything that this page has stored in the browser. */
export function clearSaved(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith("schwimmen.")) localStorage.removeItem(key);
  } catch {
    // storage is unavailable
  }
}
