/** The part of the JSON parser that the package for JavaScript uses. */
export { printParseErrorCode, visit } from "jsonc-parser";
