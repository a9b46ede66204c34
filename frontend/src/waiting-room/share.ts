/** Giving away the address of a table. */
import { tablePath } from "../router/route";

export const tableUrl = (id: string, at: Pick<Location, "origin">): string =>
  `${at.origin}${tablePath(id)}`;

/** Whether this address leads here on this device only. */
export const isLocal = ({ hostname }: Pick<Location, "hostname">): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

export const canShare = (): boolean => typeof navigator.share === "function";

/** Gives it to whatever the device shares with; a reader who thinks better of it did nothing. */
export async function shareUrl(title: string, text: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, text, url });
  } catch {
    // not shared
  }
}

/** Whether the text of a field now lies in the clipboard: over plain HTTP there is only the old way. */
export async function copyField(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}
