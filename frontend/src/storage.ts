/** Small things kept in this browser. A browser that keeps nothing is no failure. */

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
    // not kept
  }
}

/** Takes back everything that the page keeps in this browser. */
export function clearSaved(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith("schwimmen.")) localStorage.removeItem(key);
  } catch {
    // nothing is kept
  }
}
