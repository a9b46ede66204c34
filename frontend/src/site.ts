/**
 * Difference between the page of a static site without a server, which `vite build --mode site`
 * makes, and the server's own page.
 */
export const SITE = import.meta.env.MODE === "site";

/** Return the address of a file in the page's folder. */
export const besidePage = (name: string): string => import.meta.env.BASE_URL + name;
