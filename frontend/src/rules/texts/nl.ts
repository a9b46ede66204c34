import type { RuleTexts } from "./en";

const NUMBERS = [
  "geen",
  "één",
  "twee",
  "drie",
  "vier",
  "vijf",
  "zes",
  "zeven",
  "acht",
  "negen",
  "tien",
];
const word = (n: number) => NUMBERS[n] ?? String(n);
const list = (parts: (string | false)[], last = "of") => {
  const there = parts.filter((part) => part !== false);
  if (there.length < 2) return there.join("");
  return `${there.slice(0, -1).join(", ")} ${last} ${there.at(-1)}`;
};
const ranks: Record<string, string> = { "2": "twee", "5": "vijf", "7": "zeven", "9": "negen" };

const sections: RuleTexts["sections"] = {
  aim: "Het doel",
  pack: "Kaarten en spelers",
  deal: "Het delen",
  turn: "Jouw beurt",
  closing: "Passen",
  special: "Bijzondere handen",
  value: "Wat een hand waard is",
  ties: "Gelijke handen",
  losing: "Wie de ronde verliest",
  lives: (f) => (f.dutch ? "Punten en de kip" : "Punten en zwemmen"),
  match: "Wie de partij wint",
  score: "De score",
};

const rules: RuleTexts["rules"] = {
  R1: "Kaarten",
  R2: "Spelers",
  R3: "Plaatsen",
  R4: "Delen",
  R5: "De tweede hand",
  R6: "Wie begint",
  R7: "Wie deelt",
  R8: "Eén ding per beurt",
  R9: "Als iedereen overslaat",
  R10: "Wanneer je mag passen",
  R11: "Wat passen doet",
  R12: "Handen die de ronde beëindigen",
  R13: "Geen ronde is eindeloos",
  R14: "De beste kleur telt",
  R15: "Gelijke kaarten",
  R16: "Gelijke handen onderscheiden",
  R17: "De slechtste hand verliest",
  R18: "Na vuur",
  R19: "Gedeelde bijzondere handen",
  R20: "De prijs van passen",
  R21: "Punten",
  R22: "De laatste kans",
  R23: "De winnaar",
  R24: "Allemaal tegelijk uit",
  R25: "Niet overslaan",
  R26: "Voor jezelf passen",
  R27: "De laatste die open is",
  R28: "Nog een beurt na 31",
  R29: "Maar één laatste kans",
  R30: "De pot vernieuwen",
  R31: "De score",
  R32: "De stapel opnieuw",
  R33: "Wat iedereen ziet",
  R34: "Zeven, acht, negen",
};

const paragraphs: RuleTexts["paragraphs"] = {
  aimLives: (f) =>
    `Je hebt ${word(f.handSize)} kaarten en verbetert ze door te ruilen met de kaarten in de pot. Wat telt is de waarde van je beste kleur${f.trips ? ", of drie gelijke" : ""}. Wie aan het eind van de ronde de slechtste hand heeft, verliest een punt. Wie als laatste overblijft, wint.`,
  aimPoints: (f) =>
    `Je hebt ${word(f.handSize)} kaarten en verbetert ze door te ruilen met de kaarten in de pot. Wat telt is de waarde van je beste kleur${f.trips ? ", of drie gelijke" : ""}. De beste hand van een ronde scoort wat ze waard is, alle anderen verliezen wat ze tekortkomen. De hoogste score wint.`,

  pack: (f) =>
    `Je speelt met ${f.cards} kaarten: ${ranks[f.lowest] ?? f.lowest} tot aas in klaveren, schoppen, harten en ruiten.`,
  suitsRank: "De kleuren hebben een rang, van hoog naar laag: klaveren, schoppen, harten, ruiten.",
  points:
    "Een aas telt 11; heer, vrouw, boer en tien tellen elk 10; elke andere kaart telt haar getal.",
  players: (f) => `Er kunnen 2 tot ${f.maxPlayers} mensen meedoen.`,
  seats: (f) =>
    f.forPoints
      ? "Spelen en delen gaan met de klok mee. ‘Links van’ betekent: de volgende speler met de klok mee."
      : "Spelen en delen gaan met de klok mee. ‘Links van’ betekent: de volgende speler met de klok mee die nog meedoet.",

  deal: (f) =>
    `De deler geeft elke speler${f.forPoints ? "" : " die nog meedoet"} ${word(f.handSize)} kaarten, en nog ${word(f.handSize)} als tweede hand. De andere kaarten zijn de stapel.`,
  dealOrder:
    "Elke hand wordt in één keer gedeeld: eerst de speler links van de deler, de deler het laatst, dan de tweede hand.",
  dealerChoice:
    "De deler bekijkt alleen de eigen hand, en houdt die of neemt in plaats daarvan de gesloten tweede hand. De hand die niet gekozen is, gaat open: dat is de pot.",
  extraIsTable: "De tweede hand gaat open: dat is de pot.",
  leads: "De speler links van de deler begint.",
  leadsPoints:
    "In de eerste ronde begint de speler links van de deler, later degene die R31 aanwijst.",
  dealPasses:
    "Wie het eerst deelt, wordt geloot. Na elke ronde deelt de speler links van de vorige deler.",
  dealPassesOut: (f) =>
    `Dat geldt ook als de vorige deler uit is${f.replay ? ", en na een ronde die niet telt (R24)" : ""}.`,
  faceDown: (f) =>
    `Handen en stapel zijn gesloten. Al het andere is open: de pot, elke beurt met de kaarten die gingen en kwamen${f.dealerChoice ? ", of de deler hield of nam" : ""}, en hoe iedereen ervoor staat.`,
  known: (f) =>
    `Een kaart die je uit de pot pakt, kent dus iedereen tot je haar weer aflegt${f.exchangeAll ? ", en wie alles ruilt, van die kent iedereen de hele hand" : ""}. Aan het eind van de ronde worden alle handen getoond.`,

  turn: "Ben je aan de beurt, dan doe je precies één ding:",
  exchangeOne: "één kaart uit je hand ruilen voor één uit de pot",
  exchangeAll: "je hele hand ruilen voor de hele pot",
  pass: "overslaan, dus niets doen",
  renewItem: "de pot vernieuwen (R30)",
  closeItem: (f) =>
    f.endOfTurn ? "passen (R10), na een ruil of zonder" : "passen (R10), en verder niets",
  neverTwo: (f) =>
    f.handSize === 3
      ? "Twee kaarten tegelijk worden nooit geruild."
      : "Twee of drie kaarten tegelijk worden nooit geruild.",
  noExchangeAll: "De hele hand ruilen mag niet.",
  noPass: "Overslaan kan niet, behalve in een laatste beurt nadat iemand heeft gepast (R11).",
  noPassAtAll: "Overslaan kan niet.",
  open: "Elke ruil is open: iedereen ziet welke kaart gepakt en welke afgelegd is.",
  dutchTurn: (f) =>
    `Niemand slaat over: je ruilt één kaart${f.exchangeAll ? ", ruilt alles" : ""} of je past.`,
  allPass: (f) =>
    `Hebben alle spelers van de ronde na elkaar overgeslagen, dan wordt de pot weggelegd en komen er ${word(f.handSize)} nieuwe kaarten van de stapel. Daarna gaat de volgende speler verder en begint het tellen opnieuw.`,
  closeIsNoPass:
    "Passen is geen overslaan, ook niet als iedereen ervoor heeft overgeslagen. Na het passen komt er nooit meer een nieuwe pot.",
  talonShowdown:
    "Heeft de stapel daarvoor te weinig kaarten, dan eindigt de ronde en worden de handen vergeleken zoals na het passen.",
  talonKeep:
    "Heeft de stapel daarvoor te weinig kaarten, dan blijft de pot liggen en begint het tellen opnieuw.",
  talonRecycle: "Heeft de stapel daarvoor te weinig kaarten, dan helpt R32.",
  renew: (f) =>
    `Om te vernieuwen leg je de pot weg, draai je ${word(f.handSize)} nieuwe kaarten van de stapel open, en ruil je dan precies één kaart${f.endOfTurn ? ", met of zonder te passen" : ""}.${f.lastTurns ? " In de laatste beurten vernieuwt niemand." : ""}`,
  recycle: (f) =>
    `Heeft de stapel te weinig kaarten voor een nieuwe pot, dan worden eerst de laatste opengedraaid. Dan worden de eerder weggelegde kaarten de stapel en vullen de pot aan, ${f.inOrder ? "zoals ze liggen: de eerst weggelegde groep bovenop; binnen een groep klaveren voor schoppen, harten en ruiten, hoge kaarten voor lage" : "geschud"}. De pot die net is weggelegd, komt er pas daarna bij.`,
  recycleShort: (f) =>
    `Is ook dat te weinig, dan verandert er niets: ${list([f.pass && "de pot blijft liggen en het tellen begint opnieuw", f.renew && "niemand mag vernieuwen"], "en")}.`,
  sevenEightNine: (f) =>
    `Begint een beurt en is de pot een zeven, een acht en een negen, van welke kleuren ook, dan wordt hij weggelegd en komen er drie kaarten van de stapel; nog eens als die weer zo zijn. Met minder dan drie kaarten in de stapel blijft hij liggen${f.dutch || f.lastTurns ? ", en ook in de laatste beurten" : ""}.`,

  closeWith:
    "Je past aan het eind van je beurt: na een ruil, of in plaats van een ruil. Elke ruil kan dus met en zonder passen.",
  closeInstead:
    "Passen is een eigen beurt, in plaats van al het andere. Wie ruilt, kan niet in dezelfde beurt passen.",
  closeFrom: (f) =>
    `Passen mag op zijn vroegst in je ${f.closeFrom}e beurt van de ronde.${f.dutch ? ` In de laatste beurt (R27) mag het altijd: daar doet het niets.${f.exchangeAll ? " Alles ruilen mag ook eerder." : ""}` : ""}`,
  closeAnyTime: "Passen mag al in je eerste beurt.",
  oneTurnEach: (f) =>
    `Nadat iemand heeft gepast, krijgen alle anderen nog één beurt, dan eindigt de ronde. In die laatste beurten ruil je één kaart${f.exchangeAll ? ", ruil je alles" : ""} of sla je over. Niemand past nog een keer.`,
  endsAtOnce: "De ronde eindigt meteen. Niemand krijgt nog een beurt.",
  forYourself: "Passen beëindigt de ronde niet: je past voor jezelf (R26, R27).",
  closedForRound: (f) =>
    `Wie past${f.exchangeAll ? " of alles ruilt" : ""}, ruilt in deze ronde niet meer. Wie één kaart heeft geruild, mag op zijn vroegst in de volgende beurt passen.`,
  noNewCards: "Er komen nooit nieuwe kaarten in de pot.",
  lastOpen: (f) =>
    `De anderen gaan door. Zijn er nog maar twee open en past een van hen${f.exchangeAll ? " of ruilt die alles" : ""}, dan heeft de ander één laatste beurt, en dan eindigt de ronde. Met zijn tweeën gebeurt dat al als de eerste past.`,
  lastOpenTurn: (f) =>
    `In de laatste beurt ruil je één kaart, ${f.exchangeAll ? "ruil je alles " : ""}of pas je: dat betekent daar alleen dat je niets doet.`,
  cap: (f) =>
    `Na ${f.turnCap} ${f.turnCap === 1 ? "beurt" : "beurten"} voor elke speler die kaarten kreeg, alle beurten bij elkaar geteld, eindigt de ronde en worden de handen vergeleken.${f.dutch || f.lastTurns ? " Dat kapt ook laatste beurten af." : ""}${f.closerPays && !f.forPoints ? " Wie had gepast, betaalt ook dan volgens R20." : ""}`,
  endOrder: (f) =>
    `Zou een beurt de ronde op meer manieren beëindigen, dan geldt de eerste hiervan: ${[f.special && "een bijzondere hand", f.dutch || f.lastTurns ? "passen of het eind van de laatste beurten" : "passen", f.pass && "dat iedereen heeft overgeslagen", "het grootste aantal beurten"].filter((part) => part !== false).join("; ")}.`,

  specialEnds: (f) =>
    `Wie ${f.fire ? `vuur (drie azen) of ` : ""}${f.best} in één kleur heeft, gedeeld of geruild, toont dat meteen. De ronde is dan voorbij: niemand krijgt nog een beurt${f.dutch || f.lastTurns ? ", ook niet in de laatste beurten na het passen" : ""}.`,
  specialDealt: (f) =>
    f.dealerChoice
      ? "Naar alle gedeelde handen wordt gekeken voordat de deler kiest. Is er een bijzondere bij, dan is er niets te kiezen en telt de eerste hand van de deler. Naar de tweede hand wordt gekeken zodra de deler die heeft genomen. Een bijzondere hand in de pot is van niemand."
      : "Naar alle gedeelde handen wordt gekeken voor de eerste beurt. Een bijzondere hand in de pot is van niemand.",
  specialSeveral: (f) =>
    f.fire
      ? `Er kunnen er meer tegelijk gedeeld worden. Is er vuur bij, dan eindigt de ronde daarmee, anders met ${f.best}.`
      : `Er kunnen er meer tegelijk gedeeld worden: de ronde eindigt dan net zo goed met ${f.best}.`,
  nothingEnds: (f) => `Geen hand beëindigt de ronde vanzelf, ook ${f.best} niet.`,
  grace: (f) =>
    `${f.best} beëindigt de ronde meteen, met één uitzondering: in de eerste reeks beurten krijgt wie nog niet aan de beurt was er nog één, terwijl ${f.best} open ligt. Wie al aan de beurt was, krijgt er geen meer.`,
  graceDealt: (f) =>
    `Wordt ${f.best} gedeeld${f.dealerChoice ? ", ook in een tweede hand die de deler neemt" : ""}, dan wordt dat meteen getoond. Ieder die het niet heeft, krijgt dan op volgorde één beurt, te beginnen met wie begint; dat zijn laatste beurten zoals in R27.${f.dealerChoice ? ` De deler kiest eerst nog een hand, maar een deler die ${f.best} gedeeld kreeg, houdt die.` : ""} Nog eens ${f.best} in die beurten verandert niets.`,
  graceLate: (f) =>
    `${f.best} in de laatste beurt van R27, of door de ruil waarna er nog maar één speler open is, beëindigt de ronde op naam van wie het heeft; wie dan nog een beurt krijgt, staat hier.`,

  bestSuit:
    "Een hand is zoveel waard als haar kaarten van één kleur samen tellen, en wel van haar beste kleur. Kaarten van andere kleuren tellen niet mee.",
  twoSuits: "Komen twee kleuren op die waarde, dan telt de hoogste kleur.",
  trips: (f) =>
    f.fire
      ? "Drie gelijke zijn 30½ waard, welke kaarten het ook zijn; alleen drie azen zijn meer waard."
      : "Drie gelijke zijn 30½ waard, welke kaarten het ook zijn.",
  fire: "Drie azen zijn vuur en 32 waard, meer dan al het andere.",
  noFire: "Drie azen zijn gewoon drie gelijke: vuur bestaat niet.",
  onlyFire: "Andere drie gelijke betekenen niets.",
  noTrips: (f) =>
    f.handSize === 4
      ? "Drie of vier gelijke betekenen niets."
      : "Drie gelijke betekenen niets; drie azen zijn 11 waard.",

  tripsRank:
    "Van twee keer drie gelijke zijn de hoogste kaarten beter, al zijn ze allemaal 30½ waard: vrouwen gaan voor boeren.",
  tripsTied: "Drie gelijke worden niet onderscheiden: ze zijn gelijk.",
  suitDecides: "Van handen met dezelfde waarde is die in de hoogste kleur beter.",
  suitDoesNot: "Handen met dezelfde waarde zijn gelijk, welke kleuren en kaarten ze ook hebben.",
  topCard:
    "In dezelfde kleur is de hand met de hoogste kaart van die kleur beter. Handen die dan nog gelijk zijn, blijven gelijk.",
  topCardNot: "In dezelfde kleur zijn ze gelijk: op de kaarten zelf komt het niet aan.",

  worstLoses: (f) =>
    `Na het passen, ${list([f.talonShowdown && "een te korte stapel", "het grootste aantal beurten", f.special && f.best])} verliest de slechtste hand een punt. Zijn er meer even slecht, dan verliezen ze er elk een.`,
  fireAllOthers: (f) =>
    `Heeft vuur de ronde beëindigd, dan verliest iedereen behalve wie het heeft een punt, ook wie ${f.best} heeft.`,
  fireLowest:
    "Heeft vuur de ronde beëindigd, dan verliest alleen de slechtste hand een punt, zoals in R17.",
  dealtHarsh: (f) =>
    `Bijzondere handen die gedeeld zijn${f.dealerChoice ? " of met de tweede hand kwamen" : ""}, kosten meer. ${f.best}: iedereen zonder ${f.best} verliest een punt.${f.fire ? ` Vuur: alle anderen verliezen twee punten, maar wie ${f.best} heeft er één.` : ""}`,
  dealtNormal: "Een gedeelde bijzondere hand kost de anderen niet meer dan een die geruild is.",
  closerPays: (f) =>
    `Hoe de ronde ook eindigt: wie heeft gepast en niet de beste hand heeft, en ook geen even goede, verliest een punt meer.${f.dutch ? ` ${f.exchangeAll ? "Alles ruilen geldt hier niet als passen, en" : "Niet als passen geldt"} passen in een laatste beurt${f.exchangeAll ? " ook niet" : ""}.` : ""}`,

  lives: (f) =>
    f.lives === 1
      ? "Iedereen begint met één punt."
      : `Iedereen begint met ${word(f.lives)} punten.`,
  swims: (f) =>
    `Wie het laatste punt kwijtraakt, speelt zonder verder en ${f.dutch ? "heeft de kip" : "zwemt"}. Wie dan nog een keer verliest, is uit.`,
  lossOfTwo:
    "Twee punten tegelijk verliezen terwijl je er nog één hebt, is niet erger dan dat ene verliezen. Wie er geen meer heeft, is uit.",
  allSwim: (f) => (f.dutch ? "Die kans krijgt iedereen." : "Iedereen mag zwemmen."),
  firstSwims: (f) =>
    f.dutch ? "Er is één kip voor de hele partij: R29." : "Maar één speler mag zwemmen: R29.",
  nobodySwims: "Niemand zwemt: wie het laatste punt verliest, is uit.",
  die: "De punten staan op een dobbelsteen, van zes naar beneden.",
  oneChance: (f) =>
    f.dutch
      ? "De kip hoort bij de eerste ronde waarin iemands punten op raken. Is dat één speler, dan neemt die de kip en mag nog een keer verliezen voordat hij uit is. Zijn het er meer tegelijk, dan zijn ze allemaal uit en is de kip weg. Raken iemands punten later op, dan is die meteen uit."
      : "Zwemmen hoort bij de eerste ronde waarin iemands punten op raken. Is dat één speler, dan zwemt die en mag nog een keer verliezen voordat hij uit is. Zijn het er meer tegelijk, dan zijn ze allemaal uit en zwemt er in deze partij niemand. Raken iemands punten later op, dan is die meteen uit.",

  lastWins: "Wie als laatste overblijft, wint de partij en de inzet: de punten die betaald zijn.",
  share: "Zouden allen die nog meedoen in dezelfde ronde uitvallen, dan winnen ze samen.",
  replay: (f) =>
    `Zouden allen die nog meedoen in dezelfde ronde uitvallen, dan telt die niet: punten ${f.dutch ? "en kip " : ""}blijven zoals ze waren, de volgende deelt, en er wordt opnieuw een ronde gespeeld.`,

  score:
    "De winnaar van een ronde scoort wat de beste hand waard is. Elke verliezer verliest het verschil tussen die hand en de eigen; de stand mag onder nul komen. Wie gelijk is aan de winnaar, wint ook. Wie niet wint, is verliezer, ook als het verschil nul is.",
  biggestLoser:
    "Wie het meest verliest, begint de volgende ronde: van meer spelers degene die in deze ronde eerder aan de beurt was. Heeft niemand verloren, dan is het de speler links van wie begon.",
  rounds: (f) =>
    f.rounds === 1 ? "De partij is één ronde." : `De partij eindigt na ${word(f.rounds)} rondes.`,
  target: (f) => `Ze eindigt eerder met de eerste ronde waarna iemand op ${f.target} staat.`,
  noTarget: "Er is geen score waarmee ze eerder eindigt.",
  mostPoints: "De hoogste score wint. Wie gelijk eindigt, deelt de winst.",
};

const tactics: RuleTexts["tactics"] = {
  short:
    "Rondes zijn kort. Reken op zo'n drie eigen beurten voordat iemand past, met weinig spelers minder.",
  plan: (f) =>
    `Heb een plan en een tweede${f.trips ? ", bijvoorbeeld drie negens of anders één kleur" : ", bijvoorbeeld harten of anders schoppen"}. Laat het eerste varen als een ander de kaart pakt die je nodig hebt.`,
  watch:
    "Kijk wat de anderen pakken en afleggen. Het verraadt hun kleur, hun kaarten en vaak de hele hand.",
  tookAll: "Van wie de hele pot heeft gepakt, ken je elke kaart tot die weer ruilt.",
  gone: "Kaarten die met een oude pot verdwenen, komen niet terug. Wat nooit te zien was, kan in de stapel liggen.",
  next: "Leg niet af wat de volgende spaart.",
  two: "Met zijn tweeën is wie begint duidelijk in het voordeel.",
  endEarly: "Het kan lonen een ronde vroeg te beëindigen en weinig te verliezen.",
  mislead: "Misleiden mag: pak af en toe iets wat je niet nodig hebt.",
};

const examples: RuleTexts["examples"] = {
  suitSum: "De beste kleur telt:",
  twoSuits: "Tien in twee kleuren: klaveren telt.",
  order: "Van de beste naar beneden:",
  nothing: "Gelijke kaarten, drie kleuren:",
  tripsBetter: "Allebei 30½, maar de eerste is beter:",
  equalSuit: "Na het passen: twee keer 20 in klaveren, dus beide verliezen.",
  suitBeats: "Na het passen: harten gaat voor ruiten, dus alleen de tweede verliest.",
  topCard: "Na het passen: heer voor vrouw in klaveren, dus alleen de tweede verliest.",
  tripsTied: "Na het passen: beide drie gelijke zijn het slechtst, dus beide verliezen.",
  dealt: "Zo gedeeld: vuur beëindigt de ronde meteen.",
  score: "Na het passen: twee winnaars, en een verliezer die 12 tekortkomt.",
};

const notes: RuleTexts["notes"] = {
  names:
    "Het spel heet ook 31, Schnauz, Knack of Hosen runter. Het hoort bij de familie van Commerce.",
  words:
    "Let op: ‘passen’ wordt in het Nederlands en in het Duits voor allebei gezegd, sluiten en overslaan. Hier is ‘passen’ alleen sluiten; in het Duits heet dat ‘zumachen’, en overslaan ‘schieben’.",
  packs:
    "In Duitse kaartspellen is Eichel klaveren, Laub (of Grün) schoppen, Herz harten en Schellen ruiten; de Ober is de vrouw, de Unter de boer.",
};

export const texts: RuleTexts = { sections, rules, paragraphs, tactics, examples, notes };
