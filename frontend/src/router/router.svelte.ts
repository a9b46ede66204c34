/** The page that is shown, in step with the browser's address. */
import { routeOf, trailOf, trailTo, type Route, type Trail } from "./route";

class Router {
  route = $state.raw<Route>(routeOf(location.pathname));
  query = $state.raw(new URLSearchParams(location.search));
  trail = $state.raw<Trail>(this.#trail());
  #moved = false;

  constructor() {
    addEventListener("popstate", () => this.#read());
  }

  go(path: string): void {
    const here = location.pathname + location.search + location.hash;
    history.pushState(trailTo(path, here, this.trail), "", path);
    this.#read();
    scrollTo(0, 0);
  }

  /** For links: follows them without loading the page anew. */
  follow = (event: MouseEvent & { currentTarget: HTMLAnchorElement }): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    this.go(event.currentTarget.getAttribute("href") ?? "/");
  };

  /** For links back: goes where the reader came from, and only follows the link if unknown. */
  back = (event: MouseEvent & { currentTarget: HTMLAnchorElement }): void => {
    const { from, steps } = this.trail;
    if (from === null || steps === 0 || event.button !== 0) return this.follow(event);
    event.preventDefault();
    history.go(-steps);
  };

  /** For a page's heading: takes the focus of who came here from another page of ours. */
  arrive = (heading: HTMLElement): void => {
    if (this.#moved) heading.focus({ preventScroll: true });
  };

  #read(): void {
    this.#moved = true;
    // A change of nothing but query or fragment must not mount the page anew.
    const route = routeOf(location.pathname);
    if (JSON.stringify(route) !== JSON.stringify(this.route)) this.route = route;
    this.query = new URLSearchParams(location.search);
    this.trail = this.#trail();
  }

  #trail(): Trail {
    return (history.state as Trail | null) ?? trailOf(document.referrer, location);
  }
}

export const router = new Router();
