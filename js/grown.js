/**
 * Lists that grow. A list stays as it is when a longer one is made from it, and both share their
 * memory, so that a match keeps every state of a long round.
 */

/** List of values. */
export class Grown {
  #values; // with those of longer lists behind them

  constructor(values = []) {
    this.#values = values;
    this.length = values.length;
  }

  /** Values, in a new array. */
  get all() {
    return this.#values.slice(0, this.length);
  }

  /** Return the list with more values behind it. */
  with(...more) {
    const values = this.#values.length === this.length ? this.#values : this.all;
    values.push(...more);
    return new Grown(values);
  }
}

/** List of bytes. */
export class GrownBytes {
  #shared;

  constructor(shared = { bytes: new Uint8Array(), used: 0 }) {
    this.#shared = shared;
    this.length = shared.used;
  }

  /** Bytes, which must not be changed. */
  get all() {
    return this.#shared.bytes.subarray(0, this.length);
  }

  /** Return the list with more bytes behind it. */
  with(more) {
    const length = this.length + more.length;
    let shared = this.#shared;
    if (shared.used !== this.length || length > shared.bytes.length) {
      shared = { bytes: new Uint8Array(2 * length), used: 0 };
      shared.bytes.set(this.all);
    }
    shared.bytes.set(more, this.length);
    shared.used = length;
    return new GrownBytes(shared);
  }
}
