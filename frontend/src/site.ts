/**
 * Difference between the page of a static site without a server, which `vite build --mode site`
 * makes, and the server's own page.
 */
export const SITE = import.meta.env.MODE === "site";

const SCRIPT = import.meta.url;

/** Path of the page's folder without its last slash, "" or "/cards": the folder above the scripts. */
export const BASE = new URL(import.meta.env.BASE_URL, new URL("..", SCRIPT)).pathname.slice(0, -1);

/** Return the address of a path from the page's folder, such as "/docs/". */
export const besidePage = (path: string): string => BASE + path;
