import type { nav as English } from "../en/nav";

export const nav: typeof English = {
  nav: {
    back: "Zurück",
    start: "Startseite",
    new: "Neues Spiel",
    learn: "Spielen lernen",
    rules: "Regeln",
    statistics: "Statistik",
    matches: "Partien",
    leaderboard: "Bestenliste",
    me: "Du",
    settings: "Einstellungen",
    about: "Über das Spiel",
    notLoaded: "Dieser Teil der Seite ließ sich nicht laden.",
    unknown: "Hier liegt nichts",
    noPage: "Unter dieser Adresse gibt es keine Seite. Vielleicht fehlt ein Buchstabe.",
  },
};
