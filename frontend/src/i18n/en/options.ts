/** The options of RULES.md in words: what each is called, what it does, and its values. */
export const options = {
  optionGroups: {
    cards: "Cards and dealing",
    turns: "Turns",
    closing: "Closing",
    special: "Special hands",
    losing: "Losing and lives",
    ties: "Equal hands",
    points: "Playing for points",
    others: "Others",
  },

  optionValues: { yes: "yes", no: "no", none: "none" },

  options: {
    pack: {
      name: "Pack",
      line: "The cards that are played with.",
      values: {
        A9: "24 cards, 9 to ace",
        A7: "32 cards, 7 to ace",
        A5: "40 cards, 5 to ace",
        A2: "52 cards, 2 to ace",
      },
    },
    hand_size: {
      name: "Cards in hand",
      line: "How many everybody holds, and as many lie on the table.",
      values: { "3": "Three", "4": "Four" },
    },
    max_players: {
      name: "Most players",
      line: "How many may sit at the table, you included.",
      values: {},
    },
    dealer_choice: {
      name: "Dealer's choice",
      line: "The dealer may give up the first hand for an unseen one. The other of the two becomes the table.",
      values: {},
    },
    pass: {
      name: "Passing",
      line: "A turn may be passed. When everybody passes in succession, new cards come on the table.",
      values: {},
    },
    exchange_all: {
      name: "Exchanging all",
      line: "The whole hand may be exchanged for the whole table.",
      values: {},
    },
    renew: {
      name: "Renewing the table",
      line: "On your turn you may have new cards turned up and then exchange one of yours.",
      values: {},
    },
    replace_789: {
      name: "Replacing 7, 8, 9",
      line: "When a seven, an eight and a nine lie on the table, they are replaced.",
      values: {},
    },
    talon_short: {
      name: "When the talon runs out",
      line: "What happens when too few cards are left for a new table.",
      values: {
        showdown: "The round ends",
        keep: "The table stays",
        recycle: "Old cards come back",
      },
    },
    recycle: {
      name: "Cards that come back",
      line: "How the cards laid aside become the talon again.",
      values: { shuffle: "Shuffled", in_order: "As they lie" },
    },
    turn_cap: {
      name: "Longest round",
      line: "After so many turns for each player the round ends and is counted.",
      values: {},
    },
    close_timing: {
      name: "When you close",
      line: "After an exchange in the same turn, or only by a turn of its own.",
      values: { end_of_turn: "At the end of a turn", instead: "As a turn of its own" },
    },
    close_effect: {
      name: "After closing",
      line: "How a round goes on once somebody has closed.",
      values: {
        one_turn_each: "One more turn each",
        until_one_open: "Until one is left open",
        immediate: "The round ends at once",
      },
    },
    close_from_turn: {
      name: "Closing from turn",
      line: "The first turn of yours in a round in which you may close.",
      values: {},
    },
    closer_penalty: {
      name: "Closing at a price",
      line: "Whoever closes without having the best hand loses one life more.",
      values: {},
    },
    three_of_a_kind: {
      name: "Three of a kind",
      line: "Three cards of one rank are worth 30½.",
      values: {},
    },
    fire: {
      name: "Fire",
      line: "Three aces are worth 32, more than any other hand.",
      values: {},
    },
    special: {
      name: "31 and fire",
      line: "What happens when somebody has 31 (with four cards 41) or fire.",
      values: {
        ends: "The round ends at once",
        grace: "Ends, with grace at the start",
        none: "The round goes on",
      },
    },
    fire_penalty: {
      name: "Losing to fire",
      line: "Who loses a life when fire has ended the round.",
      values: { all_others: "Everybody else", lowest: "Only the lowest hand" },
    },
    dealt_penalty: {
      name: "Dealt 31 or fire",
      line: "Harsh: when 31 or fire is dealt, all the others lose, to fire even two lives.",
      values: { normal: "As usual", harsh: "Harsh" },
    },
    lives: {
      name: "Lives",
      line: "How many lives everybody starts with.",
      values: {},
    },
    last_chance: {
      name: "Swimming",
      line: "Who may play on without any life, until they lose once more.",
      values: { all: "Everybody", first: "Only the first", none: "Nobody" },
    },
    all_out: {
      name: "All out together",
      line: "What happens when all who are left would go out in the same round.",
      values: { share: "They win together", replay: "The round is replayed" },
    },
    tie_trips_rank: {
      name: "Higher three of a kind",
      line: "Of two threes of a kind, the one of the higher rank is better.",
      values: {},
    },
    tie_suit: {
      name: "Higher suit",
      line: "Between equal values the suit decides: clubs, spades, hearts, diamonds.",
      values: {},
    },
    tie_high_card: {
      name: "Higher card",
      line: "Between equal values in the same suit the highest card decides.",
      values: {},
    },
    scoring: {
      name: "Playing for",
      line: "Lives that are lost until one player is left, or points over a number of rounds.",
      values: { lives: "Lives", points: "Points" },
    },
    rounds: {
      name: "Rounds",
      line: "After how many rounds the match is over.",
      values: {},
    },
    target: {
      name: "Points that win",
      line: "The match ends earlier when somebody has so many points after a round.",
      values: {},
    },
  },
};
