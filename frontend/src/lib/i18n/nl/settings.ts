import type { settings as English } from "../en/settings";

export const settings: typeof English = {
  about: {
    title: "Over het spel",
    game: "Schwimmen is een vrije uitvoering van het kaartspel Schwimmen, dat ook 31 heet.",
    goalTitle: "Het spel in het kort",
    goal: "Verzamel kaarten van één kleur: een aas telt 11, heer, vrouw, boer en tien tellen 10, de andere hun getal. 31 in één kleur is het hoogste, drie gelijke tellen 30½, drie azen zijn vuur. In je beurt ruil je één kaart met de pot, of alles, of niets. Past iemand, dan krijgen de anderen nog één beurt; de slechtste hand verliest een punt. Zonder punten zwem je: nog één keer verliezen en je bent uit.",
    faces:
      "Franse kaarten van Adrian Kennard, publiek domein (CC0), uit @heruka_urgyen/react-playing-cards, in onze kleuren. Duitse kaarten en achterkanten getekend voor deze tafel.",
    font: "Lettertype Figtree van Erik Kennedy, SIL Open Font License.",
    version: (version) => `Versie ${version}`,
  },
};
