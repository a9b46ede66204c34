/** Where tables for one person are played: on this device, or on the server. */
import { settings } from "../storage/settings.svelte";
import { canPlayHere } from "./support";
import { ApiError } from "../api/http";

/** Why tables are not played on the device. */
export type Obstacle = "insecure" | "unsupported" | "module_failed" | "storage_denied";

class Place {
  /** Why the device cannot play tables, as far as is known. */
  obstacle = $state<Obstacle | null>(
    canPlayHere() ? null : globalThis.isSecureContext ? "unsupported" : "insecure",
  );

  /** Load what the device needs; return whether it can play. */
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

/** Return where a new table is to be opened. */
export const placeToPlay = async (): Promise<"device" | "server"> =>
  settings.playOn === "device" && (await place.prepare()) ? "device" : "server";
