/** Ability of the device to play tables of one person. */
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
