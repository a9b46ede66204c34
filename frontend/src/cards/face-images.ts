/**
 * The addresses of the card faces. The French ones are CC0 art by Adrian Kennard, the German ones
 * our own (frontend/drawing). `large` has big indices that are legible on a phone. Faces are not
 * inlined in the page: each is loaded when it is first shown, or a little earlier.
 */
import addresses from "virtual:card-faces";
import type { Card } from "../api/wire";
import { find } from "../i18n";
import type { CardSet } from "../storage/settings.svelte";
import { MEDIA } from "../styles/breakpoints";
import { isCourt, RANKS, SUITS } from "./cards";

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

const prefetched = new Set<string>();

/** Number of faces that are prefetched at a time. Browsers load six files; faces in use come first. */
const LANES = 3;

/**
 * Load a pack's faces from the seven up once those in sight are there and the browser is idle, so that
 * none flashes white; courts, the largest ones, come last.
 */
export async function prefetchFaces(cards: CardSet): Promise<void> {
  const style = matchMedia(MEDIA["small-screen"]).matches ? "large" : "plain";
  const urls = RANKS.slice(RANKS.indexOf("7"))
    .sort((one, other) => Number(isCourt(one)) - Number(isCourt(other)))
    .flatMap((rank) => SUITS.map((suit) => faceUrl(`${rank}${suit}`, style, cards)))
    .filter((url) => !prefetched.has(url));
  for (const url of urls) prefetched.add(url);
  const load = async () => {
    for (let url = urls.shift(); url !== undefined; url = urls.shift()) {
      await idle();
      await picturesInSight();
      await loadImage(url);
    }
  };
  await Promise.all(Array.from({ length: LANES }, load));
}

/** Wait until the browser is idle; Safari lacks requestIdleCallback. */
const idle = () =>
  new Promise((resolve) =>
    "requestIdleCallback" in window ? requestIdleCallback(resolve) : setTimeout(resolve, 300),
  );

/** Wait until the pictures of the page have been loaded, or have failed. */
export const picturesInSight = () =>
  Promise.allSettled(Array.from(document.querySelectorAll("img"), (image) => image.decode()));

/** Load a picture with low priority; a failure does not matter. */
const loadImage = (url: string) =>
  new Promise((resolve) => {
    const image = new Image();
    image.onload = image.onerror = resolve;
    image.fetchPriority = "low";
    image.src = url;
  });
