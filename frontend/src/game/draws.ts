/** Random numbers that follow from a key, as docs/fairness.md describes them. */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** Random draws for one purpose: "dealer", "pack 3", "shuffle 3 1". */
export class Draws {
  readonly #bytes: Generator<number, never>;

  constructor(key: string, purpose: string) {
    this.#bytes = bytesOf(hexToBytes(key), purpose);
  }

  /** Return a number from 0 to n - 1, with n from 1 to 256; biased bytes are rejected. */
  below(n: number): number {
    if (!(n >= 1 && n <= 256)) throw new RangeError(`n must be 1 to 256, not ${n}`);
    const unbiased = 256 - (256 % n);
    let byte = this.#bytes.next().value;
    while (byte >= unbiased) byte = this.#bytes.next().value;
    return byte % n;
  }

  /** Return the cards, given in the order of a record, shuffled (Fisher-Yates). */
  shuffled<Card>(cards: readonly Card[]): Card[] {
    const order = [...cards];
    for (let last = order.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [order[last], order[other]] = [order[other]!, order[last]!];
    }
    return order;
  }
}

function* bytesOf(key: Uint8Array, purpose: string): Generator<number, never> {
  for (let block = 1; ; block++) yield* hmac(sha256, key, utf8ToBytes(`${purpose} ${block}`));
}
