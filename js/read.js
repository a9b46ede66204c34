/** Reading and unpacking of files beside the package, in browsers, Node, Deno and Bun. */

import { EngineError } from "./errors.js";

const MARKUP = /^\s*</; // neither the module nor any data begin so

/**
 * Return the bytes of a file.
 *
 * Throws an `EngineError` with its `url` if it cannot be read, or if a page is there in its place; the
 * message ends with the remedy.
 */
export async function read(url, remedy) {
  const unreadable = (reason) =>
    new EngineError("unreadable", `${url} ${reason}; ${remedy}`, { url: url.href });
  let bytes;
  try {
    bytes = await bytesOf(url);
  } catch (error) {
    throw unreadable(`cannot be read: ${error.message}`);
  }
  const start = new TextDecoder().decode(bytes.subarray(0, 64));
  if (MARKUP.test(start)) throw unreadable("is a page instead of the file");
  return bytes;
}

async function bytesOf(url) {
  // Asked for at run time, so that no bundler looks for the module.
  const files = url.protocol === "file:" && globalThis.process?.getBuiltinModule?.("node:fs");
  if (files) return files.promises.readFile(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Return the content of bytes that gzip has packed. */
export async function unpack(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
