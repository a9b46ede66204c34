/**
 * Every sentence of the page, in English. The other languages have exactly these keys: the build
 * fails on one that is missing. Cards inside a sentence are written [9D] and drawn by the page.
 */
import type { Rank, Suit } from "../cards/cards";

/** Somebody at the table; sentences about the reader say "you". */
export interface Who {
  name: string;
  you: boolean;
}

const suits: Record<Suit, string> = { C: "clubs", S: "spades", H: "hearts", D: "diamonds" };
const ranks: Record<Rank, string> = {
  "2": "two",
  "3": "three",
  "4": "four",
  "5": "five",
  "6": "six",
  "7": "seven",
  "8": "eight",
  "9": "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
  A: "ace",
};

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const does = (who: Who, you: string, they: string) =>
  who.you ? `You ${you}` : `${who.name} ${they}`;
const list = (names: string[]) =>
  names.length < 2
    ? names.join("")
    : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
const players = (who: Who[]) => list(who.map(({ name, you }) => (you ? "you" : name)));
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const en = {
  title: "Schwimmen",
  subtitle: "The card game also called 31, Schnauz or Knack",

  suit: (suit: Suit) => suits[suit],
  card: (rank: Rank, suit: Suit) => `${ranks[rank]} of ${suits[suit]}`,
  value: (value: string, suit: string | null) =>
    suit === null ? `${value}, cards of one rank` : `${value} in ${suit}`,

  start: {
    newGame: "New game",
    variant: "Variant",
    opponents: "Opponents",
    level: "Level",
    levelOf: (n: number) => `Opponent ${n}`,
    eachLevel: "Choose a level for each opponent",
    lives: "Lives each",
    rounds: "Rounds",
    name: "Your name",
    defaultName: "Player",
    play: "Play",
    starting: "Dealing",
    running: "Your running matches",
    resume: "Resume",
    roundNumber: (n: number) => `round ${n}`,
    against: (names: string[]) => `against ${list(names)}`,
    unreachable: "The server does not answer. Is it still running?",
    loading: "Loading",
    badNumber: (what: string, low: number, high: number) =>
      `${what}: a whole number from ${low} to ${high}, please.`,
    handSize: (n: number) => `${n} cards in hand`,
    packs: {
      A7: "32 cards, 7 to ace",
      A9: "24 cards, 9 to ace",
      A5: "40 cards, 5 to ace",
      A2: "52 cards",
    },
    playersUpTo: (n: number) => `2 to ${n} players`,
    livesEach: (n: number) => count(n, "life", "lives"),
    roundsInAll: (n: number) => count(n, "round for points", "rounds for points"),
  },

  variants: {
    pagat: {
      name: "Schwimmen",
      line: "The German classic: you may close together with an exchange, and the others get one more turn.",
    },
    app: {
      name: "Computer 31",
      line: "As in the computer game: closing is a turn of its own, and the higher card breaks ties.",
    },
    "app-a7": {
      name: "Computer 31, 32 cards",
      line: "Computer 31 with the usual pack, seven to ace: the same as Computer 31.",
    },
    "app-a9": {
      name: "Computer 31, 24 cards",
      line: "Computer 31 with a small pack, nine to ace: high hands come quickly, the talon is short.",
    },
    "app-a5": {
      name: "Computer 31, 40 cards",
      line: "Computer 31 with a larger pack, five to ace: good hands take longer.",
    },
    gamerules: {
      name: "Schwimmen, tie replayed",
      line: "Like Schwimmen, but when all the last players would go out together the round is played again.",
    },
    dutch: {
      name: "Eenendertigen",
      line: "The Dutch game: no passing. Closing is for yourself, and so is exchanging all; the others go on. Six lives and one chicken.",
    },
    choy: {
      name: "Forty-one",
      line: "Four cards in hand, played for points. You may renew the table, and closing ends the round at once.",
    },
  },

  levels: {
    random: { name: "Random", line: "plays anything that is allowed" },
    greedy: { name: "Greedy", line: "always takes the best hand in sight" },
    beginner: { name: "Beginner", line: "knows the rules" },
    casual: { name: "Casual", line: "plays for fun" },
    club: { name: "Club", line: "watches what you take" },
    expert: { name: "Expert", line: "gives little away" },
    master: { name: "Master", line: "the strongest there is" },
  },

  table: {
    label: "Table",
    round: (n: number) => `Round ${n}`,
    roundOf: (n: number, all: number) => `Round ${n} of ${all}`,
    leave: "Leave the table",
    history: "History",
    closeHistory: "Close the history",
    historyEmpty: "Nothing has happened yet.",
    talon: (n: number) => count(n, "card in the talon", "cards in the talon"),
    tableCards: "Table cards",
    yourHand: "Your hand",
    extraHand: "The extra hand, face down",
    dealer: "Dealer",
    closed: "Closed",
    swimming: "Swimming",
    chicken: "Chicken",
    out: "Out",
    lastTurns: "Last turns",
    lives: (n: number) => count(n, "life", "lives"),
    points: (n: string) => `${n} ${/^.?1$/.test(n) ? "point" : "points"}`,
    yourTurn: "Your turn",
    yourLastTurn: "Your last turn",
    yourChoice: "Keep your hand, or take the unseen one?",
    afterRenew: "New table: now exchange one card",
    turnOf: (name: string) => `${name} to play`,
    choosing: (name: string) => `${name} deals and chooses a hand`,
    roundOver: "The round is over",
    watching: "You are out. The others play on.",
    spectating: "You are watching.",
    handWorth: "Your hand",
    wouldBe: "Your hand would be worth",
    cardWouldMake: (card: string, value: string) => `${card}, would make ${value}`,
    chooseTable: "Now choose a table card",
    chooseHand: "Now choose a card of your hand",
    choosePair: "Choose one of your cards and one from the table",
    loading: "Opening the table",
    noTable: "There is no such table here.",
    toStart: "To the start page",
  },

  actions: {
    label: "What you can do",
    exchange: "Exchange",
    exchangeClose: "Exchange and close",
    all: "Exchange all",
    allClose: "Exchange all and close",
    pass: "Pass",
    close: "Close",
    renew: "Renew the table",
    keep: "Keep my hand",
    take: "Take the extra hand",
  },

  refused: {
    round_over: "The round is over.",
    not_your_turn: "It is not your turn.",
    dealers_choice: "First the dealer chooses a hand.",
    no_choice: "There is no hand to choose now.",
    exchange_first: "After renewing the table you exchange exactly one card.",
    no_pass: "There is no passing in this variant.",
    no_exchange_all: "Exchanging all is not allowed in this variant.",
    no_renew: "The table is not renewed in this variant.",
    close_is_its_own_turn: "In this variant closing is a turn of its own.",
    too_early: "It is too early in the round to close.",
    last_turn: "These are the last turns: nobody closes or renews any more.",
    too_few_cards: "Too few cards are left for a new table.",
    pair: "Choose one of your cards and one from the table first.",
    busy: "Your move is on its way.",
    other: "That is not possible now.",
  },

  short: {
    all: "took all",
    pass: "passed",
    close: "closed",
    renew: "new table",
    keep: "kept",
    take: "took extra",
  },

  happened: {
    dealt: (who: Who) => `${does(who, "deal", "deals")}.`,
    kept: (who: Who) => `${does(who, "keep your hand", "keeps the hand")}.`,
    took: (who: Who) => `${does(who, "take the extra hand", "takes the extra hand")}.`,
    tableIs: (cards: string) => `On the table: ${cards}.`,
    exchange: (who: Who, given: string, taken: string, closes: boolean) =>
      `${does(who, "lay down", "lays down")} ${given}${closes ? "," : " and"} ${who.you ? "take" : "takes"} ${taken}${closes ? ` and ${who.you ? "close" : "closes"}` : ""}.`,
    all: (who: Who, given: string, taken: string, closes: boolean) =>
      `${does(who, "exchange", "exchanges")} all${closes ? ` and ${who.you ? "close" : "closes"}` : ""}: ${given} for ${taken}.`,
    pass: (who: Who) => `${does(who, "pass", "passes")}.`,
    close: (who: Who) => `${does(who, "close", "closes")}.`,
    renew: (who: Who) => `${does(who, "renew", "renews")} the table.`,
    newTable: (cards: string) => `New cards on the table: ${cards}.`,
    allPassed: (cards: string) => `Everybody passed. New cards on the table: ${cards}.`,
    sevenEightNine: (cards: string) => `Seven, eight, nine is replaced: ${cards}.`,
    recycled: "The cards laid aside become the talon again.",
    stays: "The talon is too short: the table stays.",
    shownBest: (who: Who, best: string, cards: string) =>
      `${does(who, "show", "shows")} ${best}: ${cards}.`,
    shownFire: (who: Who, cards: string) => `${does(who, "show", "shows")} fire: ${cards}.`,
    shown: (who: Who, cards: string) => `${does(who, "show", "shows")} ${cards}.`,
    end: (how: string) => `Showdown. ${how}`,
  },

  end: {
    close: (who: Who | null) => (who ? `${does(who, "closed", "closed")}.` : "Closed."),
    "31": (who: Who | null, best: string) =>
      who ? `${does(who, "have", "has")} ${best}.` : `${best}.`,
    fire: (who: Who | null) => (who ? `${does(who, "have fire", "has fire")}.` : "Fire."),
    talon: "The talon is used up.",
    cap: "The round has reached its limit of turns.",
  },

  showdown: {
    title: (round: number) => `Round ${round}: showdown`,
    loses: (n: number) => `loses ${count(n, "life", "lives")}`,
    nowSwimming: "now swimming",
    nowChicken: "takes the chicken",
    nowOut: "is out",
    nobody: "Nobody loses a life.",
    notCounted: "All would be out: the round does not count and is played again.",
    total: "Total",
    points: "Points",
    next: "Next round",
    dealing: "Dealing",
    lossesWords: (who: Who, n: number) =>
      `${does(who, "lose", "loses")} ${count(n, "life", "lives")}.`,
  },

  over: {
    wins: (who: Who[]) =>
      who.length === 1 && who[0]
        ? `${does(who[0], "win", "wins")} the match`
        : `${capital(players(who))} share the match`,
    again: "Play again",
    record: "Download record",
    start: "New game",
  },

  link: {
    lost: "Connection lost, trying again",
    outdated: "The server is newer than this page.",
    reload: "Reload",
    closed: "This table was closed.",
  },

  about: {
    title: "About",
    game: "Schwimmen is an open implementation of the card game Schwimmen, also called 31.",
    goalTitle: "The game in short",
    goal: "Collect cards of one suit: an ace counts 11, king, queen, jack and ten count 10, the others their number. 31 in one suit is the most, three of a kind is worth 30½, three aces are fire. On your turn exchange one card with the table, or all, or none. When somebody closes everyone else has one more turn; the worst hand loses a life. Without any life left you swim: one more loss and you are out.",
    faces:
      "Card faces by Adrian Kennard, in the public domain (CC0), as packed by @heruka_urgyen/react-playing-cards.",
    font: "Typeface Figtree by Erik Kennedy, SIL Open Font License.",
    version: (version: string) => `Version ${version}`,
  },
};

export type Catalogue = typeof en;
