/**
 * Whether this is the page of a static site, which has no server: `vite build --mode site`, else the
 * server's own page.
 */
export const SITE = import.meta.env.MODE === "site";
