/**
 * Named breakpoints. Component styles write `@media (--tablet)` or `@container table (--wide)`;
 * svelte.config.js replaces the name by its query, and scripts read the query from here. A width
 * that only one component's content needs stays in that component.
 */

/** The size of the window. */
export const MEDIA = {
  "small-phone": "(max-width: 420px)",
  phone: "(max-width: 30em)",
  /** Upright, without room for a line above the table. */
  "short-phone": "(max-width: 30em) and (max-height: 42.5rem)",
  "landscape-phone": "(min-width: 561px) and (max-height: 560px)",
  "small-landscape-phone": "(min-width: 560px) and (max-height: 480px)",
  /** Cards are drawn with large indices. */
  "small-screen": "(max-width: 700px), (max-height: 560px)",
  "below-tablet": "(max-width: 700px)",
  tablet: "(min-width: 701px)",
  /** With the browser's text at 200 % a tablet has one. */
  "two-columns": "(min-width: 760px) and (min-width: 30em)",
  desktop: "(min-width: 900px)",
  "below-desktop": "(max-width: 899px)",
  /** The side panel fits beside the table. */
  "side-panel": "(min-width: 1001px)",
  "below-side-panel": "(max-width: 1000px)",
  tall: "(min-height: 561px)",
} as const;

/** The size of the table, the container named `table`: from a watch to a large monitor. */
export const TABLE = {
  tiny: "(max-width: 18.9rem)",
  "tiny-or-flat": "(max-width: 18.9rem) or (max-height: 15.9rem)",
  low: "(max-height: 33.9rem)",
  /** Wider than high: the hand lies beside the table cards. No phone held upright is so wide. */
  landscape: "(min-width: 28rem) and (min-height: 16rem) and (max-height: 33.9rem)",
  /** A landscape phone with a panel beside the table. */
  "narrow-landscape":
    "(min-width: 28rem) and (max-width: 38rem) and (min-height: 16rem) and (max-height: 33.9rem)",
  compact: "(max-width: 39.9rem) or (max-height: 33.9rem)",
  roomy: "(min-width: 40rem) and (min-height: 34rem)",
  wide: "(min-width: 56rem) and (min-height: 34rem)",
  huge: "(min-width: 80rem) and (min-height: 52rem)",
} as const;

const NAME = /\(--([\w-]+)\)/g;

/** Return a style sheet with the queries in place of the breakpoints' names. */
export function expandBreakpoints(css: string): string {
  return css.replace(/@(media|container)\b[^{]*/g, (rule, kind: string) => {
    const queries: Record<string, string> = kind === "media" ? MEDIA : TABLE;
    return rule.replace(NAME, (_, name: string) => {
      const query = queries[name];
      if (query === undefined) throw new Error(`no breakpoint --${name} for @${kind}`);
      return query;
    });
  });
}
