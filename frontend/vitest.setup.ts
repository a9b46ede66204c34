/** Tests read the page in English, and leave time and globals to the next file as they were. */
import { afterAll, vi } from "vitest";
import { loadAllTexts } from "./src/i18n";

await loadAllTexts();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
