/** Choice between device and server for tables of one person. */
import { settings } from "../storage/settings.svelte";
import { canPlayHere } from "./support";
import { ApiError } from "../api/http";

/** Reason why the device cannot play tables. */
export type Obstacle = "insecure" | "unsupported" | "module_failed" | "storage_denied";

class Place {
  /** Known reason why the device cannot play tables, or null. */
  obstacle = $state<Obstacle | null>(
    canPlayHere() ? null : globalThis.isSecureContext ? "unsupported" : "insecure",
  );

  /** Load the engine and open the database; return whether the device can play. */
  async prepare(): Promise<boolean> {
    if (!canPlayHere()) return false;
    try {
      const { device } = await import("./device");
      await device.start();
      this.obstacle = null;
    } catch (error) {
      const denied = error instanceof ApiError && error.code === "storage_denied";
      this.obstacle = denied ? "storage_denied" : "module_failed";
    }
    return this.obstacle === null;
  }
}

export const place = new Place();

/** Return whether new tables are opened on the device if it turns out that it can play them. */
export const wantsDevice = (): boolean => settings.playOn === "device" && canPlayHere();

/** Return whether a new table is opened on the device or on the server. */
export const placeToPlay = async (): Promise<"device" | "server"> =>
  wantsDevice() && (await place.prepare()) ? "device" : "server";
