/**
 * The compiled rules as a WebAssembly module, and arrays of records in its memory.
 *
 * Functions, records and codes are those of `schwimmen.rules.core`; the module's layout describes them.
 */

import { EngineError, quote } from "./errors.js";
import { read } from "./read.js";

/** What a program may do that cannot read the module. */
export const REMEDY = "import schwimmen/inline, or pass the module: load({ module })";

const PAGE_BYTES = 2 ** 16;
const RESULT_BYTES = 8 * 8; // of the longest result
const LAYOUT_SECTION = "layout";

/** Array of records of one kind in the memory of an engine. */
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

  /** Return the array of the first record alone, in the same memory. */
  first() {
    return new Records(this.#engine, this.#layout, this.kind, 1, this.pointer);
  }

  /** Return a number of a record. */
  get(field, place = 0, record = 0) {
    const [address, type] = this.#address(field, place, record);
    const view = new DataView(this.#engine.memory.buffer);
    if (type === "float64") return view.getFloat64(address, true);
    return type === "int8" ? view.getInt8(address) : Number(view.getBigInt64(address, true));
  }

  /** Set a number of a record. */
  set(field, value, place = 0, record = 0) {
    const [address, type] = this.#address(field, place, record);
    const view = new DataView(this.#engine.memory.buffer);
    if (type === "int8") view.setInt8(address, value);
    else if (type === "float64") view.setFloat64(address, value, true);
    else view.setBigInt64(address, BigInt(value), true);
  }

  #address(field, place, record) {
    const { at, type, length = 1 } = this.#layout.fields[field] ?? {};
    if (!["int8", "int64", "float64"].includes(type))
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
   * Return an engine from the address of the module, its bytes, or a compiled module.
   *
   * Throws an `EngineError` if it is not the module of the package, or if there is no memory.
   */
  static async load(module) {
    const compiled = await compile(module instanceof URL ? await read(module, REMEDY) : module);
    const [section] = WebAssembly.Module.customSections(compiled, LAYOUT_SECTION);
    if (!section) throw new EngineError("no_module", "this module is not that of the package");
    let instance;
    try {
      instance = await WebAssembly.instantiate(compiled);
    } catch (error) {
      throw new EngineError("no_memory", `no memory for the module: ${error.message}`);
    }
    return new Engine(instance, JSON.parse(new TextDecoder().decode(section)));
  }

  /** Names, codes and addresses of what the module has. */
  get layout() {
    return this.#layout;
  }

  get memory() {
    return this.#exports.memory;
  }

  /** Return the number of bytes of a record of a kind. */
  sizeOf(kind) {
    return this.#layoutOf(kind).size;
  }

  /**
   * Return a new array of records, which stays until the engine is dropped: of records given as
   * bytes, or of a number of them, zero at first.
   */
  allocate(kind, given = 1) {
    const layout = this.#layoutOf(kind);
    const count = typeof given === "number" ? given : given.length / layout.size;
    const records = new Records(this, layout, kind, count, this.#reserve(layout.size * count));
    if (typeof given === "number")
      records.bytes().fill(0); // the memory may have been in use before
    else records.bytes().set(given);
    return records;
  }

  /**
   * Return a preset with some options changed, complete and free of contradictions.
   *
   * They are written into `rules`, new memory by default. Throws an `EngineError` with the code and
   * the `names` of the preset or the options at fault.
   */
  ruleSet(preset, options = {}, rules = this.allocate("rules")) {
    return this.borrow(() => this.#complete(preset, options, rules));
  }

  /** Return what a function returns, after which the arrays that it has allocated are invalid. */
  borrow(run) {
    const end = this.#end;
    try {
      return run();
    } finally {
      this.#end = end;
    }
  }

  #complete(preset, options, rules) {
    const { codes, options: known } = this.#layout;
    const names = Object.keys(options);
    const settings = this.allocate("settings", names.length);
    names.forEach((name, place) => {
      const option = known.findIndex((one) => one.name === name);
      settings.set("option", option, 0, place);
      settings.set("value", option < 0 ? 0 : this.#number(known[option], options[name]), 0, place);
    });
    const contradictions = this.allocate("contradictions", known.length);
    const given = [codes.presets.indexOf(preset), settings, names.length, rules, contradictions];
    const [fault, place] = this.call("complete_rules", ...given);
    if (fault === 0) return rules;
    const code = codes.ruleSetFaults[fault];
    if (code === "unknown_preset")
      throw new EngineError(code, `there is no preset ${quote(preset)}`, {
        names: [preset],
      });
    if (code === "unknown_option")
      throw new EngineError(code, `there is no option ${quote(names[place])}`, {
        names: [names[place]],
      });
    if (code === "bad_option")
      throw new EngineError(code, `${names[place]} has no such value`, {
        names: [names[place]],
      });
    const pairs = Array.from({ length: place }, (_, row) =>
      ["option", "other"].map((field) => known[contradictions.get(field, 0, row)].name),
    );
    const [pair] = pairs;
    throw new EngineError(code, `${pair[0]} contradicts ${pair[1]}`, { names: pair, pairs });
  }

  /** Return the number of every option of the rules; a missing option counts as its default. */
  optionNumbers(options) {
    const { options: known, presets } = this.#layout;
    const values = { ...presets.pagat, ...options };
    return known.map((option) => this.#number(option, values[option.name]));
  }

  /** Return the number that stands for a value of an option. */
  #number({ kind, choices, unit }, value) {
    const { none, invalid, limit } = this.#layout.optionNumbers;
    if (value === null) return none;
    if (choices) return choices.includes(value) ? choices.indexOf(value) : invalid;
    if (kind === "bool") return typeof value === "boolean" ? Number(value) : invalid;
    return Number.isInteger(value) && value >= 0 && value < limit ? value * unit : invalid;
  }

  /** Call a function with arrays of records and whole numbers; return its whole numbers. */
  call(name, ...given) {
    const { results } = this.#layout.functions[name] ?? {};
    if (results === undefined)
      throw new EngineError("no_function", `this module has no function "${name}"`);
    const passed = given.flatMap((one) => (one instanceof Records ? asArray(one) : [BigInt(one)]));
    const status = this.#exports[name](this.#results, this.#results + RESULT_BYTES, ...passed);
    if (status !== 0) throw new EngineError("failed", `${name} failed with status ${status}`);
    const numbers = new BigInt64Array(this.memory.buffer, this.#results, results);
    return Array.from(numbers, Number);
  }

  #layoutOf(kind) {
    const layout = this.#layout.records[kind];
    if (!layout) throw new EngineError("no_records", `this module has no records "${kind}"`);
    return layout;
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

async function compile(module) {
  if (module instanceof WebAssembly.Module) return module;
  try {
    return await WebAssembly.compile(module);
  } catch (error) {
    throw new EngineError("no_module", `this is not a WebAssembly module: ${error.message}`);
  }
}

/** Return records as Numba passes an array. */
function asArray({ count, size, pointer }) {
  return [0, 0, BigInt(count), BigInt(size), pointer, BigInt(count), BigInt(size)];
}
