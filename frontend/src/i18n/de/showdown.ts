import type { showdown as English } from "../en/showdown";
import type { PlayerName } from "../grammar";
import { does, list } from "./grammar";

const named = (who: PlayerName) => (who.you ? "du" : who.name);
const dative = (who: PlayerName) => (who.you ? "dir" : who.name);

const fate = (who: PlayerName[], you: string, they: string, many: string) =>
  who.length === 1 && who[0] ? `${does(who[0], you, they)}.` : `${many}: ${list(who.map(named))}.`;

export const showdown: typeof English = {
  showdown: {
    closed: "Zugemacht",
    losers: (who, n) =>
      who.length === 1 && who[0]
        ? `${does(who[0], "verlierst", "verliert")} ${n === 1 ? "ein" : n} Leben.`
        : `Je ${n === 1 ? "ein" : n} Leben verlieren: ${list(who.map(named))}.`,
    allBut: (who, n) => `Alle außer ${dative(who)} verlieren ${n === 1 ? "ein" : n} Leben.`,
    rule: (rule) => `Regel ${rule}, öffnet sich neben der Partie`,
    loses: (n) => `verliert ${n} Leben`,
    now: {
      under: "geht unter",
      out: "ist raus",
      swims: "schwimmt jetzt",
      chicken: "nimmt das Huhn",
    },
    fates: {
      under: (who) => fate(who, "bist raus", "geht unter", "Untergegangen"),
      out: (who) => fate(who, "bist raus", "ist raus", "Ausgeschieden"),
      swims: (who) => fate(who, "schwimmst", "schwimmt", "Jetzt schwimmen"),
      chicken: (who) => fate(who, "nimmst das Huhn", "nimmt das Huhn", "Das Huhn nehmen"),
    },
    safe: "Du kommst heil davon.",
    nobody: "Niemand verliert ein Leben.",
    notCounted: "Alle wären raus: Die Runde zählt nicht und wird wiederholt.",
    total: "Gesamt",
    points: "Punkte",
    next: "Nächste Runde",
    dealing: "Es wird gegeben",
  },

  why: {
    worst: (value) => `Die schlechteste Hand: ${value}.`,
    suit: (other, better, worse) => `So viel wie ${named(other)}, aber ${better} schlägt ${worse}.`,
    trips: (other) => `Ein Drilling wie bei ${dative(other)}, aber von niedrigerem Rang.`,
    highCard: (other, suit) =>
      `So viel in ${suit} wie ${named(other)}, aber die höchste Karte ist niedriger.`,
    tied: (value, others) =>
      `${value}, gleichauf mit ${list(others.map(dative))}: Alle Schlechtesten verlieren.`,
    fire: (other) => `${does(other, "hast", "hat")} Feuer: Alle anderen verlieren.`,
    dealtBest: (other, best) =>
      `${does(other, "hattest", "hatte")} ${best} gleich nach dem Geben: Alle ohne ${best} verlieren.`,
    dealtFire: (other, n, best) =>
      `${does(other, "hattest", "hatte")} Feuer gleich nach dem Geben: ${n > 1 ? "alle anderen verlieren zwei Leben" : `wer ${best} hat, verliert nur ein Leben`}.`,
    closer: "Zugemacht, aber nicht die beste Hand: ein Leben mehr.",
    difference: (other, own, best, n) =>
      `${own} gegen ${best} bei ${dative(other)}: die Differenz ist ${n}.`,
  },

  over: {
    standing: "Endstand",
    last: (round) => `Die letzte Runde, Runde ${round}`,
    statistics: "Statistik",
    wins: (who) =>
      who.length === 1 && who[0]
        ? `${does(who[0], "gewinnst", "gewinnt")} die Partie`
        : `Geteilter Sieg: ${list(who.map(named))}`,
    again: "Noch einmal",
    record: "Aufzeichnung laden",
    start: "Neues Spiel",
  },
};
