/** Waiting for the engine with a note on the page; loaded with the first request that has to wait. */
import { mount } from "svelte";
import { loadAllTexts } from "../i18n";
import EngineNote from "./EngineNote.svelte";

export { engineStatus } from "../api/engine-status.svelte";

void loadAllTexts().then(() => mount(EngineNote, { target: document.body }));
