/** JSON from storage, files and connections, whose form is unknown. */

/** Return the value of a text, or null if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Return the list in a text, empty if there is none. */
export function parseList(text: string): unknown[] {
  const value = parseJson(text);
  return Array.isArray(value) ? value : [];
}

/** Whether a value is an object other than a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
