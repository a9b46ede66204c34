import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";
import { expandBreakpoints } from "./src/styles/breakpoints.ts";

export default {
  preprocess: [
    { style: ({ content }) => ({ code: expandBreakpoints(content) }) },
    vitePreprocess(),
  ],
};
