/** Note on the page for requests that wait for the engine; loaded with the first of them. */
import { mount } from "svelte";
import { loadAllTexts } from "../i18n";
import EngineNote from "./EngineNote.svelte";

export { engineStatus } from "../api/engine-status.svelte";

void loadAllTexts().then(() => mount(EngineNote, { target: document.body }));
