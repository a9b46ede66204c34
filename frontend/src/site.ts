/**
 * Difference between the page of a static site without a server, which `vite build --mode site`
 * makes, and the server's own page.
 */
export const SITE = import.meta.env.MODE === "site";

/** Pages of a static site, except the start page and those of tables on the device. */
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

/** Return the address of a file in the page's folder. */
export const besidePage = (name: string): string => import.meta.env.BASE_URL + name;
