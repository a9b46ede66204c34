import { OWN_NAMES } from "../grammar";

export const settings = {
  settings: {
    look: "Language and light",
    cardsTitle: "Cards",
    playing: "At the table",
    senses: "Sound and touch",
    kept: "What is kept in this browser",

    language: { name: "Language", line: "Of the whole page." },
    theme: { name: "Light", line: "Day or night in the pub." },
    cards: { name: "Pack", line: "The faces the cards have." },
    back: { name: "Card back", line: "What hidden cards show." },
    pace: { name: "Pace", line: "How long a move can be seen before the next one." },
    motion: {
      name: "Motion",
      line: "Whether cards move to their places or are there at once.",
    },
    memory: {
      name: "Memory aid",
      line: "Shows the cards that everybody has seen the others take.",
    },
    confirm: {
      name: "Ask before sending",
      line: "A move is sent by a second press.",
    },
    sound: { name: "Sounds", line: "Cards, chips, knocks, and a note when it is your turn." },
    haptics: {
      name: "Touch",
      line: "A light buzz for your moves, on devices that can.",
    },

    values: {
      language: { system: "As in the browser", ...OWN_NAMES },
      theme: { system: "As in the system", light: "Day", dark: "Night" },
      cards: { french: "French", "four-colour": "Four colours", german: "German" },
      back: { waves: "Waves", checks: "Checks", tendrils: "Tendrils", plain: "Plain" },
      pace: { relaxed: "Relaxed", quick: "Quick", instant: "At once" },
      motion: { system: "As in the system", off: "Off" },
    },

    changed: (name: string, value: string) => `${name}: ${value}`,
    on: "on",
    off: "off",
    keptLine:
      "These settings, your name, the games you last set up, what you saw of the shuffles at tables with others, and whom you do not want to hear. A signed cookie says which seats are yours; matches themselves are kept by the server. Nothing goes anywhere else.",
    reset: "All settings as at first",
    resetDone: "All settings are as at first.",
    forget: "Forget name and last game too",
    forgetSure: "Really forget everything?",
    forgetDone: "This browser keeps nothing any more but the cookie for your seats.",
    cancel: "Keep it",
  },

  about: {
    title: "About",
    game: "Schwimmen is a free implementation of the card game that is also called 31, Schnauz or Knack: against opponents at your own table, by the house rules you are used to.",
    open: "It runs on your own machine and asks nothing of the rest of the network: no account, no advertising, nobody who counts you.",
    version: (version: string) => `Version ${version}`,
    cardsTitle: "Cards",
    faces:
      "French card faces by Adrian Kennard, in the public domain (CC0), as packed by @heruka_urgyen/react-playing-cards.",
    german: "German-suited faces and the card backs were drawn for this game.",
    peopleTitle: "People and sounds",
    people: "The faces of the opponents were drawn, and the sounds made, for this game.",
    fontsTitle: "Typefaces",
    figtree: "Figtree by Erik Kennedy, SIL Open Font License.",
    youngSerif: "Young Serif by Noir Blanc Rouge, SIL Open Font License.",
    documentation: "Documentation",
    licences: "The licences of all that others have made",
    rulesTitle: "Rules",
    rules: "Every variant and every house rule is written down in full.",
    readRules: "Read the rules",
    source: "The rules page of pagat.com, which the German game follows",
  },
};
