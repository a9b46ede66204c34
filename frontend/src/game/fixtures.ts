/** The setup of a page without a server, for tests. */
import type { Setup } from "../api/wire";
import text from "./setup.generated.json?raw";

export const setup: Setup = JSON.parse(text);
