/** Table of a replay, which shows the views of all seats, or all hands. */
import type { AnnouncementContext } from "../narration/announcements";
import { TableState } from "../table/table-state.svelte";

export class ReplayedTable extends TableState {
  /** The reader's own seat, if they played in the match. */
  reader = $state.raw<number | null>(null);

  override get own(): number | null {
    return this.reader;
  }

  /** The context of sentences to the reader. */
  get listener(): AnnouncementContext {
    const { info, playerName, best } = this;
    return { seat: this.own, info, playerName, best };
  }
}
