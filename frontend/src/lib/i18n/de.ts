import type { Rank, Suit } from "../cards/cards";
import type { Catalogue, Who } from "./en";

const suits: Record<Suit, string> = { C: "Kreuz", S: "Pik", H: "Herz", D: "Karo" };
const ranks: Record<Rank, string> = {
  "2": "Zwei",
  "3": "Drei",
  "4": "Vier",
  "5": "Fünf",
  "6": "Sechs",
  "7": "Sieben",
  "8": "Acht",
  "9": "Neun",
  T: "Zehn",
  J: "Bube",
  Q: "Dame",
  K: "König",
  A: "Ass",
};

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const does = (who: Who, you: string, they: string) =>
  who.you ? `Du ${you}` : `${who.name} ${they}`;
const list = (names: string[]) =>
  names.length < 2
    ? names.join("")
    : `${names.slice(0, -1).join(", ")} und ${names[names.length - 1]}`;

export const de: Catalogue = {
  title: "Schwimmen",
  subtitle: "Das Kartenspiel, auch 31, Schnauz oder Knack genannt",

  suit: (suit) => suits[suit],
  card: (rank, suit) => `${suits[suit]} ${ranks[rank]}`,
  value: (value, suit) => (suit === null ? `${value}, Karten eines Ranges` : `${value} in ${suit}`),

  start: {
    newGame: "Neues Spiel",
    variant: "Variante",
    opponents: "Gegner",
    level: "Stärke",
    levelOf: (n) => `Gegner ${n}`,
    eachLevel: "Stärke für jeden Gegner einzeln wählen",
    lives: "Leben je Spieler",
    rounds: "Runden",
    name: "Dein Name",
    defaultName: "Spieler",
    play: "Spielen",
    starting: "Es wird gegeben",
    running: "Deine laufenden Partien",
    resume: "Weiter",
    roundNumber: (n) => `Runde ${n}`,
    against: (names) => `gegen ${list(names)}`,
    unreachable: "Der Server antwortet nicht. Läuft er noch?",
    loading: "Wird geladen",
    badNumber: (what, low, high) => `${what}: bitte eine ganze Zahl von ${low} bis ${high}.`,
    handSize: (n) => `${n} Karten auf der Hand`,
    packs: {
      A7: "32 Karten, 7 bis Ass",
      A9: "24 Karten, 9 bis Ass",
      A5: "40 Karten, 5 bis Ass",
      A2: "52 Karten",
    },
    playersUpTo: (n) => `2 bis ${n} Spieler`,
    livesEach: (n) => `${n} Leben`,
    roundsInAll: (n) => count(n, "Runde um Punkte", "Runden um Punkte"),
  },

  variants: {
    pagat: {
      name: "Schwimmen",
      line: "Der Klassiker: Zumachen geht zusammen mit einem Tausch, die anderen sind noch einmal dran.",
    },
    app: {
      name: "Computer-31",
      line: "Wie im Computerspiel: Zumachen ist ein eigener Zug, bei Gleichstand zählt die höhere Karte.",
    },
    "app-a7": {
      name: "Computer-31, 32 Karten",
      line: "Computer-31 mit dem üblichen Blatt, Sieben bis Ass: dasselbe wie Computer-31.",
    },
    "app-a9": {
      name: "Computer-31, 24 Karten",
      line: "Computer-31 mit kleinem Blatt, Neun bis Ass: hohe Hände kommen schnell, der Talon ist kurz.",
    },
    "app-a5": {
      name: "Computer-31, 40 Karten",
      line: "Computer-31 mit größerem Blatt, Fünf bis Ass: gute Hände brauchen länger.",
    },
    gamerules: {
      name: "Schwimmen, Gleichstand wiederholt",
      line: "Wie Schwimmen; würden aber alle Letzten zugleich ausscheiden, wird die Runde wiederholt.",
    },
    dutch: {
      name: "Eenendertigen",
      line: "Das niederländische Spiel: kein Schieben. Wer zumacht oder alle tauscht, macht nur für sich zu, die anderen spielen weiter. Sechs Leben und ein Huhn.",
    },
    choy: {
      name: "Einundvierzig",
      line: "Vier Karten auf der Hand, gespielt um Punkte. Die Mitte lässt sich erneuern, Zumachen beendet die Runde sofort.",
    },
  },

  levels: {
    random: { name: "Zufall", line: "spielt irgendetwas Erlaubtes" },
    greedy: { name: "Gierig", line: "nimmt immer die beste sichtbare Hand" },
    beginner: { name: "Anfänger", line: "kennt die Regeln" },
    casual: { name: "Gelegenheit", line: "spielt zum Spaß" },
    club: { name: "Verein", line: "sieht, was du nimmst" },
    expert: { name: "Könner", line: "schenkt wenig her" },
    master: { name: "Meister", line: "so stark es geht" },
  },

  table: {
    label: "Tisch",
    round: (n) => `Runde ${n}`,
    roundOf: (n, all) => `Runde ${n} von ${all}`,
    leave: "Den Tisch verlassen",
    history: "Verlauf",
    closeHistory: "Verlauf schließen",
    historyEmpty: "Noch ist nichts geschehen.",
    talon: (n) => count(n, "Karte im Talon", "Karten im Talon"),
    tableCards: "Karten in der Mitte",
    yourHand: "Deine Hand",
    extraHand: "Die zweite Hand, verdeckt",
    dealer: "Geber",
    closed: "Zugemacht",
    swimming: "Schwimmt",
    chicken: "Huhn",
    out: "Raus",
    lastTurns: "Letzte Züge",
    lives: (n) => `${n} Leben`,
    points: (n) => `${n} ${/^.?1$/.test(n) ? "Punkt" : "Punkte"}`,
    yourTurn: "Du bist dran",
    yourLastTurn: "Dein letzter Zug",
    yourChoice: "Deine Hand behalten oder die verdeckte?",
    afterRenew: "Neue Mitte: tausche jetzt eine Karte",
    turnOf: (name) => `${name} ist dran`,
    choosing: (name) => `${name} gibt und wählt eine Hand`,
    roundOver: "Die Runde ist zu Ende",
    watching: "Du bist raus. Die anderen spielen weiter.",
    spectating: "Du siehst zu.",
    handWorth: "Deine Hand",
    wouldBe: "Deine Hand wäre dann wert:",
    cardWouldMake: (card, value) => `${card}, ergäbe ${value}`,
    chooseTable: "Wähle nun eine Karte der Mitte",
    chooseHand: "Wähle nun eine Karte deiner Hand",
    choosePair: "Wähle eine deiner Karten und eine der Mitte",
    loading: "Der Tisch wird geöffnet",
    noTable: "Diesen Tisch gibt es hier nicht.",
    toStart: "Zur Startseite",
  },

  actions: {
    label: "Was du tun kannst",
    exchange: "Tauschen",
    exchangeClose: "Tauschen und zumachen",
    all: "Alle tauschen",
    allClose: "Alle tauschen und zumachen",
    pass: "Schieben",
    close: "Zumachen",
    renew: "Mitte erneuern",
    keep: "Hand behalten",
    take: "Zweite Hand nehmen",
  },

  refused: {
    round_over: "Die Runde ist zu Ende.",
    not_your_turn: "Du bist nicht dran.",
    dealers_choice: "Zuerst wählt der Geber eine Hand.",
    no_choice: "Jetzt gibt es keine Hand zu wählen.",
    exchange_first: "Nach dem Erneuern tauschst du genau eine Karte.",
    no_pass: "In dieser Variante wird nicht geschoben.",
    no_exchange_all: "In dieser Variante tauscht man nicht alle Karten.",
    no_renew: "In dieser Variante wird die Mitte nicht erneuert.",
    close_is_its_own_turn: "In dieser Variante ist Zumachen ein eigener Zug.",
    too_early: "Zum Zumachen ist es in dieser Runde noch zu früh.",
    last_turn: "Das sind die letzten Züge: niemand macht mehr zu oder erneuert die Mitte.",
    too_few_cards: "Für eine neue Mitte sind zu wenige Karten übrig.",
    pair: "Wähle zuerst eine deiner Karten und eine der Mitte.",
    busy: "Dein Zug ist unterwegs.",
    other: "Das geht jetzt nicht.",
  },

  short: {
    all: "nimmt alle",
    pass: "schiebt",
    close: "macht zu",
    renew: "neue Mitte",
    keep: "behält",
    take: "zweite Hand",
  },

  happened: {
    dealt: (who) => `${does(who, "gibst", "gibt")}.`,
    kept: (who) => `${does(who, "behältst deine Hand", "behält die Hand")}.`,
    took: (who) => `${does(who, "nimmst", "nimmt")} die zweite Hand.`,
    tableIs: (cards) => `In der Mitte: ${cards}.`,
    exchange: (who, given, taken, closes) =>
      `${does(who, "legst", "legt")} ${given} ab${closes ? "," : " und"} ${who.you ? "nimmst" : "nimmt"} ${taken}${closes ? ` und ${who.you ? "machst" : "macht"} zu` : ""}.`,
    all: (who, given, taken, closes) =>
      `${does(who, "tauschst", "tauscht")} alle${closes ? ` und ${who.you ? "machst" : "macht"} zu` : ""}: ${given} gegen ${taken}.`,
    pass: (who) => `${does(who, "schiebst", "schiebt")}.`,
    close: (who) => `${does(who, "machst", "macht")} zu.`,
    renew: (who) => `${does(who, "erneuerst", "erneuert")} die Mitte.`,
    newTable: (cards) => `Neue Karten in der Mitte: ${cards}.`,
    allPassed: (cards) => `Alle haben geschoben. Neue Karten in der Mitte: ${cards}.`,
    sevenEightNine: (cards) => `Sieben, Acht, Neun wird ersetzt: ${cards}.`,
    recycled: "Die abgelegten Karten werden wieder zum Talon.",
    stays: "Der Talon ist zu kurz: die Mitte bleibt liegen.",
    shownBest: (who, best, cards) => `${does(who, "zeigst", "zeigt")} ${best}: ${cards}.`,
    shownFire: (who, cards) => `${does(who, "zeigst", "zeigt")} Feuer: ${cards}.`,
    shown: (who, cards) => `${does(who, "zeigst", "zeigt")} ${cards}.`,
    end: (how) => `Aufgedeckt. ${how}`,
  },

  end: {
    close: (who) => (who ? `${does(who, "hast", "hat")} zugemacht.` : "Zugemacht."),
    "31": (who, best) => (who ? `${does(who, "hast", "hat")} ${best}.` : `${best}.`),
    fire: (who) => (who ? `${does(who, "hast", "hat")} Feuer.` : "Feuer."),
    talon: "Der Talon ist aufgebraucht.",
    cap: "Die Runde hat die Höchstzahl der Züge erreicht.",
  },

  showdown: {
    title: (round) => `Runde ${round}: aufgedeckt`,
    loses: (n) => `verliert ${n} Leben`,
    nowSwimming: "schwimmt nun",
    nowChicken: "nimmt das Huhn",
    nowOut: "ist raus",
    nobody: "Niemand verliert ein Leben.",
    notCounted: "Alle wären raus: die Runde zählt nicht und wird wiederholt.",
    total: "Gesamt",
    points: "Punkte",
    next: "Nächste Runde",
    dealing: "Es wird gegeben",
    lossesWords: (who, n) => `${does(who, "verlierst", "verliert")} ${n} Leben.`,
  },

  over: {
    wins: (who) =>
      who.length === 1 && who[0]
        ? `${does(who[0], "gewinnst", "gewinnt")} die Partie`
        : `Geteilter Sieg: ${list(who.map(({ name, you }) => (you ? "du" : name)))}`,
    again: "Noch einmal",
    record: "Aufzeichnung laden",
    start: "Neues Spiel",
  },

  link: {
    lost: "Verbindung verloren, neuer Versuch läuft",
    outdated: "Der Server ist neuer als diese Seite.",
    reload: "Neu laden",
    closed: "Dieser Tisch wurde geschlossen.",
  },

  about: {
    title: "Über das Spiel",
    game: "Schwimmen ist eine freie Umsetzung des Kartenspiels Schwimmen, auch 31 genannt.",
    goalTitle: "Das Spiel in Kürze",
    goal: "Sammle Karten einer Farbe: das Ass zählt 11, König, Dame, Bube und Zehn zählen 10, die anderen ihre Zahl. 31 in einer Farbe ist das Höchste, ein Drilling zählt 30½, drei Asse sind Feuer. Wer dran ist, tauscht eine Karte mit der Mitte, oder alle, oder keine. Macht jemand zu, sind alle anderen noch einmal dran; die schlechteste Hand verliert ein Leben. Ohne Leben schwimmst du: noch einmal verloren, und du bist raus.",
    faces:
      "Kartenbilder von Adrian Kennard, gemeinfrei (CC0), aus @heruka_urgyen/react-playing-cards.",
    font: "Schrift Figtree von Erik Kennedy, SIL Open Font License.",
    version: (version) => `Version ${version}`,
  },
};
