/**
 * Addresses of the pages. A server has an address for every page, below its base path; a static site
 * has one page, and puts path, query and fragment after "#".
 */
import { BASE, SITE } from "../site";

/** Return the address of a path of this site, for links and the session history. */
export const address = (path: string, site = SITE, base = BASE): string =>
  site ? `#${path}` : base + path;

/** Return the path, with query and fragment, of an address. */
export const pathOf = (address: string, site = SITE, base = BASE): string =>
  site ? address.replace(/^[^#]*#?/, "") || "/" : address.slice(base.length);

/** Return the path, query and fragment that the browser shows, as those of a URL. */
export function currentAddress(
  { href, origin }: Pick<Location, "href" | "origin"> = location,
  site = SITE,
  base = BASE,
): URL {
  if (site) return new URL(pathOf(href, site), origin);
  const shown = new URL(href);
  shown.pathname = shown.pathname.slice(base.length);
  return shown;
}
