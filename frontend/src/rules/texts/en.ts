/**
 * The rules in English, from docs/spec/RULES.md, which they must not contradict. "R12" becomes a
 * link to that rule; cards are written [9D] and drawn.
 */
import type { Facts } from "../facts";
import type { ParagraphId, SectionId, TacticId } from "../sections";
import type { RuleNumber } from "../structure";

type Text = string | ((f: Facts) => string);

const NUMBERS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
];
const word = (n: number) => NUMBERS[n] ?? String(n);
const list = (parts: (string | false)[], last = "or") => {
  const there = parts.filter((part) => part !== false);
  if (there.length < 2) return there.join("");
  return `${there.slice(0, -1).join(", ")} ${last} ${there.at(-1)}`;
};
const ranks: Record<string, string> = { "2": "two", "5": "five", "7": "seven", "9": "nine" };
const swims = (f: Facts) => (f.dutch ? "has the chicken" : "swims");
const ordinal = (n: number) => {
  const ending = n % 100 > 10 && n % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${n}${ending}`;
};

const sections: Record<SectionId, Text> = {
  aim: "The aim",
  pack: "The pack and the players",
  deal: "The deal",
  turn: "Your turn",
  closing: "Closing",
  special: "Special hands",
  value: "What a hand is worth",
  ties: "Equal hands",
  losing: "Who loses the round",
  lives: (f) => (f.dutch ? "Lives and the chicken" : "Lives and swimming"),
  match: "Winning the match",
  score: "Points",
};

const rules: Record<RuleNumber, string> = {
  R1: "Cards",
  R2: "Players",
  R3: "Seats",
  R4: "Dealing",
  R5: "The extra hand",
  R6: "Who leads",
  R7: "Who deals",
  R8: "One thing a turn",
  R9: "When all pass",
  R10: "When you may close",
  R11: "What closing does",
  R12: "Hands that end the round",
  R13: "No round is endless",
  R14: "The best suit counts",
  R15: "Cards of one rank",
  R16: "Telling equal hands apart",
  R17: "The worst hand loses",
  R18: "After fire",
  R19: "Dealt special hands",
  R20: "The price of closing",
  R21: "Lives",
  R22: "The last chance",
  R23: "The winner",
  R24: "All out at once",
  R25: "No passing",
  R26: "Closing for yourself",
  R27: "The last one open",
  R28: "A grace turn after 31",
  R29: "One last chance only",
  R30: "Renewing the table",
  R31: "Scoring",
  R32: "The talon again",
  R33: "What everybody sees",
  R34: "Seven, eight, nine",
};

const paragraphs: Record<ParagraphId, Text> = {
  aimLives: (f) =>
    `You hold ${word(f.handSize)} cards and better them by exchanging with the cards on the table. What counts are the points of your best suit${f.trips ? ", or three cards of one rank" : ""}. Whoever has the worst hand when the round ends loses a life. The last one left wins.`,
  aimPoints: (f) =>
    `You hold ${word(f.handSize)} cards and better them by exchanging with the cards on the table. What counts are the points of your best suit${f.trips ? ", or three cards of one rank" : ""}. The best hand of a round scores what it is worth, everybody else loses what they are short of it. Most points win.`,

  pack: (f) =>
    `You play with ${f.cards} cards: ${ranks[f.lowest] ?? f.lowest} to ace in clubs, spades, hearts and diamonds.`,
  suitsRank: "The suits rank, from high to low: clubs, spades, hearts, diamonds.",
  points:
    "An ace counts 11; king, queen, jack and ten count 10 each; every other card counts its number.",
  players: (f) => `2 to ${f.maxPlayers} people can play.`,
  seats: (f) =>
    f.forPoints
      ? "Turns and the deal go round clockwise. “To the left” means the next player clockwise."
      : "Turns and the deal go round clockwise. “To the left” means the next player clockwise who is still in the game.",

  deal: (f) =>
    `The dealer gives ${word(f.handSize)} cards to every player${f.forPoints ? "" : " still in the game"}, and deals ${word(f.handSize)} more as an extra hand. The other cards are the talon.`,
  dealOrder:
    "Hands are dealt whole: first the player to the left of the dealer, the dealer last, then the extra hand.",
  dealerChoice:
    "The dealer looks at their own hand only, and keeps it or takes the unseen extra hand instead. The hand not chosen is turned face up: it is the table.",
  extraIsTable: "The extra hand is turned face up: it is the table.",
  leads: "The player to the left of the dealer plays first.",
  leadsPoints:
    "In the first round the player to the left of the dealer plays first, later whoever R31 names.",
  dealPasses: "The first dealer is drawn by lot. After every round the deal passes to the left.",
  dealPassesOut: (f) =>
    `It does so even if the last dealer is out${f.replay ? ", and after a round that does not count (R24)" : ""}.`,
  faceDown: (f) =>
    `Hands and talon are face down. All else is open: the table, every move with the cards that went and came${f.dealerChoice ? ", whether the dealer kept or took" : ""}, and how everybody stands.`,
  known: (f) =>
    `So a card you take from the table is known to all until you lay it down again${f.exchangeAll ? ", and after exchanging all your whole hand is" : ""}. When the round ends all hands are shown.`,

  turn: "On your turn you do exactly one of these:",
  exchangeOne: "exchange one card of your hand for one of the table",
  exchangeAll: "exchange your whole hand for the whole table",
  pass: "pass, that is, do nothing",
  renewItem: "renew the table (R30)",
  closeItem: (f) =>
    f.endOfTurn ? "close (R10), after an exchange or without one" : "close (R10), and nothing else",
  neverTwo: (f) =>
    f.handSize === 3
      ? "Two cards are never exchanged at once."
      : "Two or three cards are never exchanged at once.",
  noExchangeAll: "Exchanging the whole hand is not allowed.",
  noPass: "There is no passing, except in a last turn after a close (R11).",
  noPassAtAll: "There is no passing.",
  open: "Every exchange is open: all see which card was taken and which was laid down.",
  dutchTurn: (f) =>
    `Nobody passes: you exchange one card${f.exchangeAll ? ", exchange all," : ""} or close (“pas”).`,
  allPass: (f) =>
    `When all players of the round have passed one after the other, the table is laid aside and ${word(f.handSize)} new cards are turned up from the talon. Then the next player goes on, and the count starts again.`,
  closeIsNoPass:
    "A close is no pass, even if everybody before has passed. After a close the table is never replaced.",
  talonShowdown:
    "If the talon has too few cards for that, the round ends and the hands are compared as after a close.",
  talonKeep: "If the talon has too few cards for that, the table stays and the count starts again.",
  talonRecycle: "If the talon has too few cards for that, R32 helps.",
  renew: (f) =>
    `To renew, you lay the table aside, turn up ${word(f.handSize)} new cards from the talon, and then exchange exactly one card${f.endOfTurn ? ", with or without closing" : ""}.${f.lastTurns ? " In the last turns nobody renews." : ""}`,
  recycle: (f) =>
    `When the talon has too few cards for a new table, those left are turned up first. Then the cards laid aside earlier become the talon and complete it, ${f.inOrder ? "as they lie: the group laid aside first on top; within a group clubs before spades, hearts and diamonds, high cards before low" : "shuffled"}. The table just laid aside joins them only afterwards.`,
  recycleShort: (f) =>
    `If even that is too little, nothing moves: ${list([f.pass && "the table stays and the count of passes starts again", f.renew && "nobody may renew"], "and")}.`,
  sevenEightNine: (f) =>
    `When a turn begins and the table is a seven, an eight and a nine, of whatever suits, it is laid aside and three cards are turned up from the talon; again if they are such a table too. With fewer than three cards in the talon it stays${f.dutch || f.lastTurns ? ", and so it does in the last turns" : ""}.`,

  closeWith:
    "You close at the end of your turn: after an exchange, or instead of one. So every exchange can be made with or without closing.",
  closeInstead:
    "Closing is a turn of its own, made instead of anything else. Who exchanges cannot close in the same turn.",
  closeFrom: (f) =>
    `Nobody may close before their own ${ordinal(f.closeFrom)} turn of the round.${f.dutch ? ` In a last turn (R27) a close is allowed: there it does nothing.${f.exchangeAll ? " Exchanging all is not bound by this." : ""}` : ""}`,
  closeAnyTime: "You may close as early as your first turn.",
  oneTurnEach: (f) =>
    `After a close every other player has one more turn, then the round ends. In these last turns you exchange one card${f.exchangeAll ? ", exchange all," : ""} or pass. Nobody closes again.`,
  endsAtOnce: "The round ends at once. Nobody gets another turn.",
  forYourself: "Closing does not end the round: you close for yourself (R26, R27).",
  closedForRound: (f) =>
    `Who closes${f.exchangeAll ? ", or exchanges all," : ""} makes no further exchange in this round. Who has exchanged one card may close on the next turn at the earliest.`,
  noNewCards: "New cards never come to the table.",
  lastOpen: (f) =>
    `The others go on. When only two players are still open and one of them closes${f.exchangeAll ? " or exchanges all" : ""}, the other has one last turn, then the round ends. With two players in the round the first close does this.`,
  lastOpenTurn: (f) =>
    `In the last turn you exchange one card, ${f.exchangeAll ? "exchange all, " : ""}or close: there a close is only a way to do nothing.`,
  cap: (f) =>
    `After ${f.turnCap} ${f.turnCap === 1 ? "turn" : "turns"} for every player dealt in, all turns counted together, the round ends and the hands are compared.${f.dutch || f.lastTurns ? " This cuts off last turns too." : ""}${f.closerPays && !f.forPoints ? " Who had closed still pays as R20 says." : ""}`,
  endOrder: (f) =>
    `If one turn could end the round in several ways, the first of these counts: ${[f.special && "a special hand", f.dutch || f.lastTurns ? "a close or the end of the last turns" : "a close", f.pass && "all having passed", "the limit of turns"].filter((part) => part !== false).join("; ")}.`,

  specialEnds: (f) =>
    `Who holds ${f.fire ? `fire (three aces) or ` : ""}${f.best} in one suit, dealt or made, shows it at once. The round ends there and then: nobody gets another turn${f.dutch || f.lastTurns ? ", even in the last turns after a close" : ""}.`,
  specialDealt: (f) =>
    f.dealerChoice
      ? "All dealt hands are looked at before the dealer chooses. With a special hand among them there is no choice, and the dealer's first hand counts. The extra hand is looked at once the dealer has taken it. A special hand lying on the table belongs to nobody."
      : "All dealt hands are looked at before the first turn. A special hand lying on the table belongs to nobody.",
  specialSeveral: (f) =>
    f.fire
      ? `Several may be dealt at once. If there is fire among them it ends the round, else ${f.best} does.`
      : `Several may be dealt at once: then ${f.best} ends the round just the same.`,
  nothingEnds: (f) => `No hand ends the round by itself, not even ${f.best}.`,
  grace: (f) =>
    `${f.best} ends the round at once, with one exception: in the first round of turns, players who have not had a turn yet get one each, while the ${f.best} lies open. Who has had a turn gets none.`,
  graceDealt: (f) =>
    `${f.best} in the deal${f.dealerChoice ? ", also in an extra hand that the dealer takes," : ""} is shown at once. Every player without one then gets one turn, in turn order, beginning with whoever leads; these are last turns as in R27.${f.dealerChoice ? ` The dealer still chooses a hand first, but a dealer who was dealt ${f.best} keeps it.` : ""} A later ${f.best} in those turns changes nothing.`,
  graceLate: (f) =>
    `${f.best} made in the last turn of R27, or by the exchange that leaves one player open, ends the round in its maker's name; who still has a turn is as said here.`,

  bestSuit:
    "A hand is worth the most points it holds in one suit. Cards of the other suits add nothing.",
  twoSuits: "When two suits reach that value, the higher suit is the one that counts.",
  trips: (f) =>
    f.fire
      ? "Three cards of one rank are worth 30½, whatever the rank; only three aces are worth more."
      : "Three cards of one rank are worth 30½, whatever the rank.",
  fire: "Three aces are fire and worth 32, more than anything else.",
  noFire: "Three aces are an ordinary three of a kind: there is no fire.",
  onlyFire: "Other threes of a kind mean nothing.",
  noTrips: (f) =>
    f.handSize === 4
      ? "Threes and fours of a kind mean nothing."
      : "Three cards of one rank mean nothing; three aces are worth 11.",

  tripsRank:
    "Of two threes of a kind the higher rank is better, though all are worth 30½: queens beat jacks.",
  tripsTied: "Threes of a kind are not told apart: they are tied.",
  suitDecides: "Of hands worth the same, the one in the higher suit is better.",
  suitDoesNot: "Hands worth the same are tied, whatever their suits and cards.",
  topCard:
    "In the same suit the higher top card of that suit is better. Hands still equal are tied.",
  topCardNot: "In the same suit they are tied: the cards themselves do not matter.",

  worstLoses: (f) =>
    `After a close, ${list([f.talonShowdown && "a talon too short", "the limit of turns", f.special && f.best])}, the worst hand loses one life. All who are tied for worst lose one.`,
  fireAllOthers: (f) =>
    `When fire ended the round, everybody but its holder loses one life, even who holds ${f.best}.`,
  fireLowest: "When fire ended the round, only the worst hand loses a life, as in R17.",
  dealtHarsh: (f) =>
    `Special hands that were dealt${f.dealerChoice ? ", or came with the extra hand," : ""} cost more. ${f.best}: everybody without ${f.best} loses one life.${f.fire ? ` Fire: everybody else loses two lives, but who holds ${f.best} only one.` : ""}`,
  dealtNormal: "A special hand costs the others no more when it was dealt than when it was made.",
  closerPays: (f) =>
    `However the round ends: who closed, and has a hand that is neither best nor tied for best, loses one life more.${f.dutch ? ` ${f.exchangeAll ? "Exchanging all is no closing in this sense, nor is" : "This does not go for"} a close in a last turn.` : ""}`,

  lives: (f) =>
    f.lives === 1
      ? "Everyone starts with one life."
      : `Everyone starts with ${word(f.lives)} lives, counted in chips.`,
  swims: (f) =>
    `Who gives away the last ${f.lives === 1 ? "one" : "chip"} goes on with none and ${swims(f)}${f.dutch ? "" : ", or is on the bus"}. The next loss puts that player out.`,
  lossOfTwo:
    "Losing two lives at once with one left is no worse than losing that one. With none left you are out.",
  allSwim: (f) => (f.dutch ? "Everyone gets this chance." : "Everyone may swim."),
  firstSwims: (f) =>
    f.dutch ? "There is one chicken for the whole match: R29." : "Only one player may swim: R29.",
  nobodySwims: "Nobody swims: who loses the last life is out.",
  die: "Lives are shown on a die, from six down.",
  oneChance: (f) =>
    f.dutch
      ? "The chicken belongs to the first round in which anyone runs out of lives. One player alone takes it, and can lose once more before being out. If several run out at once they are all out, and the chicken is gone. Who runs out later is out at once."
      : "Swimming belongs to the first round in which anyone runs out of lives. One player alone then swims, and can lose once more before being out. If several run out at once they are all out, and nobody swims in this match. Who runs out later is out at once.",

  lastWins: "The last player left wins the match, and the stakes: the chips that were paid.",
  share: "If all who are left would go out in the same round, they win together.",
  replay: (f) =>
    `If all who are left would go out in the same round, it does not count: lives ${f.dutch ? "and chicken " : ""}stay as they were, the deal passes, and another round is played.`,

  score:
    "The winner of a round scores what the winning hand is worth. Every loser loses the difference between that and their own hand; the total may fall below zero. All who are tied with the winner are winners. Who is not a winner is a loser, even if the difference is nothing.",
  biggestLoser:
    "The biggest loser leads the next round: of several the one who came first in this round's order of turns. If nobody lost, it is the player to the left of who led.",
  rounds: (f) =>
    f.rounds === 1 ? "The match is one round." : `The match ends after ${word(f.rounds)} rounds.`,
  target: (f) => `It ends earlier with the first round after which someone has ${f.target} points.`,
  noTarget: "There is no number of points that ends it earlier.",
  mostPoints: "Most points win. Who are tied for most share the win.",
};

const tactics: Record<TacticId, Text> = {
  short:
    "Rounds are short. Expect about three turns of your own before somebody closes, fewer with few players.",
  plan: (f) =>
    `Have a plan and a second one${f.trips ? ", say, three nines or else the points of a suit" : ", say, hearts or else spades"}. Drop the first when a card it needs is taken by another.`,
  watch:
    "Watch what the others take and lay down. It tells their suit, their rank and often the hand.",
  tookAll: "Who took the whole table is known card by card until they exchange again.",
  gone: "Cards that left with an old table do not come back. Those never seen may lie in the talon.",
  next: "Do not lay down what the next player collects.",
  two: "With two players, who leads has a marked advantage.",
  endEarly: "It can pay to end a round early and lose little.",
  mislead: "You may mislead: now and then take what you do not need.",
};

const examples = {
  suitSum: "The best suit counts:",
  twoSuits: "Ten points in two suits: clubs count.",
  order: "From the best down:",
  nothing: "One rank, three suits:",
  tripsBetter: "Both 30½, but the first is better:",
  equalSuit: "After a close: 20 in clubs twice, so both lose.",
  suitBeats: "After a close: hearts beat diamonds, so only the second loses.",
  topCard: "After a close: king over queen in clubs, so only the second loses.",
  tripsTied: "After a close: both threes of a kind are worst, so both lose.",
  dealt: "As dealt: fire ends the round at once.",
  score: "After a close: two winners, and a loser who is 12 short.",
};

const notes = {
  names:
    "The game is also called 31, Schnauz, Knack or Hosen runter. It belongs to the family of Commerce.",
  words:
    "Beware: German and Dutch speakers say “passen” both for closing and for passing. Here the German words are “zumachen” and “schieben”, and in Dutch “passen” is closing only.",
  packs:
    "In German-suited packs Eichel are clubs, Laub (or Grün) spades, Herz hearts and Schellen diamonds; the Ober is the queen, the Unter the jack.",
};

export const texts = { sections, rules, paragraphs, tactics, examples, notes };
export type RuleTexts = typeof texts;
