import { defineConfig } from "@hey-api/openapi-ts";

// Types only: the page talks to the server through a small client of its own.
export default defineConfig({
  input: "openapi.json", // by `make api`
  output: "src/api/generated",
  plugins: ["@hey-api/typescript"],
});
