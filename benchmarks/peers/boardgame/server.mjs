// The boardgame.io server with its own transport and tables in memory. node server.mjs PORT
import { createRequire } from "node:module";
import { schwimmen } from "./game.mjs";

const { Server } = createRequire(import.meta.url)("boardgame.io/server");

const server = Server({ games: [schwimmen], origins: ["http://localhost"] });
await server.run({ port: Number(process.argv[2]) });
console.log("ready");
