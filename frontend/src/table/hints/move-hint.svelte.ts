import type { Hint } from "schwimmen";
import { ApiError } from "../../api/http";
import type { Choice, TableInfo, View } from "../../api/wire";
import { device } from "../../device/device";
import { isDeviceTable } from "../../api/table-id";
import { language, loadAllTexts, t, type PlayerName } from "../../i18n";
import { loadText, saveText } from "../../storage/storage";
import { spokenText } from "../../cards/sentence";
import type { PlayersAndRules } from "../../narration/text-context";
import type { Announcer } from "../announcer.svelte";
import { bestChoice, moveHintTexts, type MoveHintTexts } from "./move-hint";

/** Error codes of missing or unreadable data for hints. */
const NO_DATA = ["unreadable", "damaged_data", "no_memory", "no_data"];

/** Maximum time in milliseconds that a hint waits for the sentences of its reasons. */
const REASONS_MS = 200;

const NO_TEXTS: MoveHintTexts = { sentences: [], numbers: [] };

/** Key of the table at which the player has last asked for a hint in this browser. */
const ASKED_KEY = "schwimmen.hinted-table";

/** Part of a table on which hints depend. */
interface HintedTable {
  readonly id: string;
  readonly seq: number;
  readonly info: TableInfo | null;
  readonly view: View | null;
  readonly myTurn: boolean;
  readonly busy: boolean;
  readonly announcer: Pick<Announcer, "announce">;
  playerName(seat: number): PlayerName;
  warn(words: string): void;
}

type HintSource = Pick<typeof device, "prepareHint" | "hint" | "endHints">;

/** Function that returns a hint's main reason, if any, as a sentence in a language. */
interface Reasoning {
  language: string;
  textOf(hint: Hint, at: PlayersAndRules): string | undefined;
}

/** Hint for the decision after event `seq`; the `first` of a match says what it changes. */
interface Found {
  seq: number;
  hint: Hint;
  reasoning: Reasoning | null;
  first: boolean;
}

/** Return the function that words reasons, or null if its texts cannot be loaded. */
async function reasoningIn(chosen: ReturnType<typeof language>): Promise<Reasoning | null> {
  try {
    const [{ inOrder, reasonText }, { loadTexts }] = await Promise.all([
      import("../../narration/reasons"),
      import("../../narration/review-texts"),
    ]);
    const texts = await loadTexts(chosen);
    return {
      language: chosen,
      textOf: ({ reasons }, at) => {
        const [main] = inOrder(reasons);
        return main && reasonText(main, at, texts, t);
      },
    };
  } catch {
    return null; // the hint is complete without reasons
  }
}

/** Hint for the player's present decision, computed by the device on request. */
export class MoveHint {
  /** Last hint. */
  #found = $state.raw<Found | null>(null);
  #dismissed = $state(false);
  /** Event before the decision for which a hint is being computed. */
  #asked = $state<number | null>(null);

  readonly #table: HintedTable;
  readonly #source: HintSource;
  #prepared = false;

  /** Whether the player may ask for hints at this table. */
  readonly offered: boolean;
  /** Whether the player may ask for a hint now. */
  readonly available = $derived.by(() => {
    const { myTurn, busy } = this.#table;
    return this.offered && myTurn && !busy;
  });
  readonly asking = $derived.by(() => this.#asked !== null && this.#asked === this.#table.seq);
  /** The hint that is shown. */
  readonly #shown = $derived.by(() => {
    const { seq, myTurn } = this.#table;
    return myTurn && this.#found?.seq === seq && !this.#dismissed ? this.#found : null;
  });
  /** What the best action does, what the hint changes, and which are as good; reason and numbers. */
  readonly texts = $derived.by((): MoveHintTexts => {
    const { info } = this.#table;
    if (this.#shown === null || info === null) return NO_TEXTS;
    const { hint, reasoning, first } = this.#shown;
    const { sentences, numbers } = moveHintTexts(hint, info.rules.all, language(), t);
    const reason =
      reasoning?.language === language() ? reasoning.textOf(hint, this.#table) : undefined;
    const [best, ...others] = sentences;
    const change = first ? t.moveHint.first : undefined;
    const isSaid = (sentence: string | undefined) => sentence !== undefined;
    return {
      sentences: [best, change, ...others].filter(isSaid),
      numbers: [reason, ...numbers].filter(isSaid),
    };
  });
  /** Choice that is marked at the table. */
  readonly choice = $derived.by((): Choice | null => {
    const { view } = this.#table;
    return this.#shown === null || view === null ? null : bestChoice(this.#shown.hint, view);
  });

  constructor(table: HintedTable, source: HintSource = device) {
    this.#table = table;
    this.#source = source;
    this.offered = isDeviceTable(table.id);
  }

  /** Load the data for hints in advance, once, for a player who has asked for hints before. */
  prepare(): void {
    if (this.#prepared || !this.available || loadText(ASKED_KEY) === "") return;
    this.#prepared = true;
    void this.#source.prepareHint(this.#table.id).catch(() => undefined); // `ask` tries again
  }

  /** Show the hint for the present decision, unless the player moves before it arrives. */
  async ask(): Promise<void> {
    const table = this.#table;
    const { id, seq } = table;
    if (!this.available || this.asking) return;
    this.#dismissed = false;
    if (this.#found?.seq === seq) return;
    this.#asked = seq;
    const first = loadText(ASKED_KEY) !== id;
    try {
      const loading = reasoningIn(language());
      const [hint] = await Promise.all([this.#source.hint(id, seq), loadAllTexts()]);
      const late = new Promise<null>((resolve) => setTimeout(resolve, REASONS_MS, null));
      const reasoning = await Promise.race([loading, late]);
      if (hint === null || table.seq !== seq) return;
      saveText(ASKED_KEY, id);
      this.#found = { seq, hint, reasoning, first };
      table.announcer.announce([
        spokenText(`${t.moveHint.label}: ${this.texts.sentences.join(" ")}`, t),
      ]);
    } catch (error) {
      if (table.seq !== seq) return;
      const noData = error instanceof ApiError && NO_DATA.includes(error.code);
      table.warn(noData ? t.moveHint.noData : t.moveHint.failed);
    } finally {
      if (this.#asked === seq) this.#asked = null;
    }
  }

  dismiss(): void {
    this.#dismissed = true;
  }

  /** End the worker that computed the table's hints. */
  stop(): void {
    if (this.offered) this.#source.endHints();
  }
}
