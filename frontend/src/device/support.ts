/** Whether this browser can play tables on the device at this address. */
export const canPlayHere = (): boolean =>
  globalThis.isSecureContext && // https, or localhost
  typeof WebAssembly === "object" &&
  typeof indexedDB === "object" &&
  typeof Worker === "function" &&
  typeof BroadcastChannel === "function" &&
  "locks" in navigator;
