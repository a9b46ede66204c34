/** Data of the strong levels, fetched when asked for and kept in the memory of the module. */

import { EngineError } from "./engine.js";
import { read } from "./read.js";

const FORMAT = "schwimmen-data/1";
const CATALOGUE = "catalogue.json";
const FEWEST = 2; // players of a round
const POLICY_BITS = 27; // of an entry, below its fingerprint
const BYTE = 256;

/** Blueprints in a folder that `scripts/js_data.py` has written. */
export class Data {
  #engine;
  #layout;
  #folder;
  #rules;
  #none;
  #requests = new Map(); // promises by the name of the file
  #files = []; // in the order of the catalogue
  #catalogue = null;
  #blueprints = new Map(); // by the name of the file

  /** `folder` is a URL with a slash at its end. */
  constructor(engine, layout, folder) {
    this.#engine = engine;
    this.#layout = layout;
    this.#folder = folder;
    this.#rules = engine.allocate("rules");
    this.#none = engine.allocate("blueprint", 0);
  }

  /** Fetch the blueprints for rules, given as bytes, and 2 to `most` players. */
  async fetch(rules, most) {
    await this.#once(CATALOGUE, (url) => this.#fetchCatalogue(url));
    const files = new Set(this.#needed(rules, most));
    await Promise.all(
      [...files].map((file) => this.#once(file.name, (url) => this.#fetchBlueprint(url, file))),
    );
  }

  /** Return whether all that `fetch` fetches is there. */
  has(rules, most) {
    return (
      this.#catalogue !== null &&
      this.#needed(rules, most).every(({ name }) => this.#blueprints.has(name))
    );
  }

  /** Return the blueprint for a number of players; an empty one if none fits or is there. */
  blueprint(rules, seats) {
    return this.#blueprints.get(this.#nearest(rules, seats)?.name) ?? this.#none;
  }

  #needed(rules, most) {
    const counts = Array.from({ length: most - FEWEST + 1 }, (_, place) => FEWEST + place);
    return counts.map((seats) => this.#nearest(rules, seats)).filter((file) => file !== undefined);
  }

  /** Return the file of the blueprint that fits best. */
  #nearest(rules, seats) {
    if (this.#catalogue === null) return undefined;
    this.#rules.bytes().set(rules);
    const given = [this.#rules, seats, this.#catalogue];
    return this.#files[this.#engine.call("nearest_blueprint", ...given)[0]];
  }

  /** Request a file unless it has been requested; a failed request may be repeated. */
  #once(name, request) {
    if (!this.#requests.has(name)) {
      const running = request(new URL(name, this.#folder));
      this.#requests.set(name, running);
      running.catch(() => this.#requests.delete(name));
    }
    return this.#requests.get(name);
  }

  async #fetchCatalogue(url) {
    const content = parse(await read(url));
    if (content?.format !== FORMAT) throw damaged(url, `is not in the format ${FORMAT}`);
    const { files } = content;
    const { length } = this.#layout.options;
    if (files.some(({ options }) => options.length !== length))
      throw damaged(url, "is that of another version of the package");
    const catalogue = this.#engine.allocate("catalogue", files.length);
    files.forEach(({ seats, options }, record) => {
      catalogue.set("seats", seats, 0, record);
      options.forEach((number, place) => catalogue.set("options", number, place, record));
    });
    this.#files = files;
    this.#catalogue = catalogue;
  }

  async #fetchBlueprint(url, file) {
    const packed = await read(url);
    const hash = await sha256(packed);
    if (packed.length !== file.bytes || (hash !== null && hash !== file.sha256))
      throw damaged(url, "does not match the catalogue");
    const content = await unpack(packed).catch(() => {
      throw damaged(url, "cannot be unpacked");
    });
    const blueprint = this.#engine.allocate("blueprint", file.places);
    const { buffer, byteOffset, byteLength } = blueprint.bytes();
    decode(content, file, new Uint32Array(buffer, byteOffset, byteLength / 4));
    this.#blueprints.set(file.name, blueprint);
  }
}

function parse(bytes) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/** Return a hash in hexadecimal digits; null where browsers have none, on pages without TLS. */
async function sha256(bytes) {
  if (!globalThis.crypto?.subtle) return null;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function unpack(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Write a blueprint as pairs of 32-bit numbers, the lower half of an entry first. */
function decode(content, { places, entries, policies }, words) {
  const prints = Math.ceil(places / 8);
  const codes = prints + Math.ceil((entries * 5) / 2);
  const planes = content.length - 4 * policies;
  const policy = Uint32Array.from({ length: policies }, (_, number) =>
    [0, 1, 2, 3].reduce(
      (all, plane) => all + content[planes + plane * policies + number] * BYTE ** plane,
      0,
    ),
  );
  const direct = BYTE - Math.ceil(policies / BYTE);
  let entry = 0;
  let low = codes + entries;
  for (let place = 0; place < places; place++) {
    if (((content[place >> 3] >> (place & 7)) & 1) === 0) continue;
    const at = prints + ((entry * 5) >> 1);
    const bits =
      (content[at] | (content[at + 1] << 8) | (content[at + 2] << 16)) >> ((entry & 1) * 4);
    const fingerprint = ((bits & 0xfffff) << 1) | 1;
    let code = content[codes + entry];
    if (code >= direct) code = (code - direct) * BYTE + content[low++];
    words[2 * place] = policy[code] | (fingerprint << POLICY_BITS);
    words[2 * place + 1] = fingerprint >> (32 - POLICY_BITS);
    entry += 1;
  }
}

function damaged(url, reason) {
  return new EngineError("damaged_data", `${url} ${reason}`, { url: url.href });
}
