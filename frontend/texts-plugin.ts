import type { Plugin } from "vite";
import { errorPages, isTextModule, linkPreviews, textFile, textModule } from "./texts/files.ts";

const ID = /^\0virtual:texts\/(\w+)\/(\w+)$/;

/**
 * A Vite plugin for the texts: `virtual:texts/page/de` is the part "page" of src/i18n/de.json,
 * `virtual:texts/start/de`, `virtual:texts/table/de` and `virtual:texts/rest/de` are its batches.
 * For the server, which writes link previews into the page and has error pages, it emits their
 * texts.
 */
export function texts(): Plugin {
  return {
    name: "texts",
    resolveId: (id) => (id.startsWith("virtual:texts/") ? `\0${id}` : undefined),
    load(id) {
      const [, name = "", language = ""] = ID.exec(id) ?? [];
      if (!isTextModule(name)) return undefined;
      this.addWatchFile(textFile(language));
      return textModule(name, language);
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "link-previews.json", source: linkPreviews() });
      this.emitFile({ type: "asset", fileName: "error-pages.json", source: errorPages() });
    },
  };
}
