export const settings = {
  about: {
    title: "About",
    game: "Schwimmen is an open implementation of the card game Schwimmen, also called 31.",
    goalTitle: "The game in short",
    goal: "Collect cards of one suit: an ace counts 11, king, queen, jack and ten count 10, the others their number. 31 in one suit is the most, three of a kind is worth 30½, three aces are fire. On your turn exchange one card with the table, or all, or none. When somebody closes everyone else has one more turn; the worst hand loses a life. Without any life left you swim: one more loss and you are out.",
    faces:
      "French card faces by Adrian Kennard, in the public domain (CC0), as packed by @heruka_urgyen/react-playing-cards, in our colours. German faces and card backs drawn for this table.",
    font: "Typeface Figtree by Erik Kennedy, SIL Open Font License.",
    version: (version: string) => `Version ${version}`,
  },
};
