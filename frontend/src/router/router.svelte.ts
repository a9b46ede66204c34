/** Client-side router: keeps the current route in step with the browser's address. */
import { SITE } from "../site";
import { address, currentAddress } from "./address";
import { parseRoute, initialTrail, nextTrail, pagePath, type Route, type Trail } from "./route";

class Router {
  route = $state.raw<Route>(parseRoute(currentAddress().pathname));
  query = $state.raw(currentAddress().searchParams);
  trail = $state.raw<Trail>(this.#trail());
  #navigated = false;
  /** Load the code of a page before the reader goes there; the application sets this. */
  preload: (page: Route["page"]) => Promise<unknown> = () => Promise.resolve();

  constructor() {
    addEventListener("popstate", () => this.#read());
  }

  /** Navigate to an address of this site. */
  go(path: string): void {
    const { pathname, search, hash } = currentAddress();
    const here = address(pathname + search + hash);
    history.pushState(nextTrail(path, here, this.trail), "", path);
    this.#read();
    scrollTo(0, 0);
  }

  /** Click handler for links: navigate without reloading the page. */
  follow = (event: MouseEvent & { currentTarget: HTMLAnchorElement }): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    this.go(event.currentTarget.getAttribute("href") ?? pagePath("start"));
  };

  /** Return the address of an element in this page. */
  placeAddress(place: string): string {
    return SITE ? address(`${currentAddress().pathname}?${this.query}#${place}`) : `#${place}`;
  }

  /** Click handler for back links: go back in history, or follow the link without a trail. */
  back = (event: MouseEvent & { currentTarget: HTMLAnchorElement }): void => {
    const { from, steps } = this.trail;
    if (from === null || steps === 0 || event.button !== 0) return this.follow(event);
    event.preventDefault();
    history.go(-steps);
  };

  /** Attachment for a page's heading: focus it if the reader arrived by client-side navigation. */
  arrive = (heading: HTMLElement): void => {
    if (this.#navigated) heading.focus({ preventScroll: true });
  };

  #read(): void {
    this.#navigated = true;
    // A change of query or fragment alone must not remount the page.
    const here = currentAddress();
    const route = parseRoute(here.pathname);
    if (JSON.stringify(route) !== JSON.stringify(this.route)) this.route = route;
    this.query = here.searchParams;
    this.trail = this.#trail();
  }

  #trail(): Trail {
    return (history.state as Trail | null) ?? initialTrail(document.referrer, location);
  }
}

export const router = new Router();
