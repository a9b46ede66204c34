import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";

/** Files worth compressing; pictures and fonts are already compressed. */
const COMPRESSIBLE = /^assets\/.+\.(js|css|svg|txt|wasm|json)$/;
/** Size in bytes of a file that fits into one packet with its headers. */
const SMALL = 1000;

const compress = promisify(brotliCompress);

/** Brotli qualities for a packaged page, and for a page served from a checkout. */
const BEST = constants.BROTLI_MAX_QUALITY;
const FAST = 5;

/**
 * A Vite plugin that writes each asset a second time, compressed by Brotli: `x.js.br`. The best
 * quality takes seconds; the fast one takes hardly any time, for files a tenth larger.
 */
export function brotli({ fast }: { fast: boolean }): Plugin {
  const params = { [constants.BROTLI_PARAM_QUALITY]: fast ? FAST : BEST };
  return {
    name: "brotli",
    apply: "build",
    async writeBundle({ dir }, files) {
      if (dir === undefined) throw new Error("the build has no folder");
      const paths = Object.keys(files).filter((name) => COMPRESSIBLE.test(name));
      await Promise.all(
        paths.map(async (name) => {
          const path = join(dir, name);
          const source = await readFile(path);
          if (source.length >= SMALL)
            await writeFile(`${path}.br`, await compress(source, { params }));
        }),
      );
    },
  };
}
