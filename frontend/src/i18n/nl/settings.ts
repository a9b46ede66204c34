import type { settings as English } from "../en/settings";
import { OWN_NAMES } from "../grammar";

export const settings: typeof English = {
  settings: {
    look: "Taal en licht",
    cardsTitle: "Kaarten",
    playing: "Aan tafel",
    senses: "Geluid en trillen",
    kept: "Wat deze browser bewaart",

    language: { name: "Taal", line: "Van de hele pagina." },
    theme: { name: "Licht", line: "Dag of nacht in het café." },
    cards: { name: "Kaartspel", line: "De plaatjes op de kaarten." },
    back: { name: "Achterkant", line: "Wat gesloten kaarten laten zien." },
    pace: { name: "Tempo", line: "Hoe lang een zet te zien is voordat de volgende komt." },
    motion: {
      name: "Beweging",
      line: "Of kaarten naar hun plaats schuiven of er meteen liggen.",
    },
    memory: {
      name: "Geheugensteun",
      line: "Toont de kaarten die de anderen voor ieders ogen hebben gepakt.",
    },
    confirm: {
      name: "Vragen voor het versturen",
      line: "Een zet wordt pas verstuurd als je nog een keer drukt.",
    },
    sound: {
      name: "Geluiden",
      line: "Kaarten, fiches, kloppen, en een toon als jij aan de beurt bent.",
    },
    haptics: {
      name: "Trillen",
      line: "Een lichte trilling bij je zetten, op apparaten die dat kunnen.",
    },

    values: {
      language: { system: "Zoals in de browser", ...OWN_NAMES },
      theme: { system: "Zoals in het systeem", light: "Dag", dark: "Nacht" },
      cards: { french: "Frans", "four-colour": "Vier kleuren", german: "Duits" },
      back: { waves: "Golven", checks: "Ruitjes", tendrils: "Ranken", plain: "Effen" },
      pace: { relaxed: "Rustig", quick: "Vlot", instant: "Meteen" },
      motion: { system: "Zoals in het systeem", off: "Uit" },
    },

    changed: (name, value) => `${name}: ${value}`,
    on: "aan",
    off: "uit",
    keptLine:
      "Deze instellingen, je naam, de spellen die je het laatst hebt ingesteld, wat je aan tafels met anderen van het schudden hebt gezien, en wie je niet wilt horen. Een ondertekende cookie zegt welke plaatsen van jou zijn; de partijen zelf bewaart de server. Verder gaat er niets de deur uit.",
    reset: "Alle instellingen zoals in het begin",
    resetDone: "Alle instellingen zijn zoals in het begin.",
    forget: "Ook naam en laatste spel vergeten",
    forgetSure: "Echt alles vergeten?",
    forgetDone: "Deze browser bewaart niets meer behalve de cookie voor je plaatsen.",
    cancel: "Bewaren",
  },

  about: {
    title: "Over het spel",
    game: "Schwimmen is een vrije uitvoering van het kaartspel dat ook 31 of eenendertigen heet: tegen tegenstanders aan je eigen tafel, met de huisregels die je gewend bent.",
    open: "Het draait op je eigen computer en vraagt niets van de rest van het net: geen account, geen reclame, niemand die je telt.",
    version: (version) => `Versie ${version}`,
    cardsTitle: "Kaarten",
    faces:
      "Franse kaarten van Adrian Kennard, publiek domein (CC0), uit @heruka_urgyen/react-playing-cards.",
    german: "De Duitse kaarten en de achterkanten zijn voor dit spel getekend.",
    peopleTitle: "Mensen en geluiden",
    people:
      "De gezichten van de tegenstanders zijn voor dit spel getekend, de geluiden ervoor gemaakt.",
    fontsTitle: "Lettertypen",
    figtree: "Figtree van Erik Kennedy, SIL Open Font License.",
    youngSerif: "Young Serif van Noir Blanc Rouge, SIL Open Font License.",
    documentation: "Documentatie (Engels)",
    licences: "De licenties van alles wat anderen hebben gemaakt",
    rulesTitle: "Regels",
    rules: "Elke variant en elke huisregel staat volledig beschreven.",
    readRules: "De regels lezen",
    source: "De regelpagina van pagat.com, die het Duitse spel volgt",
  },
};
