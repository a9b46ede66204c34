/** Sharing and copying of addresses. */
import type { Language } from "../i18n";
import { tablePath } from "../router/route";

/** Return a table's address for sharing; link previews use the sharer's language. */
export const tableUrl = (
  id: string,
  { origin }: Pick<Location, "origin">,
  language: Language,
): string => `${origin}${tablePath(id)}?lang=${language}`;

/** Whether the page's address works only on this device. */
export const isLocal = ({ hostname }: Pick<Location, "hostname">): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

export const canShare = (): boolean => typeof navigator.share === "function";

/** Open the device's share dialog; cancelling it is not an error. */
export async function shareUrl(title: string, text: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, text, url });
  } catch {
    // cancelled
  }
}

/** Copy the text of a field; return whether that succeeded. Plain HTTP needs `execCommand`. */
export async function copyField(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}
