/** What the package for JavaScript uses of its parser of JSON. */
export { printParseErrorCode, visit } from "jsonc-parser";
