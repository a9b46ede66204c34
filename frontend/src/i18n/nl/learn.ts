import type { learn as English } from "../en/learn";

export const learn: typeof English = {
  learn: {
    step: (n, all) => `Stap ${n} van ${all}`,
    next: "Verder",
    skip: "Ga door",
    back: "Terug",
    restart: "Opnieuw beginnen",
    show: "Laat zien",
    play: "Speel je eerste partij",
    rules: "De regels lezen",
    hand: (n) => `Hand ${n}`,
  },

  rules: {
    variant: "Variant",
    contents: "Inhoud",
    print: "Afdrukken",
    learn: "Leren door te spelen",
    card: "Kaart",
    counts: "Telt",
    house: "Huisregels",
    houseSay: (variant) =>
      `Deze tafel speelt ‘${variant}’ met wijzigingen. Ze zijn hieronder in de regels gemarkeerd.`,
    instead: "Gewoonlijk:",
    notHere: "Hier niet gespeeld:",
    changed: "Huisregel",
    tactics: "Goed spelen",
    tacticsSay: "Goede raad, geen regels.",
    words: "De woorden in drie talen",
    absent: "Regels die hier niet gelden",
    absentSay: "De regels van alle varianten hebben één nummering. Deze nummers horen bij andere:",
    notPart: "hoort niet bij deze variant",
    refused: "Zulke regels bestaan niet:",
    loses: (n) => (n === 1 ? "verliest een punt" : `verliest ${n} punten`),
  },
};
