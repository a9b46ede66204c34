import type { Plugin } from "vite";
import { linkPreviews, partModule, PARTS, textFile, type Part } from "./texts/files.ts";

const ID = /^\0virtual:texts\/(\w+)\/(\w+)$/;
const isPart = (name: string): name is Part => Object.hasOwn(PARTS, name);

/**
 * A Vite plugin for the texts: `virtual:texts/page/de` is the part "page" of src/i18n/de.json. It
 * emits those of link previews for the server, which writes them into the page.
 */
export function texts(): Plugin {
  return {
    name: "texts",
    resolveId: (id) => (id.startsWith("virtual:texts/") ? `\0${id}` : undefined),
    load(id) {
      const [, part = "", language = ""] = ID.exec(id) ?? [];
      if (!isPart(part)) return undefined;
      this.addWatchFile(textFile(language));
      return partModule(part, language);
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "link-previews.json", source: linkPreviews() });
    },
  };
}
