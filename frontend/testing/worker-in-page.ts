/** Stand-in for comlink in page tests: the worker of tables on the device runs in their thread. */
import { MessagePort } from "node:worker_threads";
import type { DeviceApi } from "../src/device/api";

type Api = Record<string, (...given: unknown[]) => Promise<unknown>>;

let exposed: Api = {};

/** Keep what a worker offers. */
export const expose = (api: DeviceApi): void => {
  exposed = api as unknown as Api;
};

/** Ports are transferred by comlink; all else is copied. */
const copied = (value: unknown): unknown =>
  value instanceof MessagePort ? value : structuredClone(value);

/** Return what a worker offers. */
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
