/** Data of the strong levels, fetched when asked for and kept in the memory of the module. */

import { EngineError } from "./errors.js";
import { read, unpack } from "./read.js";

const FORMAT = "schwimmen-data/2";
const CATALOGUE = "catalogue.json";
const FEWEST = 2; // players of a round
const MODELS = 8; // equity models that are kept
const POLICY_BITS = 27; // of an entry, below its fingerprint
const BYTE = 256;
const REMEDY = "put the folder data of the package there, or pass its address: load({ data })";

/** Blueprints and outcomes of rounds in a folder that `scripts/js_data.py` has written. */
export class Data {
  #engine;
  #layout;
  #folder;
  #rules;
  #none;
  #requests = new Map(); // promises by the name of the file
  #files = []; // in the order of the catalogue
  #outcomesFile;
  #catalogue = null;
  #blueprints = new Map(); // by the name of the file
  #outcomes = null; // bytes of three arrays, by kind
  #models = new Map(); // equity models by rules and number of seats, the last one used at the end

  /** `folder` is a function that returns a URL with a slash at its end. */
  constructor(engine, folder) {
    this.#engine = engine;
    this.#layout = engine.layout;
    this.#folder = folder;
    this.#rules = engine.allocate("rules");
    this.#none = engine.allocate("blueprint", 0);
  }

  /** Fetch the data for rules, given as bytes, and 2 to `most` players. */
  async fetch(rules, most) {
    await this.#once(CATALOGUE, (url) => this.#fetchCatalogue(url));
    const files = new Set(this.#needed(rules, most));
    const outcomes = this.#outcomesFile;
    await Promise.all([
      this.#once(outcomes.name, (url) => this.#fetchOutcomes(url, outcomes)),
      ...[...files].map((file) => this.#once(file.name, (url) => this.#fetchBlueprint(url, file))),
    ]);
  }

  /** Return whether all that `fetch` fetches is there. */
  has(rules, most) {
    return (
      this.#outcomes !== null &&
      this.#needed(rules, most).every(({ name }) => this.#blueprints.has(name))
    );
  }

  /** Return whether the blueprint for a number of players was made for rules that play alike. */
  hasOwn(rules, seats) {
    this.#rules.bytes().set(rules);
    return this.#engine.call("has_own_entry", this.#rules, seats, this.#catalogue)[0] !== 0;
  }

  /** Return the blueprint for a number of players; an empty one if none fits or is there. */
  blueprint(rules, seats) {
    return this.#blueprints.get(this.#nearest(rules, seats)?.name) ?? this.#none;
  }

  /**
   * Return the bytes of the equity model of a match under rules, `sizes` and `values`; null without
   * the data.
   */
  equity(rules, seats) {
    if (this.#outcomes === null) return null;
    const key = `${seats} ${rules}`;
    const model = this.#models.get(key) ?? this.#solve(rules, seats);
    this.#models.delete(key);
    this.#models.set(key, model);
    if (this.#models.size > MODELS) this.#models.delete(this.#models.keys().next().value);
    return model;
  }

  #solve(rules, seats) {
    return this.#engine.borrow(() => {
      const [catalogue, frequencies, outcomes] = ["catalogue", "frequencies", "outcomes"].map(
        (kind) => this.#engine.allocate(kind, this.#outcomes[kind]),
      );
      this.#rules.bytes().set(rules);
      const sizes = this.#engine.allocate("sizes", this.#layout.limits.sizes);
      const given = [this.#rules, seats, catalogue, frequencies, sizes];
      const values = this.#engine.allocate("values", this.#engine.call("plan_equity", ...given)[0]);
      const workspaces = this.#engine.allocate("workspaces");
      this.#engine.call("solve_equity", this.#rules, sizes, values, outcomes, workspaces);
      return { sizes: sizes.bytes().slice(), values: values.bytes().slice() };
    });
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
      const running = request(new URL(name, this.#folder()));
      this.#requests.set(name, running);
      running.catch(() => this.#requests.delete(name));
    }
    return this.#requests.get(name);
  }

  async #fetchCatalogue(url) {
    const content = parse(await read(url, REMEDY));
    if (content?.format !== FORMAT) throw damaged(url, `is not in the format ${FORMAT}`);
    this.#files = content.files;
    this.#outcomesFile = content.outcomes;
    this.#catalogue = this.#catalogueOf(content.files);
  }

  /** Return numbers of seats and options as the engine compares them with rules. */
  #catalogueOf(entries) {
    const catalogue = this.#engine.allocate("catalogue", entries.length);
    entries.forEach(({ seats, options }, record) => {
      catalogue.set("seats", seats, 0, record);
      this.#engine
        .optionNumbers(options)
        .forEach((number, place) => catalogue.set("options", number, place, record));
    });
    return catalogue;
  }

  async #fetchOutcomes(url, file) {
    const content = await fetchPacked(url, file);
    const entries = file.families.flatMap(({ options, seats }) =>
      seats.map((count) => ({ seats: count, options })),
    );
    const catalogue = this.#engine.borrow(() => this.#catalogueOf(entries).bytes().slice());
    const tables = { catalogue };
    let start = 0;
    for (const [kind, length] of Object.entries(file.lengths)) {
      const end = start + length * this.#engine.sizeOf(kind);
      tables[kind] = content.slice(start, end);
      start = end;
    }
    this.#outcomes = tables;
  }

  async #fetchBlueprint(url, file) {
    const content = await fetchPacked(url, file);
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

/** Return the content of a file, as the catalogue describes it. */
async function fetchPacked(url, { bytes, sha256: expected }) {
  const packed = await read(url, REMEDY);
  const hash = await sha256(packed);
  if (packed.length !== bytes || (hash !== null && hash !== expected))
    throw damaged(url, "does not match the catalogue");
  return unpack(packed).catch(() => {
    throw damaged(url, "cannot be unpacked");
  });
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
