import { defineConfig } from "@hey-api/openapi-ts";

// Types only: the page has a small client of its own.
export default defineConfig({
  input: "openapi.json", // made by `make api`
  output: "src/api/generated",
  plugins: ["@hey-api/typescript"],
});
