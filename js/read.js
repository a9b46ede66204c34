/** Reading of files beside the package, in Node and in browsers. */

import { EngineError } from "./errors.js";

/** Return the bytes of a file; throw an `EngineError` with its `url` if it cannot be read. */
export async function read(url) {
  try {
    if (url.protocol === "file:") {
      const { readFile } = await import(/* @vite-ignore */ "node:fs/promises");
      return await readFile(url);
    }
    const response = await fetch(url);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw new EngineError("unreadable", `${url} cannot be read: ${error.message}`, {
      url: url.href,
    });
  }
}
