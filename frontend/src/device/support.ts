/** Whether this browser, at this address, has what tables on the device need. */
export const canPlayHere = (): boolean =>
  globalThis.isSecureContext && // https, or localhost
  typeof WebAssembly === "object" &&
  typeof indexedDB === "object" &&
  typeof Worker === "function" &&
  typeof BroadcastChannel === "function" &&
  "locks" in navigator;
