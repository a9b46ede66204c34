/** Return limits of which those that are missing are null; throw an `EngineError` for invalid ones. */
export function limitsOf(
  {
    layout,
  }: {
    layout: any;
  },
  {
    worlds,
    time,
    error,
  }: {
    worlds?: null | undefined;
    time?: null | undefined;
    error?: null | undefined;
  },
): {
  worlds: null;
  time: null;
  error: null;
};
/** Return whether there is a limit at all. */
export function isLimited({ worlds, time, error }: { worlds: any; time: any; error: any }): boolean;
/**
 * Yield what `search` returns for budgets within limits, each with twice the worlds of the one before.
 *
 * They have the candidates of `budget` and its share of rollouts. They end before a search that would
 * probably pass the time, and after one whose error, by `errorOf`, is small enough; the last one has
 * the limit's number of worlds.
 */
export function deepened(
  {
    layout,
  }: {
    layout: any;
  },
  budget: any,
  limits: any,
  {
    search,
    errorOf,
  }: {
    search: any;
    errorOf: any;
  },
): Generator<any, void, unknown>;
/**
 * Limits of one decision, which ends at the first that is reached.
 *
 * Equal numbers of `worlds` give equal decisions; a decision by `time` depends on the machine.
 */
export type Limits = {
  /**
   * Number of sampled worlds.
   */
  worlds?: number | undefined;
  /**
   * Time in seconds.
   */
  time?: number | undefined;
  /**
   * Standard error of the value of the best action.
   */
  error?: number | undefined;
};
