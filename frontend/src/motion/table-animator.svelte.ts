/**
 * The movement on a table. Before a change the page has the places of everything noted; after it
 * things move from there to where they belong. Whatever still moves when something else happens,
 * or when the player presses anything, is at once in its place: nothing waits and nothing queues.
 */
import { settings, reducedMotion } from "../settings/settings.svelte";
import { actsOf, type Act } from "./animation-steps";
import { planOf } from "./animation-plan";
import type { TableEvent, View } from "../api/wire";
import { perform, type Layer } from "./web-animations";
import { survey, type Scene } from "./layout-snapshot";

export class TableAnimator {
  /** Something moves. */
  running = $state(false);
  layer: Layer | null = null;

  #before: Scene | null = null;
  #animations: Animation[] = [];
  #end: ReturnType<typeof setTimeout> | undefined;

  /** Note where everything is. */
  note(root: HTMLElement): void {
    this.finish();
    this.#before = reducedMotion() || document.hidden ? null : survey(root);
  }

  /** Let move what these events have moved. */
  play(root: HTMLElement, events: readonly TableEvent[], view: View): void {
    const before = this.#before;
    this.#before = null;
    if (!before || !this.layer) return;
    const acts: Act[] = settings.pace === "instant" ? [] : actsOf(events, view);
    const after = survey(root);
    const plan = planOf(acts, before, after);
    if (plan.length === 0) return;
    this.#animations = perform(plan, before, after, this.layer);
    this.running = true;
    this.#end = setTimeout(() => this.finish(), plan.length);
  }

  /** Everything is where it belongs. */
  finish = (): void => {
    clearTimeout(this.#end);
    for (const animation of this.#animations) animation.cancel();
    this.#animations = [];
    this.layer?.stage.replaceChildren();
    this.running = false;
  };
}
