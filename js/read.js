/** Reading of files beside the package, in browsers, Node, Deno and Bun. */

import { EngineError } from "./errors.js";

/** Return the bytes of a file; throw an `EngineError` with its `url` if it cannot be read. */
export async function read(url) {
  try {
    // Asked for at run time, so that no bundler looks for the module.
    const files = url.protocol === "file:" && globalThis.process?.getBuiltinModule?.("node:fs");
    if (files) return await files.promises.readFile(url);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw new EngineError("unreadable", `${url} cannot be read: ${error.message}`, {
      url: url.href,
    });
  }
}
