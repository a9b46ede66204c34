/**
 * Animations of the table (FLIP): a snapshot before a change; after it each card moves from its
 * former position. Another change, a press or a key ends an animation at once.
 */
import { settings, reducedMotion } from "../storage/settings.svelte";
import { animationSteps } from "./animation-steps";
import { planAnimation } from "./animation-plan";
import type { TableEvent, View } from "../api/wire";
import { playPlan, type LayerElements } from "./web-animations";
import { takeSnapshot, type LayoutSnapshot } from "./layout-snapshot";

export class TableAnimator {
  running = $state(false);
  layer: LayerElements | null = null;

  #before: LayoutSnapshot | null = null;
  #animations: Animation[] = [];
  #endTimer: ReturnType<typeof setTimeout> | undefined;

  /** Record the layout before a change. */
  snapshot(root: HTMLElement): void {
    this.finish();
    this.#before = reducedMotion() || document.hidden ? null : takeSnapshot(root);
  }

  /** Animate the change caused by some events. */
  play(root: HTMLElement, events: readonly TableEvent[], view: View): void {
    const before = this.#before;
    this.#before = null;
    if (!before || !this.layer) return;
    const steps = settings.pace === "instant" ? [] : animationSteps(events, view);
    const after = takeSnapshot(root);
    const plan = planAnimation(steps, before, after);
    if (plan.duration === 0) return;
    this.#animations = playPlan(plan, before, after, this.layer);
    this.running = true;
    this.#endTimer = setTimeout(() => this.finish(), plan.duration);
  }

  /** End the animation; all cards jump to their places. */
  finish = (): void => {
    clearTimeout(this.#endTimer);
    for (const animation of this.#animations) animation.cancel();
    this.#animations = [];
    this.layer?.root.replaceChildren();
    this.running = false;
  };
}
