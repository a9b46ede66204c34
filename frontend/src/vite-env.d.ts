/// <reference types="svelte" />
/// <reference types="vite/client" />

/** Key of the sources from which the WebAssembly module in js/ was built. */
declare const MODULE_SOURCES: string;
