import type { fairness as English } from "../en/fairness";
import { count } from "../grammar";
import { list } from "./grammar";

export const fairness: typeof English = {
  fairness: {
    check: "Het schudden nagaan",
    again: "Nog eens nagaan",
    fair: "Er is geschud zoals van tevoren was vastgelegd.",
    unfair: "Het schudden klopt niet.",
    unknown: "Het schudden is niet na te gaan.",
    committed: "De server bleef bij de startwaarde die hij vóór de partij had vastgelegd.",
    mixed: (names) =>
      `Meegenomen: de ${names.length === 1 ? "startwaarde" : "startwaarden"} van ${list(names)}.`,
    unmixed: "Geen startwaarde van een speler telde mee; de server was aan de zijne gebonden.",
    followed: (packs, shuffles) =>
      `Wat uit de startwaarden volgt: ${list(["de eerste deler", count(packs, "kaartvolgorde", "kaartvolgorden"), ...(shuffles ? [count(shuffles, "keer opnieuw schudden", "keer opnieuw schudden")] : [])])}.`,
    attempts: (n) =>
      n === 2
        ? "Eén poging daarvoor mislukte, omdat een startwaarde niet werd onthuld."
        : `${n - 1} pogingen daarvoor mislukten, omdat een startwaarde niet werd onthuld.`,
    seen: "Het zegel is hetzelfde als wat dit apparaat vóór de partij zag.",
    compare: "Is dit het zegel dat je vóór de partij zag?",
    seal: "Zegel",
    faults: {
      none: "Deze partij vermeldt niets over haar startwaarden.",
      version: "De startwaarden zijn geschreven op een manier die deze pagina niet kent.",
      malformed: (key) => `De partij is niet te lezen: „${key}”.`,
      server_seed: (attempt) =>
        `Deze startwaarde had de server niet vastgelegd voor deze regels en spelers (poging ${attempt}).`,
      player_seed: (attempt, name) =>
        `Deze startwaarde had ${name} niet vastgelegd (poging ${attempt}).`,
      attempts: (attempt) =>
        `Poging ${attempt}: wie meedeed en wie onthulde, past niet bij elkaar.`,
      seal: "Het zegel is een ander dan wat dit apparaat vóór de partij zag.",
      unpublished: "De startwaarde van de server wordt bekend zodra de partij is afgelopen.",
      forgotten:
        "Iemand die meespeelde is op eigen verzoek vergeten; ook die naam had de server vastgelegd. Al het andere volgt uit de startwaarden.",
      dealer: "De eerste deler is niet degene die uit de startwaarden volgt.",
      pack: (round) => `Ronde ${round}: de kaarten liggen niet zoals uit de startwaarden volgt.`,
      shuffle: (round, shuffle) =>
        `Ronde ${round}: het schudden (keer ${shuffle}) is niet wat uit de startwaarden volgt.`,
    },
  },
};
