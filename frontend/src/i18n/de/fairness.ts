import type { fairness as English } from "../en/fairness";
import { count } from "../grammar";
import { list } from "./grammar";

export const fairness: typeof English = {
  fairness: {
    check: "Mischen nachprüfen",
    again: "Noch einmal prüfen",
    fair: "Gemischt wurde so, wie es vorher festgelegt war.",
    unfair: "Das Mischen hält der Prüfung nicht stand.",
    unknown: "Das Mischen lässt sich nicht prüfen.",
    committed:
      "Der Server blieb bei dem Startwert, auf den er sich vor der Partie festgelegt hatte.",
    mixed: (names) =>
      `Eingeflossen: ${names.length === 1 ? "der Startwert" : "die Startwerte"} von ${list(names)}.`,
    unmixed: "Kein Startwert der Spieler floss ein; der Server war an seinen gebunden.",
    followed: (packs, shuffles) =>
      `Was aus den Startwerten folgt: ${list(["der erste Geber", count(packs, "Kartenfolge", "Kartenfolgen"), ...(shuffles ? [count(shuffles, "Neumischung", "Neumischungen")] : [])])}.`,
    attempts: (n) =>
      n === 2
        ? "Ein Versuch davor scheiterte, weil ein Startwert nicht offengelegt wurde."
        : `${n - 1} Versuche davor scheiterten, weil ein Startwert nicht offengelegt wurde.`,
    seen: "Das Siegel ist das, welches dieses Gerät vor der Partie sah.",
    compare: "Ist dies das Siegel, das du vor der Partie gesehen hast?",
    seal: "Siegel",
    faults: {
      none: "Diese Aufzeichnung sagt nichts über ihre Startwerte.",
      version: "Ihre Startwerte sind auf eine Art geschrieben, die diese Seite nicht kennt.",
      malformed: (key) => `Die Aufzeichnung ist nicht lesbar: „${key}“.`,
      server_seed: (attempt) =>
        `Auf diesen Startwert hatte sich der Server für diese Regeln und Spieler nicht festgelegt (Versuch ${attempt}).`,
      player_seed: (attempt, name) =>
        `Auf diesen Startwert hatte sich ${name} nicht festgelegt (Versuch ${attempt}).`,
      attempts: (attempt) =>
        `Versuch ${attempt}: Wer teilnahm und wer offenlegte, passt nicht zusammen.`,
      seal: "Das Siegel ist nicht das, welches dieses Gerät vor der Partie sah.",
      unpublished: "Der Startwert des Servers wird veröffentlicht, sobald die Partie zu Ende ist.",
      forgotten:
        "Jemand aus der Partie wurde auf eigenen Wunsch vergessen; auch auf den Namen hatte sich der Server festgelegt. Alles andere folgt aus den Startwerten.",
      dealer: "Der erste Geber ist nicht der, der aus den Startwerten folgt.",
      pack: (round) =>
        `Runde ${round}: Die Karten liegen nicht so, wie es aus den Startwerten folgt.`,
      shuffle: (round, shuffle) =>
        `Runde ${round}: Die ${shuffle}. Neumischung ist nicht die, welche aus den Startwerten folgt.`,
    },
  },
};
