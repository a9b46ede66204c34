/** The sets of rules stored in this browser, as a form shows and changes them. */
import {
  freeName,
  normalizeName,
  savedRuleSets,
  saveRuleSets,
  setNamed,
  type Rules,
  type RuleSet,
} from "../game/rule-sets";
import { isSameName } from "../game/game";

export class RuleSets {
  list: readonly RuleSet[] = $state.raw(savedRuleSets());

  /** Return why rules cannot have a name, or null; `own` is the name that they have now. */
  problem(name: string, own = ""): "bad" | "taken" | null {
    if (normalizeName(name) === "") return "bad";
    return !isSameName(name, own) && setNamed(this.list, normalizeName(name)) ? "taken" : null;
  }

  /** Store rules under a name, with a number if other rules have it; return the name. */
  add({ preset, options }: Rules, name: string): string {
    const free = freeName(savedRuleSets(), normalizeName(name));
    this.#change((sets) => [...sets, { name: free, preset, options }]);
    return free;
  }

  rename({ name }: RuleSet, to: string): void {
    this.#change((sets) =>
      sets.map((set) => (set.name === name ? { ...set, name: normalizeName(to) } : set)),
    );
  }

  remove({ name }: RuleSet): void {
    this.#change((sets) => sets.filter((set) => set.name !== name));
  }

  /** Change what is stored now, which another window may have changed, too. */
  #change(changed: (sets: RuleSet[]) => RuleSet[]): void {
    saveRuleSets(changed(savedRuleSets()));
    this.list = savedRuleSets();
  }
}
