/** Ids of tables on the device, which differ from those of a server. */

const PREFIX = "device.";
const RANDOM_BYTES = 9;

/** Return a new id for a table on the device. */
export function newTableId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  return PREFIX + Array.from(bytes, (byte) => byte.toString(36).padStart(2, "0")).join("");
}

/** Whether a table is on a device. */
export const isDeviceTable = (id: string): boolean => id.startsWith(PREFIX);
