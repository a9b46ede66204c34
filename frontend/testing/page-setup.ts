/** Browser features that happy-dom lacks; the device's worker runs in the page's thread. */
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
vi.mock("schwimmen/play", async (original) => {
  const real = await original<typeof import("schwimmen/play")>();
  const loadPlay: typeof real.loadPlay = async (options) => {
    const { readEngine } = await import("../src/device/fixtures");
    return real.loadPlay({ ...options, ...(await readEngine("play")) });
  };
  return { ...real, loadPlay };
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

// Load nothing while the page is idle, which may be after the end of the test.
vi.stubGlobal("requestIdleCallback", () => 0);

// Omit the delays of other players' moves and of new buttons; tests of these fake timers.
const wait = globalThis.setTimeout;
const SHORTER: Record<number, number> = { 1200: 0, 350: 0, 150: 0 };
vi.stubGlobal("setTimeout", (run: () => void, ms = 0, ...given: []) =>
  wait(run, SHORTER[ms] ?? ms, ...given),
);

afterEach(async () => {
  const { forget } = await import("./page");
  await forget();
});
