/** Stand-in for comlink in page tests: the device's worker runs in the page's thread. */
import { MessagePort } from "node:worker_threads";
import type { DeviceApi } from "../src/device/worker";

type Api = Record<string, (...given: unknown[]) => Promise<unknown>>;

let exposed: Api = {};

/** Store the methods of a worker. */
export const expose = (api: DeviceApi): void => {
  exposed = api as unknown as Api;
};

/** Copy a value as comlink does, which transfers ports. */
const copied = (value: unknown): unknown =>
  value instanceof MessagePort ? value : structuredClone(value);

/** Return the methods of the worker, loaded at the first call. */
export const wrap = (): Api =>
  new Proxy(exposed, {
    get:
      (_, name: string) =>
      async (...given: unknown[]) => {
        await import("../src/device/worker");
        const method = exposed[name];
        if (!method) throw new Error(`the worker has no ${name}`);
        return copied(await method(...given.map(copied)));
      },
  });

export const transfer = <T>(value: T): T => value;
