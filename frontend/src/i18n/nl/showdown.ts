import { count, type PlayerName } from "../grammar";
import type { showdown as English } from "../en/showdown";
import { does, list } from "./grammar";

const named = (who: PlayerName) => (who.you ? "jij" : who.name);
const object = (who: PlayerName) => (who.you ? "jou" : who.name);

const fate = (who: PlayerName[], you: string, they: string, many: string) =>
  who.length === 1 && who[0] ? `${does(who[0], you, they)}.` : `${many}: ${list(who.map(named))}.`;

export const showdown: typeof English = {
  showdown: {
    closed: "Gepast",
    losers: (who, n) =>
      who.length === 1 && who[0]
        ? `${does(who[0], "verliest", "verliest")} ${n === 1 ? "een punt" : `${n} punten`}.`
        : `Elk ${n === 1 ? "een punt" : `${n} punten`} verliezen: ${list(who.map(named))}.`,
    allBut: (who, n) =>
      `Iedereen behalve ${named(who)} verliest ${n === 1 ? "een punt" : `${n} punten`}.`,
    rule: (rule) => `Regel ${rule}, opent naast de partij`,
    loses: (n) => `verliest ${count(n, "punt", "punten")}`,
    now: {
      under: "gaat ten onder",
      out: "is uit",
      swims: "zwemt nu",
      chicken: "krijgt de kip",
    },
    fates: {
      under: (who) => fate(who, "bent uit", "gaat ten onder", "Ten onder gegaan"),
      out: (who) => fate(who, "bent uit", "is uit", "Uitgeschakeld"),
      swims: (who) => fate(who, "zwemt", "zwemt", "Nu zwemmen"),
      chicken: (who) => fate(who, "krijgt de kip", "krijgt de kip", "De kip krijgen"),
    },
    safe: "Je bent veilig.",
    nobody: "Niemand verliest een punt.",
    notCounted: "Iedereen zou uit zijn: de ronde telt niet en wordt overgespeeld.",
    total: "Totaal",
    points: "Score",
    next: "Volgende ronde",
    dealing: "Er wordt gedeeld",
  },

  why: {
    worst: (value) => `De slechtste hand: ${value}.`,
    suit: (other, better, worse) =>
      `Evenveel als ${named(other)}, maar ${better} gaan boven ${worse}.`,
    trips: (other) => `Drie gelijke net als ${named(other)}, maar lager van rang.`,
    highCard: (other, suit) =>
      `Evenveel in ${suit} als ${named(other)}, maar de hoogste kaart is lager.`,
    tied: (value, others) =>
      `${value}, gelijk met ${list(others.map(object))}: iedereen met de slechtste hand verliest.`,
    fire: (other) => `${does(other, "hebt", "heeft")} vuur: alle anderen verliezen.`,
    dealtBest: (other, best) =>
      `${does(other, "had", "had")} meteen na het delen ${best}: iedereen zonder ${best} verliest.`,
    dealtFire: (other, n, best) =>
      `${does(other, "had", "had")} meteen na het delen vuur: ${n > 1 ? "alle anderen verliezen twee punten" : `wie ${best} heeft, verliest maar één punt`}.`,
    closer: "Gepast, maar niet de beste hand: een punt extra.",
    difference: (other, own, best, n) =>
      `${own} tegen ${best} van ${object(other)}: het verschil is ${n}.`,
  },

  over: {
    standing: "Eindstand",
    last: (round) => `De laatste ronde, ronde ${round}`,
    statistics: "Statistieken",
    wins: (who) =>
      who.length === 1 && who[0]
        ? `${does(who[0], "wint", "wint")} de partij`
        : `Gedeelde winst: ${list(who.map(named))}`,
    again: "Nog een keer",
    record: "Partij downloaden",
    start: "Nieuw spel",
  },
};
