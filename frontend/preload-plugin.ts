import { relative } from "node:path";
import type { Plugin, Rolldown } from "vite";

/** Modules that a page needs beyond the first bundle; `*` stands for the language. */
const PAGES = {
  start: ["virtual:texts/start/*"],
  table: ["virtual:texts/start/*", "virtual:texts/rest/*", "src/table/TablePage.svelte"],
};
const LANGUAGES = ["en", "de", "nl"];

type Chunk = Rolldown.OutputChunk;

/**
 * A Vite plugin that emits preloads.json for the server: for each page and language the scripts and
 * style sheets that it loads after the first bundle. The server links them in the page, so that the
 * browser loads them in parallel with the first bundle.
 */
export function preloads(): Plugin {
  return {
    name: "preloads",
    apply: "build",
    generateBundle(_, files) {
      const chunks = Object.values(files).filter((file) => file.type === "chunk");
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const withImports = (chunk: Chunk, found = new Set<Chunk>()): Set<Chunk> => {
        if (found.has(chunk)) return found;
        found.add(chunk);
        for (const name of chunk.imports) {
          const imported = byName.get(name);
          if (imported) withImports(imported, found);
        }
        return found;
      };
      const chunkOf = (module: string): Chunk => {
        const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => nameOf(id) === module));
        if (!found) throw new Error(`${module} is not loaded on demand`);
        return found;
      };
      const first = new Set(
        chunks.filter(({ isEntry }) => isEntry).flatMap((it) => [...withImports(it)]),
      );
      const filesOf = (modules: string[]) => {
        const needed = new Set(modules.flatMap((module) => [...withImports(chunkOf(module))]));
        const missing = [...needed].filter((chunk) => !first.has(chunk));
        return missing.flatMap(({ fileName, viteMetadata }) =>
          [fileName, ...(viteMetadata?.importedCss ?? [])].map((name) => `/${name}`),
        );
      };
      const found = Object.entries(PAGES).map(([page, modules]) => {
        const inLanguage = (language: string) => modules.map((name) => name.replace("*", language));
        const entries = LANGUAGES.map((it) => [it, filesOf(inLanguage(it))]);
        return [page, Object.fromEntries(entries)];
      });
      this.emitFile({
        type: "asset",
        fileName: "preloads.json",
        source: JSON.stringify(Object.fromEntries(found)),
      });
    },
  };
}

/** Return the name of a module: a path in this folder, or a virtual name. */
const nameOf = (id: string): string =>
  id.startsWith("\0") ? id.slice(1) : relative(import.meta.dirname, id).replaceAll("\\", "/");
