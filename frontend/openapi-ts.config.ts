import { defineConfig } from "@hey-api/openapi-ts";

// Only types: the page has its own small client.
export default defineConfig({
  input: "openapi.json", // made by `make api`
  output: "src/api/generated",
  plugins: ["@hey-api/typescript"],
});
