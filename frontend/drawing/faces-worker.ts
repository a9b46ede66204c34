/** Draws all card faces in a thread beside the build of the page. */
import { parentPort } from "node:worker_threads";
import { drawFaces } from "./faces.ts";

parentPort?.postMessage(drawFaces(true));
