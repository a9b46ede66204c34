/** What the tutorial says. Cards are written [9D] and drawn by the page. */
export const texts = {
  suit: {
    title: "One suit counts",
    say: "A hand is worth the points of its best suit. Tap the hand that is worth more.",
    done: "7 and 9 of hearts make 16. The other hand has no two cards of one suit, so only its best card counts: 10.",
  },
  points: {
    title: "What cards count",
    say: "Ace 11. King, queen, jack and ten 10 each. The others count their number. Which hand is worth more?",
    done: "Ace and eight of hearts make 19. The three pictures are of three suits: only one of them counts, 10.",
  },
  exchange: {
    title: "Exchange one card",
    say: "The three cards in the middle are the table. Tap a card of yours and one of the table: you see what your hand would be worth. Then press Exchange.",
    done: "From 9 to 19 in one move, and you still have both nines.",
    same: "That makes 19 too, but gives away a nine. Two nines may become three: try the seven instead.",
  },
  watch: {
    title: "Watch the others",
    say: "Now Ida and Max. Every exchange is open: what they take tells you what they collect.",
  },
  pass: {
    title: "Pass",
    say: "Nothing on the table gets you beyond 19. You need not exchange: press Pass.",
    done: "You keep your hand. When everybody passes in a row, three new cards come to the table.",
    same: "Your hand would still be worth 19. Rather keep what you have and pass.",
    less: (value: string) => `That would leave you with only ${value}. Keep your hand and pass.`,
  },
  lay: {
    title: "What they lay down",
    say: "Keep an eye on the cards the others lay down. One of them may be yours.",
  },
  three: {
    title: "Three of a kind",
    say: "Max laid down a nine! Three cards of one rank are worth 30½. Choose the two cards to swap.",
    done: "30½: only 31 and three aces are better. Don't press anything yet.",
  },
  close: {
    title: "Closing",
    say: "With such a hand you want the round to end. You may close together with an exchange: swap [TH] for [9C] and press “Exchange and close”.",
    done: "You have closed. Everybody else has one more turn.",
    same: "The right exchange. But close with it, before the others find something better.",
  },
  lastTurns: {
    title: "The last turns",
    say: "Ida and Max each have one turn left. They may exchange or pass. You can only watch.",
  },
  showdown: {
    title: "The showdown",
    say: "All hands are shown. The lowest loses a life: Max had three, now he has two.",
  },
  dealer: {
    title: "You deal",
    say: "The deal goes round. The dealer may keep their hand or take an extra one nobody has seen; the other becomes the table. Yours is worth 21: keep it.",
    done: "The extra hand is turned up: now it is the table.",
    unseen:
      "You may, but nobody knows what is in it. Ace and king of spades are a fine beginning: keep them.",
  },
  all: {
    title: "Exchange all",
    say: "You may also swap your whole hand for the whole table. One card or all three, never two. Watch Ida.",
  },
  thirtyOne: {
    title: "31",
    say: "An ace and two cards that count ten, all of one suit: that is 31. Ida has laid down just what you need.",
    done: "31! You show it at once, and the round is over. Nobody gets another turn, and the lowest hand loses a life: Max again.",
    same: "That leaves you at 21. One card on the table makes it 31.",
  },
  fire: {
    title: "Fire",
    say: "Three aces are fire and worth 32: nothing is better. Do you see it?",
    done: "Fire! It ends the round at once, and this time everybody else loses a life.",
    same: "There is something far better on the table: look for an ace.",
  },
  swim: {
    title: "Swimming",
    say: "Max has given away his last life. He isn't out: he swims. If he loses once more, he is. Whoever is left in the end wins the match.",
  },
  end: {
    title: "Now you can play",
    say: "One suit, one card at a time, and close at the right moment. The rest comes with playing.",
  },
  less: (value: string, best: string) =>
    `That would make ${value}. Something on the table makes ${best}: choose a card and look at the numbers.`,
  unseen: "That is allowed, but this time try what the step is about.",
  wrongHand: "Not this one.",
  rightHand: "Right!",
};

export type LessonTexts = typeof texts;
