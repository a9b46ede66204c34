/** Client-side router: keeps the current route in step with the browser's address. */
import { parseRoute, initialTrail, nextTrail, type Route, type Trail } from "./route";

class Router {
  route = $state.raw<Route>(parseRoute(location.pathname));
  query = $state.raw(new URLSearchParams(location.search));
  trail = $state.raw<Trail>(this.#trail());
  #navigated = false;

  constructor() {
    addEventListener("popstate", () => this.#read());
  }

  /** Navigate to an address of this site. */
  go(path: string): void {
    const here = location.pathname + location.search + location.hash;
    history.pushState(nextTrail(path, here, this.trail), "", path);
    this.#read();
    scrollTo(0, 0);
  }

  /** Click handler for links: navigate without reloading the page. */
  follow = (event: MouseEvent & { currentTarget: HTMLAnchorElement }): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    this.go(event.currentTarget.getAttribute("href") ?? "/");
  };

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
    const route = parseRoute(location.pathname);
    if (JSON.stringify(route) !== JSON.stringify(this.route)) this.route = route;
    this.query = new URLSearchParams(location.search);
    this.trail = this.#trail();
  }

  #trail(): Trail {
    return (history.state as Trail | null) ?? initialTrail(document.referrer, location);
  }
}

export const router = new Router();
