import type { cast as English } from "../en/cast";

export const cast: typeof English = {
  cast: {
    Berta: { line: "Zählt leise mit und gibt kein Paar mehr her." },
    Karl: { line: "Trägt seit vierzig Jahren denselben Hut und macht ohne Eile zu." },
    Emma: { line: "Lacht über ihre schlechten Karten und sammelt eine Farbe." },
    Fritz: { line: "Kann nicht stillsitzen und macht zu, kaum dass du sortiert hast." },
    Frieda: { line: "Schaut dich über die Brille hinweg an und macht spät zu." },
    Otto: { line: "Sagt wenig und legt jede Karte hin, als wäre sie aus Glas." },
    Ida: { line: "Nennt ihre Karten nach den Nachbarn und sammelt Drillinge." },
    Paul: { line: "Erklärt allen die Wahrscheinlichkeiten und bleibt bei einer Farbe." },
    Hanna: { line: "Summt bei jedem Blatt dieselbe Melodie, damit sie nichts verrät." },
    Max: { line: "Schwört auf seine Glücksmütze und auf Asse." },
    Lotte: {
      line: "Hat dreißig Jahre Mathematik unterrichtet und spielt, sagt sie, nur nach Gefühl.",
    },
    Emil: { line: "Bringt seinen eigenen Bierdeckel mit und tauscht gern alle Karten." },
    Greta: { line: "Verzieht keine Miene und wartet mit dem Zumachen." },
    Hugo: { line: "Freut sich über die guten Karten aller, am meisten über Asse." },
    Wim: { line: "War dreißig Jahre zur See und tauscht gern alle Karten." },
    Saskia: { line: "Nennt jede verlorene Runde eine Aufholjagd und macht früh zu." },
  },
};
