/** Style sheets that could not be loaded. Vite requests that of a part of the page only once. */

/** Events upon which a part of the page may be loaded again. */
const OCCASIONS = ["online", "click", "keydown"] as const;

/** Request style sheets again, so that a part that is loaded after a failure has its own. */
export function requestMissingSheets(): void {
  const missing = new Set<HTMLLinkElement>();
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") missing.add(target);
  };
  const request = () => {
    for (const link of missing) link.replaceWith(link.cloneNode());
    missing.clear();
  };
  addEventListener("error", note, { capture: true }); // errors of links do not bubble
  for (const occasion of OCCASIONS) addEventListener(occasion, request, { capture: true });
}
