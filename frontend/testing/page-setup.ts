/** What browsers have and happy-dom lacks, with the worker of the device in the thread of the page. */
import "fake-indexeddb/auto";
import { afterEach, vi } from "vitest";

vi.mock("comlink", () => import("./worker-in-page"));
vi.mock("schwimmen", async (original) => {
  const real = await original<typeof import("schwimmen")>();
  const load: typeof real.load = async (options) => {
    const { readEngine } = await import("../src/device/fixtures");
    return real.load({ ...options, ...(await readEngine()) });
  };
  return { ...real, load };
});

Object.defineProperty(navigator, "locks", {
  value: { request: async (...given: unknown[]) => (given.at(-1) as () => unknown)() },
});
Object.defineProperty(navigator, "storage", {
  value: { persisted: async () => false, persist: async () => true },
});
vi.stubGlobal("isSecureContext", true);
vi.stubGlobal(
  "Worker",
  class {
    terminate() {}
  },
);

// Nothing is loaded when the page is idle: that may be after the end of the test.
vi.stubGlobal("requestIdleCallback", () => 0);

// Tests of a page wait for others' moves and buttons only where a clock of their own says so.
const wait = globalThis.setTimeout;
const SHORTER: Record<number, number> = { 1200: 0, 350: 0, 150: 0 };
vi.stubGlobal("setTimeout", (run: () => void, ms = 0, ...given: []) =>
  wait(run, SHORTER[ms] ?? ms, ...given),
);

afterEach(async () => {
  const { forget } = await import("./page");
  await forget();
});
