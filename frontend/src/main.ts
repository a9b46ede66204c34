import "@fontsource-variable/figtree/index.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { language, t } from "./lib/i18n";

document.documentElement.lang = language;
document.title = t.title;

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");
mount(App, { target });
