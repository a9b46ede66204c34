export const nav = {
  nav: {
    start: "Start page",
    new: "New game",
    learn: "Learn the game",
    rules: "Rules",
    statistics: "Statistics",
    settings: "Settings",
    about: "About",
    notLoaded: "This part of the page could not be loaded.",
  },
};
