import type { nav as English } from "../en/nav";

export const nav: typeof English = {
  nav: {
    back: "Terug",
    start: "Startpagina",
    new: "Nieuw spel",
    learn: "Leer het spel",
    rules: "Regels",
    statistics: "Statistieken",
    matches: "Partijen",
    leaderboard: "Ranglijst",
    me: "Jij",
    settings: "Instellingen",
    about: "Over het spel",
    notLoaded: "Dit deel van de pagina kon niet worden geladen.",
    unknown: "Hier ligt niets",
    noPage: "Op dit adres staat geen pagina. Misschien ontbreekt er een letter.",
  },
};
