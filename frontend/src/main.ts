import "@fontsource-variable/figtree/index.css";
import "@fontsource/young-serif/latin-400.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/materials.css";
import "./styles/contrast.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { chosenLanguage, showLanguage } from "./i18n";
import { router } from "./router/router.svelte";
import { requestMissingSheets } from "./styles/missing-sheets";
import { delayOrnaments } from "./styles/ornaments";

/** Message if the texts cannot be loaded, in all languages because the language is unknown. */
const NOT_LOADED =
  "Not loaded. Please reload. · Nicht geladen. Bitte neu laden. · Niet geladen. Herlaad de pagina.";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");
requestMissingSheets();
if (router.route.page === "start") delayOrnaments();
// Not awaited at the top level, which would split the first bundle into many.
void showLanguage(chosenLanguage()).then(
  () => mount(App, { target }),
  () => {
    target.setAttribute("role", "alert");
    target.textContent = NOT_LOADED;
  },
);
