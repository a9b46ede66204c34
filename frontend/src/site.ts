/**
 * What distinguishes the page of a static site, which has no server, from the server's own page:
 * `vite build --mode site` makes it.
 */
export const SITE = import.meta.env.MODE === "site";

/** The pages of a static site beside its start page and those of tables on the device. */
export const SITE_PAGES: readonly string[] = [
  "new",
  "learn",
  "rules",
  "odds",
  "puzzles",
  "record",
  "statistics",
  "matches",
  "settings",
  "about",
];

/** Return the address of a file beside the page. */
export const besidePage = (name: string): string => import.meta.env.BASE_URL + name;
