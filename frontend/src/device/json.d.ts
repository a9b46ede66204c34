/** Types of `js/json.js`, which is not part of the package's interface. */
export function parseJson(text: string): unknown;
