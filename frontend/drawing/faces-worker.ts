/** Worker that draws all card faces, in parallel with the build of the page. */
import { parentPort } from "node:worker_threads";
import { drawFaces } from "./faces.ts";

parentPort?.postMessage(drawFaces(true));
