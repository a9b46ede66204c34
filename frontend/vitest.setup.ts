/** Setup of all tests: English texts, and real time and globals after each file. */
import { afterAll, vi } from "vitest";
import { loadAllTexts } from "./src/i18n";

await loadAllTexts();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
