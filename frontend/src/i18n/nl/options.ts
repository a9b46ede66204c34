import type { options as English } from "../en/options";

export const options: typeof English = {
  optionGroups: {
    cards: "Kaarten en delen",
    turns: "Beurten",
    closing: "Passen",
    special: "Bijzondere handen",
    losing: "Verliezen en punten",
    ties: "Gelijke handen",
    points: "Spelen om de score",
    others: "Overige",
  },

  optionValues: { yes: "ja", no: "nee", none: "geen" },

  options: {
    pack: {
      name: "Kaartspel",
      line: "De kaarten waarmee wordt gespeeld.",
      values: {
        A9: "24 kaarten, 9 tot aas",
        A7: "32 kaarten, 7 tot aas",
        A5: "40 kaarten, 5 tot aas",
        A2: "52 kaarten, 2 tot aas",
      },
    },
    hand_size: {
      name: "Kaarten in de hand",
      line: "Zoveel heeft iedereen, en evenveel liggen er in de pot.",
      values: { "3": "Drie", "4": "Vier" },
    },
    max_players: {
      name: "Maximaal aantal spelers",
      line: "Hoeveel er aan tafel mogen zitten, jij meegeteld.",
      values: {},
    },
    dealer_choice: {
      name: "Keuze van de deler",
      line: "De deler mag zijn hand ruilen voor een gesloten hand. De andere van de twee wordt de pot.",
      values: {},
    },
    pass: {
      name: "Beurt overslaan",
      line: "Een beurt mag worden overgeslagen. Slaat iedereen na elkaar over, dan komt er een nieuwe pot.",
      values: {},
    },
    exchange_all: {
      name: "Alles ruilen",
      line: "De hele hand mag voor de hele pot worden geruild.",
      values: {},
    },
    renew: {
      name: "Pot vernieuwen",
      line: "In je beurt mag je nieuwe kaarten laten omdraaien; daarna ruil je er één.",
      values: {},
    },
    replace_789: {
      name: "7, 8, 9 vervangen",
      line: "Liggen er een zeven, een acht en een negen in de pot, dan worden ze vervangen.",
      values: {},
    },
    talon_short: {
      name: "Als de stapel opraakt",
      line: "Wat er gebeurt als er te weinig kaarten zijn voor een nieuwe pot.",
      values: {
        showdown: "De ronde eindigt",
        keep: "De pot blijft liggen",
        recycle: "Oude kaarten komen terug",
      },
    },
    recycle: {
      name: "Kaarten die terugkomen",
      line: "Hoe de afgelegde kaarten weer de stapel worden.",
      values: { shuffle: "Geschud", in_order: "Zoals ze liggen" },
    },
    turn_cap: {
      name: "Langste ronde",
      line: "Na zoveel beurten per speler eindigt de ronde en wordt er geteld.",
      values: {},
    },
    close_timing: {
      name: "Wanneer je past",
      line: "Na een ruil in dezelfde beurt, of alleen met een eigen beurt.",
      values: { end_of_turn: "Aan het eind van een beurt", instead: "Als eigen beurt" },
    },
    close_effect: {
      name: "Na het passen",
      line: "Hoe een ronde verdergaat als iemand heeft gepast.",
      values: {
        one_turn_each: "Ieder nog één beurt",
        until_one_open: "Tot er één over is",
        immediate: "De ronde eindigt meteen",
      },
    },
    close_from_turn: {
      name: "Passen vanaf beurt",
      line: "De eerste van je beurten in een ronde waarin je mag passen.",
      values: {},
    },
    closer_penalty: {
      name: "Passen met risico",
      line: "Wie past zonder de beste hand te hebben, verliest een punt meer.",
      values: {},
    },
    three_of_a_kind: {
      name: "Drie gelijke",
      line: "Drie kaarten van dezelfde waarde tellen 30½.",
      values: {},
    },
    fire: {
      name: "Vuur",
      line: "Drie azen tellen 32, meer dan elke andere hand.",
      values: {},
    },
    special: {
      name: "31 en vuur",
      line: "Wat er gebeurt als iemand 31 (met vier kaarten 41) of vuur heeft.",
      values: {
        ends: "De ronde eindigt meteen",
        grace: "Eindigt, met respijt in het begin",
        none: "De ronde gaat door",
      },
    },
    fire_penalty: {
      name: "Verlies bij vuur",
      line: "Wie een punt verliest als vuur de ronde heeft beëindigd.",
      values: { all_others: "Alle anderen", lowest: "Alleen de slechtste hand" },
    },
    dealt_penalty: {
      name: "31 of vuur gedeeld",
      line: "Streng: wordt 31 of vuur meteen gedeeld, dan verliezen alle anderen, bij vuur zelfs twee punten.",
      values: { normal: "Zoals gewoonlijk", harsh: "Streng" },
    },
    lives: {
      name: "Punten",
      line: "Met hoeveel punten iedereen begint.",
      values: {},
    },
    last_chance: {
      name: "De kip",
      line: "Wie zonder punten mag doorspelen tot het volgende verlies.",
      values: { all: "Iedereen", first: "Alleen de eerste", none: "Niemand" },
    },
    all_out: {
      name: "Allemaal tegelijk uit",
      line: "Wat er gebeurt als alle overgeblevenen in dezelfde ronde zouden uitvallen.",
      values: { share: "Ze winnen samen", replay: "De ronde wordt overgespeeld" },
    },
    tie_trips_rank: {
      name: "Hogere drie gelijke",
      line: "Van twee keer drie gelijke zijn de hoogste kaarten beter.",
      values: {},
    },
    tie_suit: {
      name: "Hogere kleur",
      line: "Bij gelijke waarde beslist de kleur: klaveren, schoppen, harten, ruiten.",
      values: {},
    },
    tie_high_card: {
      name: "Hogere kaart",
      line: "Bij gelijke waarde in dezelfde kleur beslist de hoogste kaart.",
      values: {},
    },
    scoring: {
      name: "Spelen om",
      line: "Punten verliezen tot er één speler over is, of een score over een aantal rondes.",
      values: { lives: "Punten", points: "De score" },
    },
    rounds: {
      name: "Rondes",
      line: "Na hoeveel rondes de partij is afgelopen.",
      values: {},
    },
    target: {
      name: "Score om te winnen",
      line: "De partij eindigt eerder als iemand na een ronde deze score heeft.",
      values: {},
    },
  },
};
