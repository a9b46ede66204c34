/** Reading of JSON as the Python package reads it: a key that stands twice is an error. */

import { EngineError, quote } from "./errors.js";
import { printParseErrorCode, visit } from "./jsonc-parser.js";

const INTEGER = /^-?[0-9]+$/;

/**
 * Return the value of a JSON text; throw an `EngineError` with the line and column of a fault.
 *
 * A number with a fraction or an exponent becomes a `Number` object, so that 1.0 is no integer.
 */
export function parseJson(text) {
  const all = [];
  const open = [all]; // arrays and objects around the place
  let key;
  const add = (value) => {
    const inner = open.at(-1);
    if (Array.isArray(inner)) inner.push(value);
    else Object.defineProperty(inner, key, { value, enumerable: true }); // "__proto__", too
  };
  const begin = (value) => {
    add(value);
    open.push(value);
  };
  const end = () => {
    open.pop();
  };
  const visitor = {
    onObjectBegin: () => begin({}),
    onObjectEnd: end,
    onArrayBegin: () => begin([]),
    onArrayEnd: end,
    onObjectProperty(name, _offset, _length, line, column) {
      if (Object.hasOwn(open.at(-1), name))
        throw fault("double_key", `the key ${quote(name)} is repeated`, line, column, name);
      key = name;
    },
    onLiteralValue(value, offset, length) {
      const isFraction =
        typeof value === "number" && !INTEGER.test(text.slice(offset, offset + length));
      add(isFraction ? Object(value) : value);
    },
    onError(code, _offset, _length, line, column) {
      const words = printParseErrorCode(code)
        .replace(/(?!^)[A-Z]/g, " $&")
        .toLowerCase();
      throw fault("bad_json", `not JSON: ${words}`, line, column);
    },
  };
  try {
    visit(text, visitor, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new EngineError("bad_json", "not JSON: it is nested too deeply");
  }
  return all[0];
}

/** Return an error at a line and column, counted from 0 here and from 1 in its details. */
function fault(code, reason, line, column, key) {
  const place = { line: line + 1, column: column + 1 };
  const message = `${reason} (line ${place.line}, column ${place.column})`;
  return new EngineError(code, message, key === undefined ? place : { key, ...place });
}
