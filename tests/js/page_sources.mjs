/** Sources of the page, as Node runs them: it leaves out the types. */

import { registerHooks } from "node:module";

const sources = new URL("../../frontend/src/", import.meta.url);

/** Address of the package. */
export const engine = new URL("../../js/index.js", import.meta.url).href;

// Files of the page name each other without their ending.
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === "schwimmen") return next(engine, context);
    if (specifier === "schwimmen/wire") return next(new URL("wire.js", engine).href, context);
    const isFile = specifier.startsWith(".") && context.parentURL?.endsWith(".ts");
    return next(isFile ? `${specifier}.ts` : specifier, context);
  },
});

/** Import a file of the page. */
export const fromPage = (path) => import(new URL(path, sources));
