/** The page that is shown, in step with the browser's address. */
import { routeOf, type Route } from "./route";

class Router {
  route = $state.raw<Route>(routeOf(location.pathname));

  constructor() {
    addEventListener("popstate", () => (this.route = routeOf(location.pathname)));
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.route = routeOf(path);
    scrollTo(0, 0);
  }
}

export const router = new Router();
