/** The server's response to /api/setup, for tests (tests/server compares the two). */
import type { Setup } from "../api/wire";
import text from "./setup.fixture.json?raw";

export const setup: Setup = JSON.parse(text);
