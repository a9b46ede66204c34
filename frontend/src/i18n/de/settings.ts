import type { settings as English } from "../en/settings";
import { OWN_NAMES } from "../grammar";

export const settings: typeof English = {
  settings: {
    look: "Sprache und Licht",
    cardsTitle: "Karten",
    playing: "Am Tisch",
    senses: "Ton und Berührung",
    kept: "Was dieser Browser behält",

    language: { name: "Sprache", line: "Für die ganze Seite." },
    theme: { name: "Licht", line: "Tag oder Nacht in der Wirtschaft." },
    cards: { name: "Blatt", line: "Die Bilder auf den Karten." },
    back: { name: "Rückseite", line: "Was verdeckte Karten zeigen." },
    pace: { name: "Tempo", line: "Wie lange ein Zug zu sehen ist, bevor der nächste kommt." },
    motion: {
      name: "Bewegung",
      line: "Ob Karten an ihren Platz wandern oder gleich dort liegen.",
    },
    memory: {
      name: "Merkhilfe",
      line: "Zeigt die Karten, die die anderen vor aller Augen genommen haben.",
    },
    confirm: {
      name: "Vor dem Senden fragen",
      line: "Ein Zug wird erst beim zweiten Drücken gesendet.",
    },
    sound: { name: "Töne", line: "Karten, Chips, Klopfen und ein Ton, wenn du dran bist." },
    haptics: {
      name: "Vibration",
      line: "Ein leichtes Summen bei deinen Zügen, wo das Gerät es kann.",
    },

    values: {
      language: { system: "Wie im Browser", ...OWN_NAMES },
      theme: { system: "Wie im System", light: "Tag", dark: "Nacht" },
      cards: { french: "Französisch", "four-colour": "Vier Farben", german: "Deutsch" },
      back: { waves: "Wellen", checks: "Karo", tendrils: "Ranken", plain: "Schlicht" },
      pace: { relaxed: "Gemütlich", quick: "Flott", instant: "Sofort" },
      motion: { system: "Wie im System", off: "Aus" },
    },

    changed: (name, value) => `${name}: ${value}`,
    on: "an",
    off: "aus",
    keptLine:
      "Diese Einstellungen, deinen Namen, die zuletzt eingerichteten Spiele, was du an Tischen mit anderen vom Mischen gesehen hast, und wen du nicht hören willst. Ein signiertes Cookie sagt, welche Plätze deine sind; die Partien selbst behält der Server. Sonst verlässt nichts diesen Browser.",
    reset: "Alle Einstellungen wie am Anfang",
    resetDone: "Alle Einstellungen sind wie am Anfang.",
    forget: "Auch Namen und letztes Spiel vergessen",
    forgetSure: "Wirklich alles vergessen?",
    forgetDone: "Dieser Browser behält nichts mehr außer dem Cookie für deine Plätze.",
    cancel: "Behalten",
  },

  about: {
    title: "Über das Spiel",
    game: "Schwimmen ist eine freie Umsetzung des Kartenspiels, das auch 31, Schnauz oder Knack heißt: gegen Mitspieler am eigenen Tisch, nach den Hausregeln, die du gewohnt bist.",
    open: "Es läuft auf deinem eigenen Rechner und will vom übrigen Netz nichts: kein Konto, keine Werbung, niemand, der dich zählt.",
    version: (version) => `Version ${version}`,
    cardsTitle: "Karten",
    faces:
      "Französische Kartenbilder von Adrian Kennard, gemeinfrei (CC0), aus @heruka_urgyen/react-playing-cards.",
    german: "Die deutschen Kartenbilder und die Rückseiten sind für dieses Spiel gezeichnet.",
    peopleTitle: "Leute und Töne",
    people: "Die Gesichter der Gegner sind für dieses Spiel gezeichnet, die Töne dafür gemacht.",
    fontsTitle: "Schriften",
    figtree: "Figtree von Erik Kennedy, SIL Open Font License.",
    youngSerif: "Young Serif von Noir Blanc Rouge, SIL Open Font License.",
    documentation: "Dokumentation (englisch)",
    licences: "Die Lizenzen von allem, was andere gemacht haben",
    rulesTitle: "Regeln",
    rules: "Jede Variante und jede Hausregel ist vollständig aufgeschrieben.",
    readRules: "Die Regeln lesen",
    source: "Die Regelseite von pagat.com, der das deutsche Spiel folgt",
  },
};
