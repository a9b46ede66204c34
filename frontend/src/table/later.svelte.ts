/** Loading of what a table's first deal does not need, so that the cards are there sooner. */
import { picturesInSight, prefetchFaces } from "../cards/face-images";
import { handOver } from "../device/handover/load";
import { loadAllTexts, t } from "../i18n";
import { serverStatus } from "../offline/server-status.svelte";
import { settings } from "../storage/settings.svelte";
import { loadOrnaments } from "../styles/ornaments";
import { updates } from "../worker/updates.svelte";
import type { TableState } from "./table-state.svelte";

class Later {
  /** The components, or null until they and their texts have been loaded. */
  parts = $state.raw<typeof import("./later-parts") | null>(null);

  /** Load them when the pictures in sight are there, then the rest. */
  prefetch = async (): Promise<void> => {
    await picturesInSight();
    await this.#load().catch(() => undefined); // loaded again when they are needed
    loadOrnaments();
    void updates.watch();
    if (!serverStatus.unreachable) void handOver();
    void prefetchFaces(settings.cards);
  };

  /** Load them now, for a table that needs one. */
  load(table: TableState): void {
    this.#load().catch(() => {
      // The server may have a newer page and its files.
      if (updates.ready) location.reload();
      else table.warn(t.nav.notLoaded);
    });
  }

  async #load(): Promise<void> {
    const [parts] = await Promise.all([import("./later-parts"), loadAllTexts()]);
    this.parts = parts;
  }
}

export const later = new Later();
