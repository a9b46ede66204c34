/**
 * The compiled rules as a WebAssembly module, and arrays of records in its memory.
 *
 * Functions, records and codes are those of `schwimmen.rules.core`; `layout.json` describes them.
 */

const PAGE_BYTES = 2 ** 16;
const RESULT_BYTES = 8 * 8; // of the longest result
const LAYOUT_SECTION = "layout";

/** An engine that cannot be loaded or has no memory left; `code` says which. */
export class EngineError extends Error {
  constructor(code, message) {
    super(message);
    this.name = "EngineError";
    this.code = code;
  }
}

/** Array of records of one kind in the memory of an engine, zero at first. */
export class Records {
  #engine;
  #layout;

  constructor(engine, layout, kind, count, pointer) {
    this.#engine = engine;
    this.#layout = layout;
    this.kind = kind;
    this.count = count;
    this.pointer = pointer;
    this.size = layout.size;
  }

  /** Bytes of the first records, all by default; invalid once the engine allocates again. */
  bytes(count = this.count) {
    return new Uint8Array(this.#engine.memory.buffer, this.pointer, count * this.size);
  }

  /** Return a whole number of a record. */
  get(field, place = 0, record = 0) {
    const [address, type] = this.#address(field, place, record);
    const view = new DataView(this.#engine.memory.buffer);
    return type === "int8" ? view.getInt8(address) : Number(view.getBigInt64(address, true));
  }

  /** Set a whole number of a record. */
  set(field, value, place = 0, record = 0) {
    const [address, type] = this.#address(field, place, record);
    const view = new DataView(this.#engine.memory.buffer);
    if (type === "int8") view.setInt8(address, value);
    else view.setBigInt64(address, BigInt(value), true);
  }

  #address(field, place, record) {
    const { at, type, length = 1 } = this.#layout.fields[field] ?? {};
    if (type !== "int8" && type !== "int64")
      throw new EngineError("no_field", `${this.kind} have no number "${field}"`);
    if (!(place >= 0 && place < length && record >= 0 && record < this.count))
      throw new EngineError("no_field", `${this.kind}[${record}].${field} has no place ${place}`);
    return [this.pointer + record * this.size + at + place * (type === "int8" ? 1 : 8), type];
  }
}

/** Instance of the module. */
export class Engine {
  #exports;
  #layout;
  #end; // of the memory in use
  #results;

  constructor(instance, layout) {
    this.#exports = instance.exports;
    this.#layout = layout;
    this.#end = Math.ceil(this.#exports.__heap_base.value / 8) * 8;
    this.#results = this.#reserve(RESULT_BYTES + 8);
  }

  /**
   * Return an engine from the bytes of the module, or a compiled module, and its layout.
   *
   * Throws an `EngineError` if the two do not belong together.
   */
  static async load(module, layout) {
    const compiled =
      module instanceof WebAssembly.Module ? module : await WebAssembly.compile(module);
    const [section] = WebAssembly.Module.customSections(compiled, LAYOUT_SECTION);
    const wanted = section ? new TextDecoder().decode(section) : "none";
    if (wanted !== layout.sources)
      throw new EngineError(
        "wrong_layout",
        `the module needs layout ${wanted}, not ${layout.sources}`,
      );
    return new Engine(await WebAssembly.instantiate(compiled), layout);
  }

  get memory() {
    return this.#exports.memory;
  }

  /** Return a new array of records, which stays until the engine is dropped. */
  allocate(kind, count = 1) {
    const layout = this.#layout.records[kind];
    if (!layout) throw new EngineError("no_records", `there are no records "${kind}"`);
    return new Records(this, layout, kind, count, this.#reserve(layout.size * count));
  }

  /** Call a function with arrays of records and whole numbers; return its whole numbers. */
  call(name, ...given) {
    const { results } = this.#layout.functions[name] ?? {};
    if (results === undefined)
      throw new EngineError("no_function", `there is no function "${name}"`);
    const passed = given.flatMap((one) => (one instanceof Records ? asArray(one) : [BigInt(one)]));
    const status = this.#exports[name](this.#results, this.#results + RESULT_BYTES, ...passed);
    if (status !== 0) throw new EngineError("failed", `${name} failed with status ${status}`);
    const numbers = new BigInt64Array(this.memory.buffer, this.#results, results);
    return Array.from(numbers, Number);
  }

  #reserve(bytes) {
    const start = this.#end;
    const missing = start + bytes - this.memory.buffer.byteLength;
    if (missing > 0) {
      try {
        this.memory.grow(Math.ceil(missing / PAGE_BYTES));
      } catch {
        throw new EngineError("no_memory", `no memory for ${bytes} more bytes`);
      }
    }
    this.#end = start + Math.ceil(bytes / 8) * 8;
    return start;
  }
}

/** Return records as Numba passes an array. */
function asArray({ count, size, pointer }) {
  return [0, 0, BigInt(count), BigInt(size), pointer, BigInt(count), BigInt(size)];
}
