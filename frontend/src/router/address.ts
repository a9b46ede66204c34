/**
 * Addresses of the pages. A server has an address for every page; a static site has one page, and
 * puts path, query and fragment after "#".
 */
import { SITE } from "../site";

/** Return the address of a path of this site, for links and the session history. */
export const address = (path: string, site = SITE): string => (site ? `#${path}` : path);

/** Return the path, with query and fragment, of an address. */
export const pathOf = (address: string, site = SITE): string =>
  site ? address.replace(/^[^#]*#?/, "") || "/" : address;

/** Return the path, query and fragment that the browser shows. */
export const currentAddress = (
  { href, origin }: Pick<Location, "href" | "origin"> = location,
  site = SITE,
): URL => (site ? new URL(pathOf(href, site), origin) : new URL(href));
