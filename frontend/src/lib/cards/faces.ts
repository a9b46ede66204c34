/**
 * The addresses of the card faces, CC0 art by Adrian Kennard. `large` has the big indices that
 * can be read on a phone. Never inlined: a face is fetched when it is first shown.
 */
import type { Card } from "../api/wire";

const plain = import.meta.glob<string>(
  "/node_modules/@heruka_urgyen/react-playing-cards/src/images/2color/[2-9TJQKA][CSHD].svg",
  { eager: true, query: "?url&no-inline", import: "default" },
);
const large = import.meta.glob<string>(
  "/node_modules/@heruka_urgyen/react-playing-cards/src/images/2color-bf/[2-9TJQKA][CSHD].svg",
  { eager: true, query: "?url&no-inline", import: "default" },
);

const byName = (files: Record<string, string>) =>
  new Map(
    Object.entries(files).map(([path, url]) => [path.replace(/^.*\/|\.svg$/g, ""), url] as const),
  );

const faces = { plain: byName(plain), large: byName(large) };

export function faceOf(card: Card, style: keyof typeof faces): string {
  const url = faces[style].get(card);
  if (!url) throw new Error(`no face for ${card}`);
  return url;
}
