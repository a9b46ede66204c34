import type { options as English } from "../en/options";

export const options: typeof English = {
  optionGroups: {
    cards: "Karten und Geben",
    turns: "Züge",
    closing: "Zumachen",
    special: "Besondere Hände",
    losing: "Verlieren und Leben",
    ties: "Gleichstand",
    points: "Spiel um Punkte",
    others: "Weitere",
  },

  optionValues: { yes: "ja", no: "nein", none: "keine" },

  options: {
    pack: {
      name: "Blatt",
      line: "Die Karten, mit denen gespielt wird.",
      values: {
        A9: "24 Karten, 9 bis Ass",
        A7: "32 Karten, 7 bis Ass",
        A5: "40 Karten, 5 bis Ass",
        A2: "52 Karten, 2 bis Ass",
      },
    },
    hand_size: {
      name: "Karten auf der Hand",
      line: "So viele hat jeder, und ebenso viele liegen in der Mitte.",
      values: { "3": "Drei", "4": "Vier" },
    },
    max_players: {
      name: "Höchstens so viele Spieler",
      line: "Wie viele am Tisch sitzen dürfen, du mitgezählt.",
      values: {},
    },
    dealer_choice: {
      name: "Wahl des Gebers",
      line: "Der Geber darf seine Hand gegen eine verdeckte tauschen. Die andere der beiden wird zur Mitte.",
      values: {},
    },
    pass: {
      name: "Schieben",
      line: "Ein Zug darf geschoben werden. Schieben alle nacheinander, kommen neue Karten in die Mitte.",
      values: {},
    },
    exchange_all: {
      name: "Alle tauschen",
      line: "Die ganze Hand darf gegen die ganze Mitte getauscht werden.",
      values: {},
    },
    renew: {
      name: "Mitte erneuern",
      line: "Wer dran ist, darf neue Karten aufdecken lassen und tauscht dann eine.",
      values: {},
    },
    replace_789: {
      name: "7, 8, 9 ersetzen",
      line: "Liegen Sieben, Acht und Neun in der Mitte, werden sie ersetzt.",
      values: {},
    },
    talon_short: {
      name: "Wenn der Talon ausgeht",
      line: "Was geschieht, wenn für eine neue Mitte zu wenige Karten übrig sind.",
      values: {
        showdown: "Die Runde endet",
        keep: "Die Mitte bleibt",
        recycle: "Alte Karten kommen zurück",
      },
    },
    recycle: {
      name: "Karten, die zurückkommen",
      line: "Wie die abgelegten Karten wieder zum Talon werden.",
      values: { shuffle: "Gemischt", in_order: "Wie sie liegen" },
    },
    turn_cap: {
      name: "Längste Runde",
      line: "Nach so vielen Zügen je Spieler endet die Runde und wird gewertet.",
      values: {},
    },
    close_timing: {
      name: "Wann du zumachst",
      line: "Nach einem Tausch im selben Zug, oder nur mit einem eigenen Zug.",
      values: { end_of_turn: "Am Ende eines Zuges", instead: "Als eigener Zug" },
    },
    close_effect: {
      name: "Nach dem Zumachen",
      line: "Wie eine Runde weitergeht, wenn jemand zugemacht hat.",
      values: {
        one_turn_each: "Noch ein Zug für jeden",
        until_one_open: "Bis nur einer offen ist",
        immediate: "Die Runde endet sofort",
      },
    },
    close_from_turn: {
      name: "Zumachen ab Zug",
      line: "Der erste deiner Züge in einer Runde, in dem du zumachen darfst.",
      values: {},
    },
    closer_penalty: {
      name: "Zumachen mit Risiko",
      line: "Wer zumacht, ohne die beste Hand zu haben, verliert ein Leben mehr.",
      values: {},
    },
    three_of_a_kind: {
      name: "Drilling",
      line: "Drei Karten eines Ranges zählen 30½.",
      values: {},
    },
    fire: {
      name: "Feuer",
      line: "Drei Asse zählen 32, mehr als jede andere Hand.",
      values: {},
    },
    special: {
      name: "31 und Feuer",
      line: "Was geschieht, wenn jemand 31 (mit vier Karten 41) oder Feuer hat.",
      values: {
        ends: "Die Runde endet sofort",
        grace: "Endet, anfangs mit Schonfrist",
        none: "Die Runde geht weiter",
      },
    },
    fire_penalty: {
      name: "Verlust bei Feuer",
      line: "Wer ein Leben verliert, wenn Feuer die Runde beendet hat.",
      values: { all_others: "Alle anderen", lowest: "Nur die schlechteste Hand" },
    },
    dealt_penalty: {
      name: "Ausgeteilte 31 oder Feuer",
      line: "Streng: Sind 31 oder Feuer schon ausgeteilt, verlieren alle anderen, bei Feuer sogar zwei Leben.",
      values: { normal: "Wie sonst", harsh: "Streng" },
    },
    lives: {
      name: "Leben",
      line: "Mit wie vielen Leben jeder anfängt.",
      values: {},
    },
    last_chance: {
      name: "Schwimmen",
      line: "Wer ohne Leben weiterspielen darf, bis er noch einmal verliert.",
      values: { all: "Alle", first: "Nur der Erste", none: "Niemand" },
    },
    all_out: {
      name: "Alle zugleich raus",
      line: "Was geschieht, wenn alle Verbliebenen in derselben Runde ausscheiden würden.",
      values: { share: "Sie gewinnen gemeinsam", replay: "Die Runde wird wiederholt" },
    },
    tie_trips_rank: {
      name: "Höherer Drilling",
      line: "Von zwei Drillingen ist der vom höheren Rang besser.",
      values: {},
    },
    tie_suit: {
      name: "Höhere Farbe",
      line: "Bei gleichem Wert entscheidet die Farbe: Kreuz, Pik, Herz, Karo.",
      values: {},
    },
    tie_high_card: {
      name: "Höhere Karte",
      line: "Bei gleichem Wert in derselben Farbe entscheidet die höchste Karte.",
      values: {},
    },
    scoring: {
      name: "Gespielt wird um",
      line: "Leben, bis nur noch einer welche hat, oder Punkte über mehrere Runden.",
      values: { lives: "Leben", points: "Punkte" },
    },
    rounds: {
      name: "Runden",
      line: "Nach wie vielen Runden die Partie zu Ende ist.",
      values: {},
    },
    target: {
      name: "Punkte zum Sieg",
      line: "Die Partie endet früher, wenn jemand nach einer Runde so viele Punkte hat.",
      values: {},
    },
  },
};
