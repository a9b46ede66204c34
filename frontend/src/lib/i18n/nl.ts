import type { Rank, Suit } from "../cards/cards";
import type { Catalogue, Who } from "./en";

const suits: Record<Suit, string> = { C: "klaveren", S: "schoppen", H: "harten", D: "ruiten" };
const ranks: Record<Rank, string> = {
  "2": "twee",
  "3": "drie",
  "4": "vier",
  "5": "vijf",
  "6": "zes",
  "7": "zeven",
  "8": "acht",
  "9": "negen",
  T: "tien",
  J: "boer",
  Q: "vrouw",
  K: "heer",
  A: "aas",
};

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const does = (who: Who, you: string, they: string) =>
  who.you ? `Je ${you}` : `${who.name} ${they}`;
const list = (names: string[]) =>
  names.length < 2
    ? names.join("")
    : `${names.slice(0, -1).join(", ")} en ${names[names.length - 1]}`;

export const nl: Catalogue = {
  title: "Schwimmen",
  subtitle: "Het kaartspel dat ook 31 of eenendertigen heet",

  suit: (suit) => suits[suit],
  card: (rank, suit) => `${suits[suit]} ${ranks[rank]}`,
  value: (value, suit) => (suit === null ? `${value}, gelijke kaarten` : `${value} in ${suit}`),

  start: {
    newGame: "Nieuw spel",
    variant: "Variant",
    opponents: "Tegenstanders",
    level: "Niveau",
    levelOf: (n) => `Tegenstander ${n}`,
    eachLevel: "Kies voor elke tegenstander een niveau",
    lives: "Punten per speler",
    rounds: "Rondes",
    name: "Je naam",
    defaultName: "Speler",
    play: "Spelen",
    starting: "Er wordt gedeeld",
    running: "Je lopende partijen",
    resume: "Verder",
    roundNumber: (n) => `ronde ${n}`,
    against: (names) => `tegen ${list(names)}`,
    unreachable: "De server antwoordt niet. Draait hij nog?",
    loading: "Laden",
    badNumber: (what, low, high) => `${what}: een heel getal van ${low} tot ${high}, graag.`,
    handSize: (n) => `${n} kaarten in de hand`,
    packs: {
      A7: "32 kaarten, 7 tot aas",
      A9: "24 kaarten, 9 tot aas",
      A5: "40 kaarten, 5 tot aas",
      A2: "52 kaarten",
    },
    playersUpTo: (n) => `2 tot ${n} spelers`,
    livesEach: (n) => count(n, "punt", "punten"),
    roundsInAll: (n) => count(n, "ronde om de score", "rondes om de score"),
  },

  variants: {
    pagat: {
      name: "Schwimmen",
      line: "De Duitse klassieker: passen kan samen met een ruil, en de anderen krijgen nog één beurt.",
    },
    app: {
      name: "Computer-31",
      line: "Zoals in het computerspel: passen is een eigen beurt, en bij gelijke stand telt de hoogste kaart.",
    },
    "app-a7": {
      name: "Computer-31, 32 kaarten",
      line: "Computer-31 met het gewone spel, zeven tot aas: hetzelfde als Computer-31.",
    },
    "app-a9": {
      name: "Computer-31, 24 kaarten",
      line: "Computer-31 met een klein spel, negen tot aas: hoge handen komen snel, de stapel is kort.",
    },
    "app-a5": {
      name: "Computer-31, 40 kaarten",
      line: "Computer-31 met een groter spel, vijf tot aas: goede handen duren langer.",
    },
    gamerules: {
      name: "Schwimmen, gelijk wordt overgespeeld",
      line: "Als Schwimmen, maar zouden de laatsten allemaal tegelijk uitvallen, dan wordt de ronde overgespeeld.",
    },
    dutch: {
      name: "Eenendertigen",
      line: "Het Nederlandse spel: wie past of alles ruilt, past voor zichzelf, en de anderen gaan door. Zes punten en één kip.",
    },
    choy: {
      name: "Eenenveertig",
      line: "Vier kaarten in de hand, gespeeld om de score. De pot kan worden vernieuwd, en passen beëindigt de ronde meteen.",
    },
  },

  levels: {
    random: { name: "Willekeurig", line: "speelt wat maar mag" },
    greedy: { name: "Gretig", line: "neemt altijd de beste hand die er ligt" },
    beginner: { name: "Beginner", line: "kent de regels" },
    casual: { name: "Gezellig", line: "speelt voor de lol" },
    club: { name: "Club", line: "let op wat je pakt" },
    expert: { name: "Expert", line: "geeft weinig weg" },
    master: { name: "Meester", line: "zo sterk als het kan" },
  },

  table: {
    label: "Tafel",
    round: (n) => `Ronde ${n}`,
    roundOf: (n, all) => `Ronde ${n} van ${all}`,
    leave: "De tafel verlaten",
    history: "Verloop",
    closeHistory: "Verloop sluiten",
    historyEmpty: "Er is nog niets gebeurd.",
    talon: (n) => count(n, "kaart in de stapel", "kaarten in de stapel"),
    tableCards: "Kaarten in de pot",
    yourHand: "Je hand",
    extraHand: "De tweede hand, gesloten",
    dealer: "Deler",
    closed: "Gepast",
    swimming: "Zwemt",
    chicken: "Kip",
    out: "Uit",
    lastTurns: "Laatste beurten",
    lives: (n) => count(n, "punt", "punten"),
    points: (n) => `score ${n}`,
    yourTurn: "Jij bent aan de beurt",
    yourLastTurn: "Je laatste beurt",
    yourChoice: "Je hand houden of de gesloten hand?",
    afterRenew: "Nieuwe pot: ruil nu één kaart",
    turnOf: (name) => `${name} is aan de beurt`,
    choosing: (name) => `${name} deelt en kiest een hand`,
    roundOver: "De ronde is afgelopen",
    watching: "Je bent uit. De anderen spelen door.",
    spectating: "Je kijkt toe.",
    handWorth: "Je hand",
    wouldBe: "Je hand zou dan waard zijn:",
    cardWouldMake: (card, value) => `${card}, zou ${value} geven`,
    chooseTable: "Kies nu een kaart uit de pot",
    chooseHand: "Kies nu een kaart uit je hand",
    choosePair: "Kies een van je kaarten en een uit de pot",
    loading: "De tafel wordt geopend",
    noTable: "Deze tafel bestaat hier niet.",
    toStart: "Naar de startpagina",
  },

  actions: {
    label: "Wat je kunt doen",
    exchange: "Ruilen",
    exchangeClose: "Ruilen en passen",
    all: "Alles ruilen",
    allClose: "Alles ruilen en passen",
    pass: "Overslaan",
    close: "Passen",
    renew: "Pot vernieuwen",
    keep: "Hand houden",
    take: "Tweede hand nemen",
  },

  refused: {
    round_over: "De ronde is afgelopen.",
    not_your_turn: "Je bent niet aan de beurt.",
    dealers_choice: "Eerst kiest de deler een hand.",
    no_choice: "Er is nu geen hand te kiezen.",
    exchange_first: "Na het vernieuwen ruil je precies één kaart.",
    no_pass: "In deze variant kun je geen beurt overslaan.",
    no_exchange_all: "In deze variant ruil je niet alles.",
    no_renew: "In deze variant wordt de pot niet vernieuwd.",
    close_is_its_own_turn: "In deze variant is passen een eigen beurt.",
    too_early: "Het is in deze ronde nog te vroeg om te passen.",
    last_turn: "Dit zijn de laatste beurten: niemand past of vernieuwt de pot nog.",
    too_few_cards: "Er zijn te weinig kaarten voor een nieuwe pot.",
    pair: "Kies eerst een van je kaarten en een uit de pot.",
    busy: "Je zet is onderweg.",
    other: "Dat kan nu niet.",
  },

  short: {
    all: "ruilt alles",
    pass: "slaat over",
    close: "past",
    renew: "nieuwe pot",
    keep: "houdt",
    take: "tweede hand",
  },

  happened: {
    dealt: (who) => `${does(who, "deelt", "deelt")}.`,
    kept: (who) => `${does(who, "houdt je hand", "houdt de hand")}.`,
    took: (who) => `${does(who, "neemt", "neemt")} de tweede hand.`,
    tableIs: (cards) => `In de pot: ${cards}.`,
    exchange: (who, given, taken, closes) =>
      `${does(who, "legt", "legt")} ${given} af${closes ? "," : " en"} pakt ${taken}${closes ? " en past" : ""}.`,
    all: (who, given, taken, closes) =>
      `${does(who, "ruilt", "ruilt")} alles${closes ? " en past" : ""}: ${given} voor ${taken}.`,
    pass: (who) => `${does(who, "slaat", "slaat")} over.`,
    close: (who) => `${does(who, "past", "past")}.`,
    renew: (who) => `${does(who, "vernieuwt", "vernieuwt")} de pot.`,
    newTable: (cards) => `Nieuwe kaarten in de pot: ${cards}.`,
    allPassed: (cards) => `Iedereen sloeg over. Nieuwe kaarten in de pot: ${cards}.`,
    sevenEightNine: (cards) => `Zeven, acht, negen wordt vervangen: ${cards}.`,
    recycled: "De afgelegde kaarten worden weer de stapel.",
    stays: "De stapel is te kort: de pot blijft liggen.",
    shownBest: (who, best, cards) => `${does(who, "toont", "toont")} ${best}: ${cards}.`,
    shownFire: (who, cards) => `${does(who, "toont", "toont")} vuur: ${cards}.`,
    shown: (who, cards) => `${does(who, "toont", "toont")} ${cards}.`,
    end: (how) => `Kaarten op tafel. ${how}`,
  },

  end: {
    close: (who) => (who ? `${does(who, "hebt", "heeft")} gepast.` : "Gepast."),
    "31": (who, best) => (who ? `${does(who, "hebt", "heeft")} ${best}.` : `${best}.`),
    fire: (who) => (who ? `${does(who, "hebt", "heeft")} vuur.` : "Vuur."),
    talon: "De stapel is op.",
    cap: "De ronde heeft het grootste aantal beurten bereikt.",
  },

  showdown: {
    title: (round) => `Ronde ${round}: kaarten op tafel`,
    loses: (n) => `verliest ${count(n, "punt", "punten")}`,
    nowSwimming: "zwemt nu",
    nowChicken: "krijgt de kip",
    nowOut: "is uit",
    nobody: "Niemand verliest een punt.",
    notCounted: "Iedereen zou uit zijn: de ronde telt niet en wordt overgespeeld.",
    total: "Totaal",
    points: "Score",
    next: "Volgende ronde",
    dealing: "Er wordt gedeeld",
    lossesWords: (who, n) => `${does(who, "verliest", "verliest")} ${count(n, "punt", "punten")}.`,
  },

  over: {
    wins: (who) =>
      who.length === 1 && who[0]
        ? `${does(who[0], "wint", "wint")} de partij`
        : `Gedeelde winst: ${list(who.map(({ name, you }) => (you ? "jij" : name)))}`,
    again: "Nog een keer",
    record: "Partij downloaden",
    start: "Nieuw spel",
  },

  link: {
    lost: "Verbinding verbroken, nieuwe poging",
    outdated: "De server is nieuwer dan deze pagina.",
    reload: "Herladen",
    closed: "Deze tafel is gesloten.",
  },

  about: {
    title: "Over het spel",
    game: "Schwimmen is een vrije uitvoering van het kaartspel Schwimmen, dat ook 31 heet.",
    goalTitle: "Het spel in het kort",
    goal: "Verzamel kaarten van één kleur: een aas telt 11, heer, vrouw, boer en tien tellen 10, de andere hun getal. 31 in één kleur is het hoogste, drie gelijke tellen 30½, drie azen zijn vuur. In je beurt ruil je één kaart met de pot, of alles, of niets. Past iemand, dan krijgen de anderen nog één beurt; de slechtste hand verliest een punt. Zonder punten zwem je: nog één keer verliezen en je bent uit.",
    faces:
      "Kaarten van Adrian Kennard, publiek domein (CC0), uit @heruka_urgyen/react-playing-cards.",
    font: "Lettertype Figtree van Erik Kennedy, SIL Open Font License.",
    version: (version) => `Versie ${version}`,
  },
};
