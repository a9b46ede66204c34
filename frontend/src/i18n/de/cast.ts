import type { cast as English } from "../en/cast";

export const cast: typeof English = {
  cast: {
    Berta: { line: "Zählt leise mit und behauptet, sie summe nur." },
    Karl: {
      line: "Trägt seit vierzig Jahren zu jeder Partie denselben Hut und verrät nicht, warum.",
    },
    Emma: { line: "Lacht über ihre eigenen schlechten Karten lauter als über jeden Witz." },
    Fritz: { line: "Kann nicht stillsitzen und greift nach jeder Karte, kaum dass sie liegt." },
    Frieda: { line: "Schaut dich über die Brille hinweg an, so lange es eben dauert." },
    Otto: { line: "Sagt wenig und legt jede Karte hin, als wäre sie aus Glas." },
    Ida: { line: "Gibt ihren Karten die Namen der Nachbarn und verrät nie, wer wer ist." },
    Paul: {
      line: "Erklärt die Wahrscheinlichkeiten allen, die danach fragen, und allen anderen auch.",
    },
    Hanna: { line: "Summt bei jedem Blatt dieselbe Melodie, damit sie nichts verrät." },
    Max: { line: "Schwört auf seine Glücksmütze und hat sie noch nie gewaschen." },
    Lotte: {
      line: "Hat dreißig Jahre Mathematik unterrichtet und spielt, sagt sie, nur nach Gefühl.",
    },
    Emil: { line: "Bringt seinen eigenen Bierdeckel mit und zu jeder Karte eine Geschichte." },
    Greta: {
      line: "Verzieht von der ersten Karte bis zur letzten keine Miene; geübt hat sie vor dem Spiegel.",
    },
    Hugo: { line: "Freut sich über die guten Karten aller, die eigenen eingeschlossen." },
    Wim: {
      line: "Ist dreißig Jahre zur See gefahren, kann nicht schwimmen und ist auf beides stolz.",
    },
    Saskia: { line: "Nennt jede verlorene Runde den Anfang ihrer Aufholjagd." },
  },
};
