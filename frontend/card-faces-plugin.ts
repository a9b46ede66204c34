/**
 * A Vite plugin for the card faces: `virtual:card-faces` has the address of every card of every set.
 * In a build each face is a file of its own; for the development server and tests it is a data URL.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Plugin } from "vite";
import { drawFaces, type Faces } from "./drawing/faces.ts";

/** Draw all faces in a thread, in parallel with the compilation of the page. */
async function drawBeside(): Promise<Faces> {
  const worker = new Worker(new URL("./drawing/faces-worker.ts", import.meta.url));
  const [faces] = (await once(worker, "message")) as [Faces];
  return faces;
}

export function cardFaces(): Plugin {
  let drawn: Promise<Faces> | undefined;
  let building = false;
  return {
    name: "card-faces",
    config: (_, { command }) => {
      building = command === "build";
    },
    buildStart() {
      if (!building) return;
      drawn = drawBeside();
      drawn.catch(() => undefined); // thrown where it is awaited
    },
    resolveId: (id) => (id === "virtual:card-faces" ? `\0${id}` : undefined),
    async load(id) {
      if (id !== "\0virtual:card-faces") return undefined;
      const faces = (await drawn) ?? drawFaces(false);
      const address = (card: string, svg: string) => {
        if (!building) return `"data:image/svg+xml,${encodeURIComponent(svg)}"`;
        const file = this.emitFile({ type: "asset", name: `${card}.svg`, source: svg });
        return `import.meta.ROLLUP_FILE_URL_${file}`;
      };
      const sets = Object.entries(faces).map(([name, cards]) => {
        const addresses = Object.entries(cards).map(
          ([card, svg]) => `"${card}":${address(card, svg)}`,
        );
        return `${name}:{${addresses.join()}}`;
      });
      return `export default {${sets.join()}}`;
    },
  };
}
