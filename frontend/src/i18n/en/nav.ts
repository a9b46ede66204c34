export const nav = {
  nav: {
    back: "Back",
    start: "Start page",
    new: "New game",
    learn: "Learn the game",
    rules: "Rules",
    statistics: "Statistics",
    matches: "Matches",
    leaderboard: "Leaderboard",
    me: "You",
    settings: "Settings",
    about: "About",
    notLoaded: "This part of the page could not be loaded.",
    unknown: "Nothing lies here",
    noPage: "There is no page at this address. Perhaps a letter is missing.",
  },
};
