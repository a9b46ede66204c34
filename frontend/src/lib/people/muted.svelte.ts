/** Who shall not be heard on this device: kept by name, which is all that others are known by. */
import { recall, remember } from "../remember";

const KEY = "schwimmen.muted";
const MOST = 100;

function kept(): string[] {
  try {
    const names: unknown = JSON.parse(recall(KEY));
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

class Muted {
  names = $state.raw<readonly string[]>(kept());

  has(name: string): boolean {
    return this.names.includes(name);
  }

  toggle(name: string): void {
    const others = this.names.filter((one) => one !== name);
    this.names = this.has(name) ? others : [...others.slice(1 - MOST), name];
    remember(KEY, JSON.stringify(this.names));
  }
}

export const muted = new Muted();
