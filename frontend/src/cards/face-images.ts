/**
 * The addresses of the card faces. The French ones are CC0 art by Adrian Kennard, the German ones
 * our own (../../../drawing). `large` has the
 * big indices that can be read on a phone. Never inlined in the page: a face is fetched when it is
 * first shown, or a little ahead.
 */
import addresses from "virtual:card-faces";
import type { Card } from "../api/wire";
import { find } from "../i18n";
import type { CardSet } from "../settings/settings.svelte";
import { MEDIA } from "../styles/breakpoints";
import { RANKS, SUITS } from "./cards";

type Style = "plain" | "large";

const sets = {
  french: { plain: addresses.french, large: addresses.frenchLarge },
  "four-colour": { plain: addresses.fourColour, large: addresses.fourColourLarge },
  german: { plain: addresses.german, large: addresses.germanLarge },
} satisfies Record<CardSet, Record<Style, Record<string, string>>>;

export function faceUrl(card: Card, style: Style, cards: CardSet): string {
  const url = find(sets[cards][style], card);
  if (url === undefined) throw new Error(`no face for ${card}`);
  return url;
}

const fetched = new Set<string>();

/** Fetches a pack's faces from the seven up when there is time: later ones never flash white. */
export function prefetchFaces(cards: CardSet): void {
  const style = matchMedia(MEDIA["small-screen"]).matches ? "large" : "plain";
  const wanted = RANKS.slice(RANKS.indexOf("7"))
    .flatMap((rank) => SUITS.map((suit) => faceUrl(`${rank}${suit}`, style, cards)))
    .filter((url) => !fetched.has(url));
  for (const url of wanted) {
    fetched.add(url);
    whenIdle(() => (new Image().src = url));
  }
}

/** Safari knows no idle time. */
const whenIdle = (task: () => void) =>
  "requestIdleCallback" in window ? requestIdleCallback(task) : setTimeout(task, 300);
