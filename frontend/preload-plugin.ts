import { basename, relative } from "node:path";
import type { Plugin, Rolldown } from "vite";

/** Modules that the start page needs beyond the first bundle; `*` stands for the language. */
const START = ["virtual:texts/start/*"];
/** Modules that the first deal at a table needs besides. */
const TABLE = ["virtual:texts/table/*", "src/table/TablePage.svelte"];
/** Modules that the pages need beyond the first bundle. */
const PAGES = { start: START, table: [...START, ...TABLE, "virtual:texts/rest/*"] };
/** Modules that Play loads. */
const PLAY = [...TABLE, "src/device/device.ts", "src/device/storage/own-tables.ts"];
const LANGUAGES = ["en", "de", "nl"];
/** Rules that the worker of a table loads. */
const RULES = /^assets\/play-.*\.wasm$/;

type Chunk = Rolldown.OutputChunk;

/** Return a function of modules that returns the files they need beyond the first bundle. */
function filesOf(files: Rolldown.OutputBundle): (modules: string[]) => string[] {
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
  return (modules) => {
    const needed = new Set(modules.flatMap((module) => [...withImports(chunkOf(module))]));
    const missing = [...needed].filter((chunk) => !first.has(chunk));
    return missing.flatMap(({ fileName, viteMetadata }) => [
      fileName,
      ...(viteMetadata?.importedCss ?? []),
    ]);
  };
}

const inLanguage = (modules: string[], language: string) =>
  modules.map((name) => name.replace("*", language));

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
      const needed = filesOf(files);
      const found = Object.entries(PAGES).map(([page, modules]) => {
        const pathsIn = (language: string) =>
          needed(inLanguage(modules, language)).map((name) => `/${name}`);
        return [page, Object.fromEntries(LANGUAGES.map((it) => [it, pathsIn(it)]))];
      });
      this.emitFile({
        type: "asset",
        fileName: "preloads.json",
        source: JSON.stringify(Object.fromEntries(found)),
      });
    },
  };
}

/**
 * A Vite plugin that lists in the page the files that Play needs, with their bytes, smallest first;
 * `src/device/play-files.svelte.ts` fetches them.
 */
export function playFiles(): Plugin {
  return {
    name: "play-files",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle = {} }) {
        const needed = filesOf(bundle);
        const sizeOf = (name: string) => {
          const file = bundle[name];
          return Buffer.byteLength((file?.type === "chunk" ? file.code : file?.source) ?? "");
        };
        const engine = engineOf(bundle);
        return LANGUAGES.map((lang) => {
          const there = needed(inLanguage(START, lang));
          const names = [...needed(inLanguage(PLAY, lang)), ...engine];
          const sized = names
            .filter((name) => !there.includes(name))
            .map((name) => [`/${name}`, sizeOf(name)] as const)
            .sort(([, one], [, other]) => one - other);
          return {
            tag: "meta",
            attrs: { name: "play-files", lang, content: sized.flat().join(" ") },
            injectTo: "head",
          };
        });
      },
    },
  };
}

/** Return the rules for play, and the worker that loads them. */
function engineOf(files: Rolldown.OutputBundle): string[] {
  const rules = Object.keys(files).find((name) => RULES.test(name));
  const worker = Object.values(files).find(
    (file) =>
      file.type === "asset" &&
      file.fileName.endsWith(".js") &&
      rules !== undefined &&
      file.source.toString().includes(basename(rules)),
  );
  if (rules === undefined || worker === undefined) throw new Error("no worker plays tables");
  return [worker.fileName, rules];
}

/** Return the name of a module: a path in this folder, or a virtual name. */
const nameOf = (id: string): string =>
  id.startsWith("\0") ? id.slice(1) : relative(import.meta.dirname, id).replaceAll("\\", "/");
