import type { settings as English } from "../en/settings";

export const settings: typeof English = {
  about: {
    title: "Über das Spiel",
    game: "Schwimmen ist eine freie Umsetzung des Kartenspiels Schwimmen, auch 31 genannt.",
    goalTitle: "Das Spiel in Kürze",
    goal: "Sammle Karten einer Farbe: das Ass zählt 11, König, Dame, Bube und Zehn zählen 10, die anderen ihre Zahl. 31 in einer Farbe ist das Höchste, ein Drilling zählt 30½, drei Asse sind Feuer. Wer dran ist, tauscht eine Karte mit der Mitte, oder alle, oder keine. Macht jemand zu, sind alle anderen noch einmal dran; die schlechteste Hand verliert ein Leben. Ohne Leben schwimmst du: noch einmal verloren, und du bist raus.",
    faces:
      "Französisches Blatt von Adrian Kennard, gemeinfrei (CC0), aus @heruka_urgyen/react-playing-cards, in unseren Farben. Deutsches Blatt und Rückseiten für diesen Tisch gezeichnet.",
    font: "Schrift Figtree von Erik Kennedy, SIL Open Font License.",
    version: (version) => `Version ${version}`,
  },
};
