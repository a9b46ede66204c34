/** Types of the texts, generated from en.json by `npm run texts`. */

export interface Catalogue {
  readonly locale: string;
  readonly title: string;
  readonly subtitle: string;
  readonly suits: {
    readonly french: {
      readonly C: string;
      readonly S: string;
      readonly H: string;
      readonly D: string;
    };
    readonly german: {
      readonly C: string;
      readonly S: string;
      readonly H: string;
      readonly D: string;
    };
  };
  readonly ranks: {
    readonly french: {
      readonly "2": string;
      readonly "3": string;
      readonly "4": string;
      readonly "5": string;
      readonly "6": string;
      readonly "7": string;
      readonly "8": string;
      readonly "9": string;
      readonly T: string;
      readonly J: string;
      readonly Q: string;
      readonly K: string;
      readonly A: string;
    };
    readonly german: {
      readonly "2": string;
      readonly "3": string;
      readonly "4": string;
      readonly "5": string;
      readonly "6": string;
      readonly "7": string;
      readonly "8": string;
      readonly "9": string;
      readonly T: string;
      readonly J: string;
      readonly Q: string;
      readonly K: string;
      readonly A: string;
    };
  };
  readonly courtLetters: {
    readonly J: string;
    readonly Q: string;
    readonly K: string;
  };
  readonly card: (places: { rank: string | number; suit: string | number }) => string;
  readonly value: (places: { value: string | number; suit: string | number }) => string;
  readonly valueOfRank: (places: { value: string | number }) => string;
  readonly you: string;
  readonly youObject: string;
  readonly variants: {
    readonly pagat: {
      readonly name: string;
      readonly line: string;
    };
    readonly app: {
      readonly name: string;
      readonly line: string;
    };
    readonly "app-a7": {
      readonly name: string;
      readonly line: string;
    };
    readonly "app-a9": {
      readonly name: string;
      readonly line: string;
    };
    readonly "app-a5": {
      readonly name: string;
      readonly line: string;
    };
    readonly gamerules: {
      readonly name: string;
      readonly line: string;
    };
    readonly dutch: {
      readonly name: string;
      readonly line: string;
    };
    readonly choy: {
      readonly name: string;
      readonly line: string;
    };
  };
  readonly levels: {
    readonly random: {
      readonly name: string;
      readonly line: string;
    };
    readonly beginner: {
      readonly name: string;
      readonly line: string;
    };
    readonly casual: {
      readonly name: string;
      readonly line: string;
    };
    readonly greedy: {
      readonly name: string;
      readonly line: string;
    };
    readonly club: {
      readonly name: string;
      readonly line: string;
    };
    readonly expert: {
      readonly name: string;
      readonly line: string;
    };
    readonly master: {
      readonly name: string;
      readonly line: string;
    };
  };
  readonly cast: {
    readonly Berta: {
      readonly line: string;
      readonly habit: string;
    };
    readonly Karl: {
      readonly line: string;
      readonly habit: string;
    };
    readonly Emma: {
      readonly line: string;
      readonly habit: string;
    };
    readonly Fritz: {
      readonly line: string;
      readonly habit: string;
    };
    readonly Frieda: {
      readonly line: string;
      readonly habit: string;
    };
    readonly Otto: {
      readonly line: string;
    };
    readonly Ida: {
      readonly line: string;
      readonly habit: string;
    };
    readonly Paul: {
      readonly line: string;
      readonly habit: string;
    };
    readonly Hanna: {
      readonly line: string;
    };
    readonly Max: {
      readonly line: string;
      readonly habit: string;
    };
    readonly Lotte: {
      readonly line: string;
    };
    readonly Emil: {
      readonly line: string;
      readonly habit: string;
    };
    readonly Greta: {
      readonly line: string;
      readonly habit: string;
    };
    readonly Hugo: {
      readonly line: string;
      readonly habit: string;
    };
    readonly Wim: {
      readonly line: string;
      readonly habit: string;
    };
    readonly Saskia: {
      readonly line: string;
      readonly habit: string;
    };
  };
  readonly nav: {
    readonly back: string;
    readonly startPage: string;
    readonly new: string;
    readonly daily: string;
    readonly learn: string;
    readonly puzzles: string;
    readonly rules: string;
    readonly statistics: string;
    readonly matches: string;
    readonly leaderboard: string;
    readonly me: string;
    readonly settings: string;
    readonly about: string;
    readonly friends: string;
    readonly lobby: string;
    readonly odds: string;
    readonly record: string;
    readonly start: string;
    readonly together: string;
    readonly study: string;
    readonly you: string;
    readonly notLoaded: string;
    readonly unknown: string;
    readonly noPage: string;
    readonly bar: {
      readonly label: string;
      readonly skip: string;
      readonly search: string;
    };
  };
  readonly start: {
    readonly aim: string;
    readonly newHere: string;
    readonly play: string;
    readonly starting: string;
    readonly yourGame: (places: { variant: string | number; names: string | number }) => string;
    readonly againstMany: (places: { variant: string | number; n: string | number }) => string;
    readonly houseRules: (places: { n: number }) => string;
    readonly setUp: string;
    readonly language: string;
    readonly running: string;
    readonly goOn: string;
    readonly yourTurn: string;
    readonly turnOf: (places: { name: string | number }) => string;
    readonly livesLeft: (places: { n: number }) => string;
    readonly newMatch: string;
    readonly which: string;
    readonly closeWhich: string;
    readonly goOnWith: (places: { variant: string | number; names: string | number }) => string;
    readonly roundNumber: (places: { n: string | number }) => string;
    readonly against: (places: { names: string | number }) => string;
    readonly gathering: (places: { names: string | number }) => string;
    readonly showAll: (places: { n: string | number }) => string;
    readonly showFewer: string;
    readonly unreachable: string;
    readonly problems: {
      readonly unavailable: string;
      readonly too_many: string;
      readonly internal: string;
      readonly name_taken: string;
      readonly name_alike: string;
      readonly bad_name: string;
      readonly link_name: string;
      readonly too_many_open: string;
      readonly too_many_open_here: string;
      readonly contradiction: string;
      readonly bad_option: string;
      readonly too_many_players: string;
      readonly unknown_level: string;
      readonly unknown_bot: string;
      readonly wrong_host: string;
      readonly wrong_origin: string;
      readonly upgrade_required: string;
    };
    readonly noCookies: string;
    readonly noServer: string;
    readonly retry: string;
    readonly loading: string;
    readonly variant: string;
    readonly opponents: string;
    readonly levelLabel: string;
    readonly levelOrBot: string;
    readonly levelOf: (places: { name: string | number }) => string;
    readonly eachLevel: string;
    readonly howMany: string;
    readonly youAndTime: string;
    readonly swap: (places: { name: string | number }) => string;
    readonly whoInstead: (places: { name: string | number }) => string;
    readonly sitsThere: string;
    readonly keep: (places: { name: string | number }) => string;
    readonly lives: string;
    readonly rounds: string;
    readonly name: string;
    readonly defaultName: string;
    readonly less: (places: { what: string | number }) => string;
    readonly greater: (places: { what: string | number }) => string;
    readonly badNumber: (places: { low: string | number; high: string | number }) => string;
    readonly house: string;
    readonly houseLine: string;
    readonly changed: string;
    readonly clashing: string;
    readonly changedCount: (places: { n: string | number }) => string;
    readonly back: (places: { value: string | number }) => string;
    readonly backOf: (places: { option: string | number; value: string | number }) => string;
    readonly backAll: (places: { variant: string | number }) => string;
    readonly moreOptions: (places: { n: number }) => string;
    readonly moreLine: string;
    readonly readRule: (places: { option: string | number; number: string | number }) => string;
    readonly clash: (places: { one: string | number; value: string | number; other: string | number; otherValue: string | number }) => string;
    readonly mend: (places: { changes: string | number }) => string;
    readonly setTo: (places: { option: string | number; value: string | number }) => string;
    readonly undo: (places: { option: string | number; value: string | number }) => string;
    readonly cannotPlay: string;
    readonly goTo: string;
    readonly handSize: (places: { n: number }) => string;
    readonly playersUpTo: (places: { n: number }) => string;
    readonly livesEach: (places: { n: number }) => string;
    readonly roundsInAll: (places: { n: number }) => string;
    readonly opponentsCount: (places: { n: number }) => string;
    readonly closingTurn: (places: { turn: string | number }) => string;
  };
  readonly optionGroups: {
    readonly cards: string;
    readonly turns: string;
    readonly closing: string;
    readonly special: string;
    readonly losing: string;
    readonly ties: string;
    readonly points: string;
    readonly others: string;
  };
  readonly optionValues: {
    readonly yes: string;
    readonly no: string;
    readonly none: string;
  };
  readonly options: {
    readonly pack: {
      readonly name: string;
      readonly line: string;
      readonly values: {
        readonly A9: string;
        readonly A7: string;
        readonly A6: string;
        readonly A5: string;
        readonly A2: string;
      };
      readonly words: string;
    };
    readonly hand_size: {
      readonly name: string;
      readonly line: string;
      readonly values: {
        readonly "3": string;
        readonly "4": string;
      };
      readonly words: string;
    };
    readonly max_players: {
      readonly name: string;
      readonly line: string;
      readonly values: {

      };
      readonly words: string;
    };
    readonly dealer_choice: {
      readonly name: string;
      readonly line: string;
      readonly values: {

      };
      readonly words: string;
    };
    readonly pass: {
      readonly name: string;
      readonly line: string;
      readonly values: {

      };
      readonly words: string;
    };
    readonly exchange_all: {
      readonly name: string;
      readonly line: string;
      readonly values: {

      };
      readonly words: string;
    };
    readonly renew: {
      readonly name: string;
      readonly line: string;
      readonly values: {

      };
      readonly words: string;
    };
    readonly replace_789: {
      readonly name: string;
      readonly line: string;
      readonly values: {

      };
      readonly words: string;
    };
    readonly talon_short: {
      readonly name: string;
      readonly line: string;
      readonly values: {
        readonly showdown: string;
        readonly keep: string;
        readonly recycle: string;
      };
      readonly words: string;
    };
    readonly recycle: {
      readonly name: string;
      readonly line: string;
      readonly values: {
        readonly shuffle: string;
        readonly in_order: string;
      };
      readonly words: string;
    };
    readonly turn_cap: {
      readonly name: string;
      readonly line: string;
      readonly values: {

      };
      readonly words: string;
    };
    readonly close_timing: {
      readonly name: string;
      readonly line: string;
      readonly values: {
        readonly end_of_turn: string;
        readonly instead: string;
      };
      readonly words: string;
    };
    readonly close_effect: {
      readonly name: string;
      readonly line: string;
      readonly values: {
        readonly one_turn_each: string;
        readonly until_one_open: string;
        readonly immediate: string;
      };
      readonly words: string;
    };
    readonly close_from_turn: {
      readonly name: string;
      readonly line: string;
      readonly values: {

      };
      readonly words: string;
    };
    readonly closer_penalty: {
      readonly name: string;
      readonly line: string;
      readonly values: {

      };
      readonly words: string;
    };
    readonly closer_tie: {
      readonly name: string;
      readonly line: string;
      readonly values: {
        readonly shared: string;
        readonly closer_loses: string;
        readonly closer_safe: string;
      };
      readonly words: string;
    };
    readonly three_of_a_kind: {
      readonly name: string;
      readonly line: string;
      readonly values: {

      };
      readonly words: string;
    };
    readonly fire: {
      readonly name: string;
      readonly line: string;
      readonly values: {

      };
      readonly words: string;
    };
    readonly special: {
      readonly name: string;
      readonly line: string;
      readonly values: {
        readonly ends: string;
        readonly grace: string;
        readonly none: string;
      };
      readonly words: string;
    };
    readonly fire_penalty: {
      readonly name: string;
      readonly line: string;
      readonly values: {
        readonly all_others: string;
        readonly lowest: string;
      };
      readonly words: string;
    };
    readonly dealt_penalty: {
      readonly name: string;
      readonly line: string;
      readonly values: {
        readonly normal: string;
        readonly harsh: string;
      };
      readonly words: string;
    };
    readonly losers: {
      readonly name: string;
      readonly line: string;
      readonly values: {
        readonly lowest: string;
        readonly all_but_best: string;
      };
      readonly words: string;
    };
    readonly lives: {
      readonly name: string;
      readonly line: string;
      readonly values: {

      };
      readonly words: string;
    };
    readonly last_chance: {
      readonly name: string;
      readonly line: string;
      readonly values: {
        readonly all: string;
        readonly first: string;
        readonly none: string;
      };
      readonly words: string;
    };
    readonly chicken: {
      readonly name: string;
      readonly line: string;
      readonly values: {
        readonly all: string;
        readonly first: string;
        readonly none: string;
      };
      readonly words: string;
    };
    readonly all_out: {
      readonly name: string;
      readonly line: string;
      readonly values: {
        readonly share: string;
        readonly replay: string;
      };
      readonly words: string;
    };
    readonly tie_trips_rank: {
      readonly name: string;
      readonly line: string;
      readonly values: {

      };
      readonly words: string;
    };
    readonly tie_suit: {
      readonly name: string;
      readonly line: string;
      readonly values: {

      };
      readonly words: string;
    };
    readonly tie_high_card: {
      readonly name: string;
      readonly line: string;
      readonly values: {

      };
      readonly words: string;
    };
    readonly scoring: {
      readonly name: string;
      readonly line: string;
      readonly values: {
        readonly lives: string;
        readonly points: string;
      };
      readonly words: string;
    };
    readonly rounds: {
      readonly name: string;
      readonly line: string;
      readonly values: {

      };
      readonly words: string;
    };
    readonly target: {
      readonly name: string;
      readonly line: string;
      readonly values: {

      };
      readonly words: string;
    };
  };
  readonly ruleSets: {
    readonly title: string;
    readonly name: string;
    readonly save: string;
    readonly done: string;
    readonly cancel: string;
    readonly saved: (places: { name: string | number }) => string;
    readonly problems: {
      readonly bad: string;
      readonly taken: string;
    };
    readonly rename: string;
    readonly delete: string;
    readonly share: string;
    readonly shareLine: string;
    readonly shareText: (places: { name: string | number }) => string;
    readonly close: string;
    readonly link: string;
    readonly qr: string;
    readonly friends: string;
    readonly linked: (places: { name: string | number }) => string;
    readonly linkedUnnamed: string;
    readonly ignored: (places: { what: string | number }) => string;
    readonly find: string;
  };
  readonly table: {
    readonly label: string;
    readonly round: (places: { n: string | number }) => string;
    readonly roundOf: (places: { n: string | number; all: string | number }) => string;
    readonly leave: string;
    readonly history: string;
    readonly closeHistory: string;
    readonly historyEmpty: string;
    readonly earlier: string;
    readonly talon: (places: { n: number }) => string;
    readonly aside: (places: { n: number }) => string;
    readonly pot: (places: { n: number }) => string;
    readonly tableCards: string;
    readonly yourHand: string;
    readonly extraHand: string;
    readonly dealer: string;
    readonly dealerLetter: string;
    readonly closed: string;
    readonly swimming: string;
    readonly chicken: string;
    readonly out: string;
    readonly lastTurns: string;
    readonly lives: (places: { n: number }) => string;
    readonly points: (places: { n: number; text: string | number }) => string;
    readonly yourTurn: string;
    readonly yourLastTurn: string;
    readonly yourChoice: string;
    readonly afterRenew: string;
    readonly toPlay: string;
    readonly chooses: string;
    readonly turnOf: (places: { name: string | number }) => string;
    readonly choosing: (places: { name: string | number }) => string;
    readonly roundOver: string;
    readonly watching: string;
    readonly skip: string;
    readonly skipping: string;
    readonly newMatch: string;
    readonly spectating: string;
    readonly youAre: (places: { name: string | number }) => string;
    readonly handWorth: string;
    readonly wouldBe: string;
    readonly letGo: string;
    readonly cardWouldMake: (places: { card: string | number; value: string | number }) => string;
    readonly chooseTable: string;
    readonly chooseHand: string;
    readonly choosePair: string;
    readonly loading: string;
    readonly noTable: string;
    readonly toStart: string;
  };
  readonly actions: {
    readonly label: string;
    readonly exchange: string;
    readonly exchangeClose: string;
    readonly andClose: string;
    readonly all: string;
    readonly allClose: string;
    readonly pass: string;
    readonly close: string;
    readonly renew: string;
    readonly keep: string;
    readonly take: string;
  };
  readonly asked: {
    readonly exchange: (places: { given: string | number; taken: string | number }) => string;
    readonly "exchange!": (places: { given: string | number; taken: string | number }) => string;
    readonly all: string;
    readonly "all!": string;
    readonly pass: string;
    readonly close: string;
    readonly renew: string;
    readonly keep: string;
    readonly take: string;
    readonly yes: string;
    readonly no: string;
  };
  readonly keys: {
    readonly title: string;
    readonly hand: string;
    readonly table: string;
    readonly arrows: string;
    readonly hint: string;
    readonly undo: string;
    readonly help: string;
    readonly where: string;
    readonly close: string;
  };
  readonly quick: {
    readonly title: string;
    readonly open: string;
    readonly rules: string;
    readonly all: string;
    readonly keys: string;
    readonly close: string;
  };
  readonly refused: {
    readonly round_over: string;
    readonly not_your_turn: string;
    readonly dealers_choice: string;
    readonly no_choice: string;
    readonly exchange_first: string;
    readonly no_pass: string;
    readonly no_exchange_all: string;
    readonly no_renew: string;
    readonly close_is_its_own_turn: string;
    readonly too_early: string;
    readonly last_turn: string;
    readonly too_few_cards: string;
    readonly pair: string;
    readonly busy: string;
    readonly other: string;
  };
  readonly short: {
    readonly all: string;
    readonly pass: string;
    readonly close: string;
    readonly renew: string;
    readonly keep: string;
    readonly take: string;
  };
  readonly happened: {
    readonly dealt: (places: { you: boolean; name: string | number }) => string;
    readonly kept: (places: { you: boolean; name: string | number }) => string;
    readonly took: (places: { you: boolean; name: string | number }) => string;
    readonly tableIs: (places: { cards: string | number }) => string;
    readonly exchange: (places: { you: boolean; given: string | number; taken: string | number; name: string | number }) => string;
    readonly "exchange!": (places: { you: boolean; given: string | number; taken: string | number; name: string | number }) => string;
    readonly all: (places: { you: boolean; given: string | number; taken: string | number; name: string | number }) => string;
    readonly "all!": (places: { you: boolean; given: string | number; taken: string | number; name: string | number }) => string;
    readonly pass: (places: { you: boolean; name: string | number }) => string;
    readonly close: (places: { you: boolean; name: string | number }) => string;
    readonly renew: (places: { you: boolean; name: string | number }) => string;
    readonly newTable: (places: { cards: string | number }) => string;
    readonly allPassed: (places: { cards: string | number }) => string;
    readonly sevenEightNine: (places: { cards: string | number }) => string;
    readonly recycled: string;
    readonly stays: string;
    readonly shownBest: (places: { you: boolean; best: string | number; cards: string | number; name: string | number }) => string;
    readonly shownFire: (places: { you: boolean; cards: string | number; name: string | number }) => string;
    readonly shown: (places: { you: boolean; cards: string | number; name: string | number }) => string;
    readonly end: (places: { how: string | number }) => string;
  };
  readonly end: {
    readonly by: {
      readonly "31": (places: { you: boolean; best: string | number; name: string | number }) => string;
      readonly close: (places: { you: boolean; name: string | number }) => string;
      readonly fire: (places: { you: boolean; name: string | number }) => string;
    };
    readonly without: {
      readonly "31": (places: { best: string | number }) => string;
      readonly close: string;
      readonly fire: string;
      readonly talon: string;
      readonly cap: string;
    };
  };
  readonly link: {
    readonly reload: string;
  };
  readonly connection: {
    readonly lost: string;
    readonly paused: string;
    readonly movesLost: string;
    readonly outdated: string;
    readonly tooNew: string;
    readonly closed: {
      readonly rules_version: string;
      readonly older_log: string;
      readonly newer_log: string;
      readonly damaged: string;
    };
  };
  readonly showdown: {
    readonly closed: string;
    readonly losers: (places: { group: "you" | "one" | "other"; n: number; players: string | number }) => string;
    readonly allBut: (places: { you: boolean; n: number; name: string | number }) => string;
    readonly rule: (places: { rule: string | number }) => string;
    readonly loses: (places: { n: number }) => string;
    readonly now: {
      readonly under: string;
      readonly out: string;
      readonly swims: string;
      readonly chicken: string;
    };
    readonly fates: {
      readonly under: (places: { group: "you" | "one" | "other"; players: string | number }) => string;
      readonly out: (places: { group: "you" | "one" | "other"; players: string | number }) => string;
      readonly swims: (places: { group: "you" | "one" | "other"; players: string | number }) => string;
      readonly chicken: (places: { group: "you" | "one" | "other"; players: string | number }) => string;
    };
    readonly safe: string;
    readonly nobody: string;
    readonly allTied: string;
    readonly notCounted: string;
    readonly total: string;
    readonly points: string;
    readonly next: string;
    readonly dealing: string;
  };
  readonly why: {
    readonly worst: (places: { value: string | number }) => string;
    readonly suit: (places: { you: boolean; better: string | number; worse: string | number; name: string | number }) => string;
    readonly trips: (places: { you: boolean; name: string | number }) => string;
    readonly highCard: (places: { you: boolean; suit: string | number; name: string | number }) => string;
    readonly tied: (places: { value: string | number; players: string | number }) => string;
    readonly closerInTie: (places: { value: string | number; players: string | number }) => string;
    readonly tiedWithCloser: (places: { value: string | number; players: string | number }) => string;
    readonly spared: (places: { closed: boolean; value: string | number; players: string | number }) => string;
    readonly notBest: (places: { you: boolean; value: string | number; name: string | number }) => string;
    readonly fire: (places: { you: boolean; name: string | number }) => string;
    readonly dealtBest: (places: { you: boolean; best: string | number; name: string | number }) => string;
    readonly dealtFire: (places: { you: boolean; n: number; best: string | number; name: string | number }) => string;
    readonly closer: string;
    readonly difference: (places: { you: boolean; own: string | number; best: string | number; n: string | number; name: string | number }) => string;
  };
  readonly over: {
    readonly standing: string;
    readonly last: (places: { round: string | number }) => string;
    readonly statistics: string;
    readonly wins: (places: { group: "you" | "one" | "other"; players: string | number }) => string;
    readonly again: string;
    readonly record: string;
    readonly start: string;
  };
  readonly moments: {
    readonly fire: string;
    readonly life: string;
    readonly afloat: string;
    readonly chicken: string;
    readonly swims: string;
    readonly out: string;
    readonly under: string;
    readonly win: string;
    readonly youAfloat: string;
  };
  readonly story: {
    readonly title: string;
    readonly decided: (places: { when: "first" | "last" | "other"; you: boolean; name: string | number; round: string | number }) => string;
    readonly gain: (places: { players: string | number; before: string | number; after: string | number; round: string | number }) => string;
    readonly swam: (places: { players: string | number; n: number }) => string;
    readonly hadChicken: (places: { players: string | number; n: number }) => string;
    readonly closings: (places: { players: string | number; n: string | number }) => string;
  };
  readonly picture: {
    readonly share: string;
    readonly save: string;
    readonly drawing: string;
    readonly failed: string;
  };
  readonly soundQuestion: {
    readonly ask: string;
    readonly yes: string;
    readonly no: string;
  };
  readonly settings: {
    readonly look: string;
    readonly cardsTitle: string;
    readonly playing: string;
    readonly senses: string;
    readonly kept: string;
    readonly language: {
      readonly name: string;
      readonly line: string;
    };
    readonly theme: {
      readonly name: string;
      readonly line: string;
    };
    readonly cards: {
      readonly name: string;
      readonly line: string;
    };
    readonly letters: {
      readonly name: string;
      readonly line: string;
    };
    readonly back: {
      readonly name: string;
      readonly line: string;
    };
    readonly pace: {
      readonly name: string;
      readonly line: string;
    };
    readonly playOn: {
      readonly name: string;
      readonly line: string;
    };
    readonly motion: {
      readonly name: string;
      readonly line: string;
    };
    readonly memory: {
      readonly name: string;
      readonly line: string;
    };
    readonly confirm: {
      readonly name: string;
      readonly line: string;
    };
    readonly coach: {
      readonly name: string;
      readonly line: string;
    };
    readonly sound: {
      readonly name: string;
      readonly line: string;
    };
    readonly haptics: {
      readonly name: string;
      readonly line: string;
    };
    readonly handOver: {
      readonly name: string;
      readonly line: string;
    };
    readonly values: {
      readonly language: {
        readonly system: string;
        readonly en: string;
        readonly de: string;
        readonly nl: string;
      };
      readonly theme: {
        readonly system: string;
        readonly light: string;
        readonly dark: string;
      };
      readonly cards: {
        readonly french: string;
        readonly "four-colour": string;
        readonly german: string;
      };
      readonly letters: {
        readonly usual: string;
        readonly JQK: string;
        readonly KDB: string;
        readonly HVB: string;
      };
      readonly back: {
        readonly waves: string;
        readonly checks: string;
        readonly tendrils: string;
        readonly plain: string;
      };
      readonly pace: {
        readonly relaxed: string;
        readonly quick: string;
        readonly instant: string;
      };
      readonly playOn: {
        readonly device: string;
        readonly server: string;
      };
      readonly motion: {
        readonly system: string;
        readonly off: string;
      };
    };
    readonly offline: {
      readonly title: string;
      readonly line: (places: { expert: string | number; master: string | number }) => string;
      readonly keep: (places: { size: string | number }) => string;
      readonly keeping: (places: { done: string | number; size: string | number }) => string;
      readonly kept: (places: { size: string | number }) => string;
      readonly remove: string;
      readonly failed: string;
      readonly unlisted: string;
    };
    readonly changed: (places: { name: string | number; value: string | number }) => string;
    readonly on: string;
    readonly off: string;
    readonly keptLine: string;
    readonly reset: string;
    readonly resetDone: string;
    readonly coachAgain: string;
    readonly coachAgainDone: string;
    readonly forget: string;
    readonly forgetSure: string;
    readonly forgetDone: string;
    readonly cancel: string;
  };
  readonly archive: {
    readonly line: string;
    readonly export: string;
    readonly import: string;
    readonly exported: (places: { n: number }) => string;
    readonly imported: (places: { added: number; known: number; refused: number }) => string;
    readonly problems: {
      readonly foreign_file: string;
      readonly newer_file: string;
      readonly damaged_file: string;
    };
  };
  readonly about: {
    readonly title: string;
    readonly game: string;
    readonly open: string;
    readonly version: (places: { version: string | number }) => string;
    readonly cardsTitle: string;
    readonly faces: string;
    readonly german: string;
    readonly peopleTitle: string;
    readonly people: string;
    readonly fontsTitle: string;
    readonly figtree: string;
    readonly youngSerif: string;
    readonly documentation: string;
    readonly licences: string;
    readonly rulesTitle: string;
    readonly rules: string;
    readonly readRules: string;
    readonly source: string;
  };
  readonly offline: {
    readonly title: string;
    readonly why: string;
    readonly here: string;
    readonly there: string;
    readonly retry: string;
    readonly newer: string;
    readonly later: string;
  };
  readonly engine: {
    readonly preparing: (places: { seconds: number }) => string;
    readonly failed: string;
    readonly later: string;
    readonly outdated: string;
  };
  readonly device: {
    readonly offline: (places: { pages: string | number }) => string;
    readonly note: string;
    readonly lessEffort: (places: { names: string | number; n: number }) => string;
    readonly deleteMatch: string;
    readonly onServer: {
      readonly insecure: (places: { site: boolean }) => string;
      readonly unsupported: (places: { site: boolean }) => string;
      readonly storage_denied: (places: { site: boolean }) => string;
      readonly module_failed: (places: { site: boolean }) => string;
    };
    readonly problems: {
      readonly storage_full: string;
      readonly storage_failed: string;
      readonly storage_denied: string;
      readonly module_failed: string;
    };
  };
  readonly learn: {
    readonly step: (places: { n: string | number; all: string | number }) => string;
    readonly next: string;
    readonly back: string;
    readonly restart: string;
    readonly table: string;
    readonly play: string;
    readonly rules: string;
  };
  readonly advice: {
    readonly does: {
      readonly exchange: (places: { given: string | number; taken: string | number; hand: "three" | "fire" | "other"; value: string | number }) => string;
      readonly "exchange!": (places: { given: string | number; taken: string | number; hand: "three" | "fire" | "other"; value: string | number }) => string;
      readonly all: (places: { hand: "three" | "fire" | "other"; value: string | number }) => string;
      readonly "all!": (places: { hand: "three" | "fire" | "other"; value: string | number }) => string;
      readonly pass: (places: { hand: "three" | "fire" | "other"; value: string | number }) => string;
      readonly close: (places: { hand: "three" | "fire" | "other"; value: string | number }) => string;
      readonly renew: string;
      readonly keep: (places: { hand: "three" | "fire" | "other"; value: string | number }) => string;
      readonly take: string;
    };
    readonly then: {
      readonly scored: string;
      readonly othersLose: string;
      readonly lowestLoses: string;
      readonly allButBestLose: string;
      readonly compared: string;
      readonly grace: string;
      readonly lastTurns: string;
      readonly lastTurn: string;
      readonly playOn: string;
    };
    readonly exchange: (places: { given: string | number; taken: string | number; closes: boolean }) => string;
    readonly asGood: (places: { actions: string | number }) => string;
    readonly more: (places: { n: string | number }) => string;
    readonly allAsGood: string;
    readonly onlyMove: string;
    readonly numbers: string;
  };
  readonly moveHint: {
    readonly label: string;
    readonly title: string;
    readonly first: string;
    readonly suggested: string;
    readonly why: string;
    readonly chance: (places: { action: string | number; value: string | number }) => string;
    readonly lead: (places: { action: string | number; value: string | number }) => string;
    readonly worth: (places: { action: string | number; value: string | number }) => string;
    readonly noData: string;
    readonly failed: string;
  };
  readonly coach: {
    readonly label: string;
    readonly dismiss: string;
    readonly choice: string;
    readonly close: {
      readonly one_turn_each: (places: { you: boolean; name: string | number }) => string;
      readonly until_one_open: (places: { you: boolean; name: string | number }) => string;
      readonly immediate: (places: { you: boolean; name: string | number }) => string;
    };
    readonly loss: {
      readonly all: (places: { dutch: boolean }) => string;
      readonly first: (places: { dutch: boolean }) => string;
      readonly none: string;
    };
  };
  readonly rules: {
    readonly variant: string;
    readonly contents: string;
    readonly print: string;
    readonly learn: string;
    readonly card: string;
    readonly counts: string;
    readonly house: string;
    readonly houseSay: (places: { variant: string | number }) => string;
    readonly instead: string;
    readonly notHere: string;
    readonly changed: string;
    readonly tactics: string;
    readonly tacticsSay: string;
    readonly words: string;
    readonly absent: string;
    readonly absentSay: string;
    readonly notPart: string;
    readonly refused: string;
    readonly loses: (places: { n: number }) => string;
  };
  readonly statistics: {
    readonly loading: string;
    readonly before: string;
    readonly emptyTitle: string;
    readonly emptyLine: string;
    readonly play: string;
    readonly noneTitle: string;
    readonly showAll: string;
    readonly choose: string;
    readonly variant: string;
    readonly allVariants: string;
    readonly own: string;
    readonly players: string;
    readonly anyPlayers: string;
    readonly playersOf: (places: { n: number }) => string;
    readonly counted: (places: { finished: number; running: number; hints: number }) => string;
    readonly places: (places: { place: "device" | "server" | "other"; device: string | number; server: string | number }) => string;
    readonly offline: (places: { device: string | number }) => string;
    readonly notCounted: (places: { n: number }) => string;
    readonly of: (places: { part: string | number; all: string | number }) => string;
    readonly headline: string;
    readonly won: string;
    readonly shared: (places: { n: string | number }) => string;
    readonly lost: string;
    readonly hand: string;
    readonly hand4: string;
    readonly bestHand: (places: { value: string | number }) => string;
    readonly best: string;
    readonly paid: string;
    readonly swum: string;
    readonly swumRounds: (places: { n: number }) => string;
    readonly swumLine: string;
    readonly neverSwum: string;
    readonly row: string;
    readonly rowNow: (places: { n: string | number }) => string;
    readonly rare: string;
    readonly rare4: string;
    readonly rareLine: (places: { fires: string | number; threes: string | number }) => string;
    readonly turns: string;
    readonly turnsLine: (places: { all: string | number }) => string;
    readonly points: string;
    readonly pointsLine: (places: { rounds: number }) => string;
    readonly asTable: string;
    readonly byVariant: string;
    readonly byPlayers: string;
    readonly chance: string;
    readonly none: string;
    readonly hands: string;
    readonly handsOf4: string;
    readonly handsLine: (places: { average: string | number }) => string;
    readonly value: string;
    readonly times: string;
    readonly closings: string;
    readonly closingsLine: string;
    readonly closingsNone: string;
    readonly turn: string;
    readonly paidShort: string;
    readonly unpaid: string;
    readonly course: string;
    readonly courseLine: (places: { window: string | number }) => string;
    readonly courseFew: string;
    readonly winRate: string;
    readonly lostRate: string;
    readonly courseNewest: string;
    readonly courseOf: (places: { n: string | number }) => string;
    readonly ended: string;
    readonly result: string;
    readonly isWon: string;
    readonly isLost: string;
    readonly export: string;
    readonly exportLine: string;
    readonly exportMatches: string;
    readonly exportRounds: string;
  };
  readonly odds: {
    readonly title: string;
    readonly intro: (places: { rounds: string | number }) => string;
    readonly choose: string;
    readonly limits: string;
    readonly limitsLine: (places: { exchange: boolean }) => string;
    readonly anyTable: string;
    readonly weakTable: string;
    readonly strongTable: string;
    readonly limitsNote: (places: { average: string | number }) => string;
    readonly unknown: string;
    readonly range: (places: { low: string | number; high: string | number }) => string;
    readonly interval: string;
    readonly gains: (places: { points: boolean }) => string;
    readonly gainsLine: (places: { points: boolean; turn: string | number }) => string;
    readonly gain: (places: { points: boolean }) => string;
    readonly lost: (places: { points: boolean }) => string;
    readonly lostLine: (places: { points: boolean; value: string | number; players: string | number; won: string | number; lost: string | number }) => string;
    readonly hand: string;
    readonly choice: string;
    readonly choiceLine: (places: { keep: string | number }) => string;
    readonly places: string;
    readonly placesLine: (places: { points: boolean }) => string;
    readonly seat: string;
    readonly score: (places: { points: boolean }) => string;
    readonly deals: string;
    readonly dealsLine: (places: { median: string | number }) => string;
    readonly share: string;
    readonly method: string;
    readonly rules: string;
    readonly link: string;
  };
  readonly puzzles: {
    readonly question: string;
    readonly right: string;
    readonly wrong: string;
    readonly aim: string;
    readonly aimPoints: string;
    readonly choice: string;
    readonly lastTurn: string;
    readonly swimming: string;
    readonly again: string;
    readonly ofTheDay: (places: { date: string | number; result: "solved" | "missed" | "other" }) => string;
    readonly lesson: (places: { number: string | number; topics: string | number; topic: string | number; solved: string | number; needed: string | number }) => string;
    readonly topics: {
      readonly closing: string;
      readonly cards: string;
      readonly otherMoves: string;
      readonly dealersChoice: string;
      readonly lastTurn: string;
      readonly swimming: string;
    };
    readonly story: (places: { n: string | number }) => string;
    readonly rating: string;
    readonly range: (places: { low: string | number; high: string | number }) => string;
    readonly rangeNote: string;
    readonly streak: string;
    readonly theme: string;
    readonly allThemes: string;
    readonly themes: {
      readonly close: string;
      readonly keepOpen: string;
      readonly whichCard: string;
      readonly layDown: string;
      readonly swapAll: string;
      readonly pass: string;
      readonly renew: string;
      readonly dealersChoice: string;
      readonly lastTurn: string;
      readonly swimming: string;
    };
    readonly own: string;
    readonly noOwn: string;
    readonly solved: (places: { solved: string | number; seen: string | number; best: string | number }) => string;
    readonly next: string;
    readonly retry: string;
    readonly show: string;
    readonly notRated: string;
    readonly change: (places: { n: string | number; rating: string | number }) => string;
    readonly comesBack: string;
    readonly learnt: string;
    readonly worth: string;
    readonly worthPoints: string;
    readonly yours: string;
    readonly action: string;
    readonly chanceHead: string;
    readonly leadHead: string;
    readonly loss: string;
    readonly lead: (places: { n: number }) => string;
    readonly atMost: (places: { chance: string | number }) => string;
    readonly more: (places: { n: number }) => string;
    readonly solvers: (places: { levels: string | number }) => string;
    readonly noSolvers: string;
    readonly themesOf: (places: { themes: string | number }) => string;
    readonly card: {
      readonly title: string;
      readonly line: string;
      readonly try: string;
      readonly solved: string;
      readonly missed: string;
      readonly more: string;
    };
  };
  readonly players: {
    readonly loading: string;
    readonly problems: {
      readonly bad_recovery: string;
      readonly recovery_forgotten: string;
      readonly recovery_outdated: string;
      readonly unknown_player: string;
      readonly bad_name: string;
      readonly link_name: string;
      readonly not_over: string;
      readonly table_closed: string;
      readonly unknown_table: string;
      readonly no_such_round: string;
      readonly bad_face: string;
    };
    readonly since: (places: { date: string | number }) => string;
    readonly nobody: string;
    readonly play: string;
    readonly name: string;
    readonly nameLine: string;
    readonly save: string;
    readonly saved: string;
    readonly ratings: string;
    readonly ratingsNone: string;
    readonly ratingLine: string;
    readonly rating: string;
    readonly matches: (places: { n: number }) => string;
    readonly wins: (places: { n: number }) => string;
    readonly missing: (places: { n: number }) => string;
    readonly placeOf: (places: { place: string | number }) => string;
    readonly links: string;
    readonly device: string;
    readonly deviceLine: string;
    readonly showLink: string;
    readonly link: string;
    readonly scan: string;
    readonly signOutTitle: string;
    readonly signOutLine: string;
    readonly signOut: string;
    readonly othersOut: string;
    readonly signedOut: string;
    readonly signedOutLine: string;
    readonly startNew: string;
    readonly forget: string;
    readonly forgetLine: string;
    readonly forgetAsk: string;
    readonly forgetSure: string;
    readonly forgetKeep: string;
    readonly forgotten: (places: { removed: number; left: number }) => string;
    readonly recoverTitle: string;
    readonly recovering: string;
    readonly recovered: (places: { name: string | number; matches: number }) => string;
    readonly recoverAsk: (places: { name: string | number; matches: number }) => string;
    readonly recoverOwn: string;
    readonly recoverOther: (places: { other: string | number; matches: number }) => string;
    readonly recoverSure: (places: { name: string | number }) => string;
    readonly recoverKeep: string;
    readonly recoverNone: string;
    readonly toMe: string;
    readonly matchesNone: string;
    readonly place: (places: { place: string | number; of: string | number }) => string;
    readonly won: string;
    readonly shared: string;
    readonly running: string;
    readonly gathering: string;
    readonly closed: string;
    readonly forfeited: (places: { outcome: string | number }) => string;
    readonly whyClosed: string;
    readonly whyClosedOf: (places: { variant: string | number; date: string | number }) => string;
    readonly over: string;
    readonly with: (places: { names: string | number }) => string;
    readonly hints: (places: { n: number }) => string;
    readonly watch: string;
    readonly watchOf: (places: { variant: string | number; date: string | number }) => string;
    readonly review: string;
    readonly reviewOf: (places: { variant: string | number; date: string | number }) => string;
    readonly goOnOf: (places: { variant: string | number; date: string | number }) => string;
    readonly record: string;
    readonly recordOf: (places: { variant: string | number; date: string | number }) => string;
    readonly more: string;
    readonly listed: (places: { n: number }) => string;
    readonly variant: string;
    readonly board: (places: { variant: string | number }) => string;
    readonly rank: string;
    readonly who: string;
    readonly played: string;
    readonly won2: string;
    readonly bot: string;
    readonly program: string;
    readonly you: string;
    readonly boardNone: (places: { minimum: string | number }) => string;
    readonly boardLine: (places: { minimum: string | number }) => string;
    readonly ownMissing: (places: { rating: string | number; n: number }) => string;
    readonly ownPlace: (places: { place: string | number; rating: string | number }) => string;
    readonly replay: string;
    readonly replayOf: (places: { variant: string | number }) => string;
    readonly replayLabel: string;
    readonly step: (places: { step: string | number; of: string | number }) => string;
    readonly position: (places: { round: string | number; rounds: string | number; step: string | number; steps: string | number }) => string;
    readonly previous: string;
    readonly next: string;
    readonly previousRound: string;
    readonly nextRound: string;
    readonly autoplay: string;
    readonly pause: string;
    readonly told: string;
    readonly share: string;
    readonly shareLine: string;
    readonly shareLink: string;
    readonly fair: string;
    readonly keys: string;
    readonly byBot: (places: { name: string | number }) => string;
    readonly byClock: (places: { name: string | number }) => string;
    readonly toTable: string;
  };
  readonly recordFile: {
    readonly title: string;
    readonly line: string;
    readonly choose: string;
    readonly drop: string;
    readonly another: string;
    readonly reading: string;
    readonly problems: {
      readonly unreadable: string;
      readonly text: (places: { line: string | number; column: string | number }) => string;
      readonly foreign: string;
      readonly newer: string;
      readonly rules: string;
      readonly action: (places: { round: string | number; action: string | number }) => string;
      readonly damaged: string;
      readonly noRound: string;
      readonly tooLong: string;
      readonly engine: string;
    };
  };
  readonly profile: {
    readonly player: string;
    readonly gone: string;
    readonly goneTitle: string;
    readonly goneLine: string;
    readonly yours: string;
    readonly edit: string;
    readonly publicPage: string;
    readonly of: (places: { name: string | number }) => string;
    readonly offline: (places: { matches: string | number; handOver: boolean }) => string;
    readonly face: {
      readonly change: string;
      readonly line: string;
      readonly portrait: string;
      readonly byName: string;
      readonly ground: string;
      readonly cloth: string;
      readonly grounds: {
        readonly straw: string;
        readonly moss: string;
        readonly clay: string;
        readonly dusk: string;
        readonly chalk: string;
        readonly plum: string;
      };
      readonly cloths: {
        readonly loden: string;
        readonly sage: string;
        readonly oxblood: string;
        readonly rust: string;
        readonly mustard: string;
        readonly rose: string;
        readonly plum: string;
        readonly slate: string;
        readonly navy: string;
        readonly cream: string;
      };
    };
    readonly curve: (places: { variant: string | number }) => string;
    readonly curveLine: (places: { n: number; rating: string | number }) => string;
    readonly matchNumber: string;
    readonly date: string;
    readonly form: string;
    readonly formNone: string;
    readonly formLine: (places: { of: number; won: string | number }) => string;
    readonly results: {
      readonly won: (places: { date: string | number }) => string;
      readonly shared: (places: { date: string | number }) => string;
      readonly lost: (places: { date: string | number }) => string;
    };
    readonly badges: string;
    readonly badgesNone: string;
    readonly earned: (places: { date: string | number }) => string;
    readonly progress: (places: { done: string | number; goal: string | number }) => string;
    readonly notYet: string;
    readonly records: string;
    readonly recordNone: string;
    readonly swim: string;
    readonly fires: string;
    readonly streak: string;
    readonly rounds: (places: { n: number }) => string;
    readonly times: (places: { n: number }) => string;
    readonly matches: (places: { n: number }) => string;
    readonly rivals: string;
    readonly rivalWon: (places: { n: number }) => string;
    readonly ratings: string;
    readonly ratingsNone: string;
    readonly badgeNames: {
      readonly first_win: {
        readonly name: string;
        readonly line: string;
      };
      readonly thirty_matches: {
        readonly name: string;
        readonly line: string;
      };
      readonly five_in_a_row: {
        readonly name: string;
        readonly line: string;
      };
      readonly unscathed: {
        readonly name: string;
        readonly line: string;
      };
      readonly fire: {
        readonly name: string;
        readonly line: string;
      };
      readonly survivor: {
        readonly name: string;
        readonly line: string;
      };
      readonly all_games: {
        readonly name: string;
        readonly line: string;
      };
      readonly daily_week: {
        readonly name: string;
        readonly line: string;
      };
    };
  };
  readonly daily: {
    readonly title: string;
    readonly line: string;
    readonly against: (places: { levels: string | number }) => string;
    readonly play: string;
    readonly leave: string;
    readonly streak: (places: { n: number }) => string;
    readonly next: (places: { time: string | number }) => string;
    readonly counting: string;
    readonly place: (places: { place: string | number; of: string | number }) => string;
    readonly rounds: (places: { n: number; signs: string | number }) => string;
    readonly signs: {
      readonly kept: string;
      readonly lost: string;
      readonly swims: string;
      readonly out: string;
      readonly best: string;
      readonly other: string;
    };
    readonly share: string;
    readonly shareLine: string;
    readonly seeResults: string;
    readonly page: string;
    readonly everyone: string;
    readonly few: string;
    readonly players: (places: { n: number }) => string;
    readonly calendar: string;
    readonly previousMonth: string;
    readonly nextMonth: string;
    readonly dayDone: (places: { date: string | number; place: string | number }) => string;
    readonly dayOpen: (places: { date: string | number }) => string;
    readonly dayNone: (places: { date: string | number }) => string;
    readonly today: string;
    readonly calendarLine: string;
    readonly yesterday: (places: { date: string | number }) => string;
    readonly toYesterday: string;
    readonly notPlayed: string;
    readonly notFinished: string;
    readonly watchOwn: string;
    readonly others: string;
    readonly times: string;
    readonly course: string;
    readonly resultPlace: string;
    readonly more: (places: { n: number }) => string;
    readonly clock: (places: { date: string | number }) => string;
    readonly hidden: (places: { time: string | number }) => string;
    readonly playYours: string;
    readonly problems: {
      readonly daily_played: string;
      readonly daily_over: string;
      readonly daily_future: string;
      readonly daily_not_over: string;
      readonly daily_before_first: string;
      readonly daily_bad_date: string;
      readonly daily_variant: string;
      readonly daily_bad_line: string;
      readonly daily_clock: string;
    };
  };
  readonly dailyCheck: {
    readonly title: string;
    readonly line: string;
    readonly seed: string;
    readonly button: string;
    readonly seen: string;
    readonly unseen: string;
    readonly bad: string;
    readonly changed: string;
    readonly received: string;
    readonly receivedLine: string;
    readonly receivedLabel: string;
    readonly receivedCheck: string;
    readonly receivedGood: (places: { variant: string | number; date: string | number; place: string | number; of: string | number }) => string;
  };
  readonly challenge: {
    readonly title: string;
    readonly ask: string;
    readonly close: string;
    readonly line: string;
    readonly link: string;
    readonly qr: string;
    readonly shareText: (places: { variant: string | number; place: string | number; of: string | number }) => string;
    readonly from: (places: { name: string | number }) => string;
    readonly same: (places: { name: string | number }) => string;
    readonly beat: (places: { place: string | number; of: string | number }) => string;
    readonly take: string;
    readonly both: string;
    readonly see: string;
    readonly place: string;
    readonly placeOf: (places: { place: string | number; of: string | number }) => string;
    readonly rounds: string;
    readonly lives: string;
    readonly points: string;
    readonly hints: string;
    readonly withoutLuck: string;
    readonly ahead: (places: { name: string | number }) => string;
    readonly drawn: string;
    readonly aheadWithoutLuck: (places: { name: string | number }) => string;
    readonly drawnWithoutLuck: string;
    readonly luckLine: (places: { points: boolean }) => string;
    readonly answer: (places: { name: string | number }) => string;
    readonly answerLine: (places: { name: string | number }) => string;
    readonly answerText: string;
    readonly problems: {
      readonly none: string;
      readonly damaged: string;
      readonly version: string;
      readonly device: string;
    };
  };
  readonly fairness: {
    readonly check: string;
    readonly again: string;
    readonly fair: string;
    readonly unfair: string;
    readonly unknown: string;
    readonly committed: string;
    readonly mixed: (places: { n: number; names: string | number }) => string;
    readonly unmixed: string;
    readonly followed: (places: { shuffles: number; packs: number }) => string;
    readonly attempts: (places: { n: number }) => string;
    readonly seen: string;
    readonly compare: string;
    readonly seal: string;
    readonly faults: {
      readonly none: string;
      readonly version: string;
      readonly malformed: (places: { key: string | number }) => string;
      readonly server_seed: (places: { attempt: string | number }) => string;
      readonly player_seed: (places: { name: string | number; attempt: string | number }) => string;
      readonly attempts: (places: { attempt: string | number }) => string;
      readonly seal: string;
      readonly unpublished: string;
      readonly forgotten: string;
      readonly dealer: string;
      readonly pack: (places: { round: string | number }) => string;
      readonly shuffle: (places: { round: string | number; shuffle: string | number }) => string;
    };
  };
  readonly friends: {
    readonly title: string;
    readonly line: string;
    readonly ways: {
      readonly friends: {
        readonly name: string;
        readonly line: string;
      };
      readonly quick: {
        readonly name: string;
        readonly line: string;
      };
      readonly lobby: {
        readonly name: string;
        readonly line: string;
      };
    };
    readonly page: string;
    readonly you: string;
    readonly nameLine: string;
    readonly noName: string;
    readonly seats: string;
    readonly seatsLine: string;
    readonly bots: string;
    readonly noBots: string;
    readonly noBotsLine: string;
    readonly ownBotLine: string;
    readonly standIn: string;
    readonly clock: string;
    readonly clocks: {
      readonly none: string;
      readonly own: string;
    };
    readonly clockName: (places: { move: string | number }) => string;
    readonly clockNoneLine: string;
    readonly clockLine: (places: { move: string | number; reserve: string | number }) => string;
    readonly clockOnlyLine: (places: { move: string | number }) => string;
    readonly move: string;
    readonly reserve: string;
    readonly seconds: (places: { n: number }) => string;
    readonly minutes: (places: { n: number }) => string;
    readonly visibility: string;
    readonly visibilities: {
      readonly link: string;
      readonly open: string;
    };
    readonly spectators: string;
    readonly spectatorsLine: string;
    readonly chat: string;
    readonly chatLine: string;
    readonly conditions: string;
    readonly make: string;
    readonly making: string;
    readonly seatsAndBots: (places: { people: number; bots: string | number }) => string;
    readonly seatsWithoutBots: (places: { people: number }) => string;
  };
  readonly lobby: {
    readonly title: string;
    readonly open: string;
    readonly running: string;
    readonly noOpen: string;
    readonly noOpenLine: string;
    readonly noRunning: string;
    readonly free: (places: { n: number }) => string;
    readonly full: string;
    readonly host: (places: { name: string | number }) => string;
    readonly join: string;
    readonly joinOf: (places: { host: string | number; variant: string | number }) => string;
    readonly watch: string;
    readonly watchOf: (places: { names: string | number; variant: string | number }) => string;
    readonly quick: string;
    readonly quickLine: string;
    readonly players: string;
    readonly go: string;
    readonly going: string;
    readonly away: string;
    readonly noClock: string;
    readonly clock: (places: { move: string | number }) => string;
    readonly noBots: string;
    readonly bots: (places: { level: string | number }) => string;
  };
  readonly lists: {
    readonly matchesLine: string;
    readonly offline: string;
    readonly ratingTitle: string;
  };
  readonly gather: {
    readonly title: (places: { name: string | number }) => string;
    readonly untitled: string;
    readonly places: string;
    readonly free: string;
    readonly sitHere: string;
    readonly seatNumber: (places: { seat: string | number }) => string;
    readonly sitDown: string;
    readonly sitting: string;
    readonly welcome: string;
    readonly welcomeLine: string;
    readonly justWatch: string;
    readonly fullWatch: string;
    readonly fullShut: string;
    readonly kept: string;
    readonly keptForYou: string;
    readonly freeShort: string;
    readonly arrange: string;
    readonly arranged: string;
    readonly earlier: (places: { name: string | number }) => string;
    readonly later: (places: { name: string | number }) => string;
    readonly standUp: string;
    readonly invite: string;
    readonly inviteLine: string;
    readonly localOnly: string;
    readonly showQr: string;
    readonly hideQr: string;
    readonly qr: string;
    readonly copyFailed: string;
    readonly rules: string;
    readonly change: string;
    readonly changeTitle: string;
    readonly keep: string;
    readonly saving: string;
    readonly cancel: string;
    readonly watchable: string;
    readonly unwatchable: string;
    readonly withChat: string;
    readonly withSpectatorChat: string;
    readonly withoutChat: string;
    readonly spectatorChat: string;
    readonly start: string;
    readonly starting: string;
    readonly bots: (places: { n: number }) => string;
    readonly botsAndReserved: (places: { n: string | number; most: string | number }) => string;
    readonly botsIfReserved: (places: { n: number }) => string;
    readonly full: string;
    readonly fewer: (places: { n: string | number }) => string;
    readonly needTwo: string;
    readonly hostStarts: (places: { name: string | number }) => string;
    readonly nobody: string;
    readonly byItself: (places: { time: string | number }) => string;
  };
  readonly people: {
    readonly came: (places: { name: string | number }) => string;
    readonly went: (places: { name: string | number }) => string;
    readonly says: (places: { name: string | number; text: string | number }) => string;
    readonly joined: (places: { you: boolean; name: string | number }) => string;
    readonly left: (places: { you: boolean; name: string | number }) => string;
    readonly freed: (places: { you: boolean; name: string | number }) => string;
    readonly away: {
      readonly left: (places: { you: boolean; name: string | number }) => string;
      readonly clock: (places: { you: boolean; name: string | number }) => string;
      readonly host: (places: { you: boolean; name: string | number }) => string;
      readonly failed: (places: { name: string | number }) => string;
      readonly replaced: (places: { name: string | number }) => string;
    };
    readonly back: (places: { you: boolean; name: string | number }) => string;
    readonly isReady: (places: { you: boolean; name: string | number }) => string;
    readonly rematch: (places: { you: boolean; name: string | number }) => string;
    readonly changed: (places: { you: boolean; name: string | number }) => string;
    readonly started: string;
    readonly resumed: string;
    readonly hurry: (places: { seconds: string | number }) => string;
    readonly reactions: {
      readonly hello: string;
      readonly good_luck: string;
      readonly well_played: string;
      readonly thanks: string;
      readonly oops: string;
      readonly wow: string;
      readonly laugh: string;
      readonly cry: string;
      readonly hurry: string;
    };
    readonly react: string;
    readonly reactTo: string;
    readonly refused: {
      readonly name_taken: string;
      readonly name_alike: string;
      readonly bad_name: string;
      readonly link_name: string;
      readonly table_full: string;
      readonly seat_taken: string;
      readonly no_such_seat: string;
      readonly already_seated: string;
      readonly not_seated: string;
      readonly not_host: string;
      readonly not_absent: string;
      readonly seat_empty: string;
      readonly too_many_people: string;
      readonly too_few: string;
      readonly already_started: string;
      readonly not_started: string;
      readonly away: string;
      readonly is_away: string;
      readonly match_over: string;
      readonly not_over: string;
      readonly rematch_made: string;
      readonly others_looking: string;
      readonly not_playing: string;
      readonly chat_off: string;
      readonly bad_text: string;
      readonly too_many: string;
      readonly no_spectators: string;
      readonly too_few_players: string;
      readonly too_many_players: string;
      readonly unknown_level: string;
      readonly unknown_bot: string;
      readonly bad_seconds: string;
      readonly contradiction: string;
      readonly bad_option: string;
      readonly busy: string;
      readonly too_many_changes: string;
      readonly bad_order: string;
      readonly table_closed: string;
      readonly one_person: string;
      readonly round_running: string;
      readonly not_dealt: string;
      readonly not_away: string;
      readonly is_bot: string;
    };
    readonly talk: string;
    readonly table: string;
    readonly more: (places: { unread: number }) => string;
    readonly closeSide: string;
    readonly lines: string;
    readonly silence: string;
    readonly say: string;
    readonly send: string;
    readonly chatOff: string;
    readonly chatNext: string;
    readonly chatHere: string;
    readonly watchersSay: string;
    readonly aSpectator: string;
    readonly spectator: (places: { name: string | number }) => string;
    readonly evening: string;
    readonly eveningMatches: string;
    readonly eveningWins: string;
    readonly eveningLives: string;
    readonly you: string;
    readonly host: string;
    readonly bot: (places: { level: string | number }) => string;
    readonly program: string;
    readonly here: string;
    readonly notHere: string;
    readonly ownBot: string;
    readonly botPlays: string;
    readonly kept: string;
    readonly watching: (places: { n: number }) => string;
    readonly mute: (places: { name: string | number }) => string;
    readonly unmute: (places: { name: string | number }) => string;
    readonly muted: string;
    readonly replace: string;
    readonly missing: (places: { name: string | number }) => string;
    readonly reserveOf: (places: { time: string | number }) => string;
    readonly link: string;
    readonly copy: string;
    readonly copied: string;
    readonly share: string;
    readonly shareText: (places: { variant: string | number }) => string;
    readonly timeLeft: string;
    readonly reserve: (places: { time: string | number }) => string;
    readonly awayTitle: string;
    readonly awayWhy: {
      readonly left: string;
      readonly clock: string;
      readonly host: string;
    };
    readonly takeOver: string;
    readonly leaveTitle: string;
    readonly leaveLine: string;
    readonly leaveBot: string;
    readonly leaveBotLine: string;
    readonly leaveOpen: string;
    readonly leaveOpenLine: string;
    readonly stay: string;
    readonly waitingFor: (places: { names: string | number }) => string;
    readonly asked: string;
    readonly goesOn: (places: { time: string | number }) => string;
    readonly rematchAsk: string;
    readonly rematchWanted: (places: { you: boolean; name: string | number }) => string;
    readonly comeAlong: string;
    readonly watchNext: string;
    readonly fairness: string;
    readonly fairnessLine: string;
    readonly recordMissing: string;
    readonly shuffling: string;
    readonly shufflingLine: string;
    readonly shufflingWaits: (places: { names: string | number }) => string;
    readonly shufflingBroken: string;
    readonly shufflingElsewhere: string;
    readonly seal: string;
    readonly sealLine: string;
    readonly sealUnseen: string;
    readonly shut: string;
    readonly shutLine: string;
  };
  readonly contacts: {
    readonly title: string;
    readonly loading: string;
    readonly none: string;
    readonly friendsSince: (places: { date: string | number }) => string;
    readonly asking: string;
    readonly asksYou: string;
    readonly asked: string;
    readonly askedOn: (places: { date: string | number }) => string;
    readonly recent: string;
    readonly playedOn: (places: { date: string | number }) => string;
    readonly blocked: (places: { n: number }) => string;
    readonly blockLine: string;
    readonly invitations: string;
    readonly invites: (places: { name: string | number }) => string;
    readonly join: string;
    readonly joinOf: (places: { name: string | number; variant: string | number }) => string;
    readonly decline: string;
    readonly declineAll: string;
    readonly accept: string;
    readonly add: string;
    readonly withdraw: string;
    readonly end: string;
    readonly block: string;
    readonly blockSure: (places: { name: string | number }) => string;
    readonly blockCancel: string;
    readonly unblock: string;
    readonly more: string;
    readonly close: string;
    readonly states: {
      readonly friend: string;
      readonly asked: (places: { name: string | number }) => string;
      readonly asking: (places: { name: string | number }) => string;
      readonly blocked: (places: { name: string | number }) => string;
    };
    readonly requests: (places: { n: number }) => string;
    readonly inviteTitle: string;
    readonly invite: string;
    readonly invited: string;
    readonly seated: string;
    readonly left: (places: { n: number }) => string;
    readonly again: string;
    readonly problems: {
      readonly unknown_person: string;
      readonly is_blocked: string;
      readonly is_yourself: string;
      readonly too_many_friends: string;
      readonly too_many_asking: string;
      readonly too_many_blocked: string;
      readonly too_many_invitations: string;
      readonly unknown_table: string;
    };
    readonly isBlocked: string;
    readonly yours: string;
  };
  readonly search: {
    readonly title: string;
    readonly close: string;
    readonly label: string;
    readonly key: (places: { key: string | number }) => string;
    readonly none: (places: { query: string | number }) => string;
    readonly kinds: {
      readonly page: string;
      readonly variant: string;
      readonly house: string;
      readonly rule: string;
    };
    readonly rules: (places: { variant: string | number }) => string;
    readonly found: (places: { n: number }) => string;
    readonly numbers: string;
  };
  readonly again: {
    readonly title: string;
    readonly line: (places: { variant: string | number; round: string | number }) => string;
    readonly try: string;
  };
  readonly rooms: {
    readonly lines: {
      readonly start: string;
      readonly together: string;
      readonly study: string;
      readonly you: string;
      readonly new: string;
      readonly daily: string;
      readonly friends: string;
      readonly lobby: string;
      readonly leaderboard: string;
      readonly learn: string;
      readonly puzzles: string;
      readonly rules: string;
      readonly odds: string;
      readonly record: string;
      readonly matches: string;
      readonly statistics: string;
      readonly me: string;
      readonly settings: string;
      readonly about: string;
    };
    readonly unreachable: string;
  };
}

export interface RuleTexts {
  readonly sections: {
    readonly aim: string;
    readonly pack: string;
    readonly deal: string;
    readonly turn: string;
    readonly closing: string;
    readonly special: string;
    readonly value: string;
    readonly ties: string;
    readonly losing: string;
    readonly lives: (places: { dutch: boolean }) => string;
    readonly match: string;
    readonly score: string;
  };
  readonly rules: {
    readonly R1: string;
    readonly R2: string;
    readonly R3: string;
    readonly R4: string;
    readonly R5: string;
    readonly R6: string;
    readonly R7: string;
    readonly R8: string;
    readonly R9: string;
    readonly R10: string;
    readonly R11: string;
    readonly R12: string;
    readonly R13: string;
    readonly R14: string;
    readonly R15: string;
    readonly R16: string;
    readonly R17: string;
    readonly R18: string;
    readonly R19: string;
    readonly R20: string;
    readonly R21: string;
    readonly R22: string;
    readonly R23: string;
    readonly R24: string;
    readonly R25: string;
    readonly R26: string;
    readonly R27: string;
    readonly R28: string;
    readonly R29: string;
    readonly R30: string;
    readonly R31: string;
    readonly R32: string;
    readonly R33: string;
    readonly R34: string;
    readonly R35: string;
    readonly R36: string;
  };
  readonly paragraphs: {
    readonly aimLives: (places: { hand_size: number; three_of_a_kind: boolean; allButBest: boolean }) => string;
    readonly aimPoints: (places: { hand_size: number; three_of_a_kind: boolean }) => string;
    readonly pack: (places: { cards: string | number; lowest: string | number }) => string;
    readonly suitsRank: string;
    readonly points: string;
    readonly players: (places: { max_players: string | number }) => string;
    readonly seats: (places: { forPoints: boolean }) => string;
    readonly deal: (places: { hand_size: number; forPoints: boolean }) => string;
    readonly dealOrder: string;
    readonly dealerChoice: string;
    readonly extraIsTable: string;
    readonly leads: string;
    readonly leadsPoints: string;
    readonly dealPasses: string;
    readonly dealPassesOut: (places: { replay: boolean }) => string;
    readonly faceDown: (places: { dealer_choice: boolean }) => string;
    readonly known: (places: { exchange_all: boolean }) => string;
    readonly turn: string;
    readonly exchangeOne: string;
    readonly exchangeAll: string;
    readonly pass: string;
    readonly renewItem: string;
    readonly closeItem: (places: { endOfTurn: boolean }) => string;
    readonly neverTwo: (places: { hand_size: number }) => string;
    readonly noExchangeAll: string;
    readonly noPass: string;
    readonly noPassAtAll: string;
    readonly open: string;
    readonly dutchTurn: (places: { exchange_all: boolean }) => string;
    readonly allPass: (places: { hand_size: number }) => string;
    readonly closeIsNoPass: string;
    readonly talonShowdown: string;
    readonly talonKeep: string;
    readonly talonRecycle: string;
    readonly renew: (places: { hand_size: number; endOfTurn: boolean; lastTurns: boolean }) => string;
    readonly recycle: (places: { inOrder: boolean }) => string;
    readonly recycleShort: (places: { pass: boolean; renew: boolean }) => string;
    readonly sevenEightNine: (places: { hasLastTurns: boolean }) => string;
    readonly closeWith: string;
    readonly closeInstead: string;
    readonly closeFrom: (places: { close_from_turn: number; dutch: boolean; exchange_all: boolean }) => string;
    readonly closeAnyTime: string;
    readonly oneTurnEach: (places: { exchange_all: boolean }) => string;
    readonly endsAtOnce: string;
    readonly forYourself: string;
    readonly closedForRound: (places: { exchange_all: boolean }) => string;
    readonly noNewCards: string;
    readonly lastOpen: (places: { exchange_all: boolean }) => string;
    readonly lastOpenTurn: (places: { exchange_all: boolean }) => string;
    readonly cap: (places: { turn_cap: number; hasLastTurns: boolean; closer_penalty: boolean; forPoints: boolean }) => string;
    readonly endOrder: (places: { hasSpecial: boolean; hasLastTurns: boolean; pass: boolean }) => string;
    readonly specialEnds: (places: { fire: boolean; best: string | number; hasLastTurns: boolean }) => string;
    readonly specialDealt: (places: { dealer_choice: boolean }) => string;
    readonly specialSeveral: (places: { fire: boolean; best: string | number }) => string;
    readonly nothingEnds: (places: { best: string | number }) => string;
    readonly grace: (places: { best: string | number }) => string;
    readonly graceDealt: (places: { best: string | number; dealer_choice: boolean }) => string;
    readonly graceLate: (places: { best: string | number }) => string;
    readonly bestSuit: string;
    readonly twoSuits: string;
    readonly trips: (places: { fire: boolean }) => string;
    readonly fire: string;
    readonly noFire: string;
    readonly onlyFire: string;
    readonly noTrips: (places: { hand_size: number }) => string;
    readonly tripsRank: string;
    readonly tripsTied: string;
    readonly suitDecides: string;
    readonly suitDoesNot: string;
    readonly topCard: string;
    readonly topCardNot: string;
    readonly roundLost: (places: { talonShowdown: boolean; hasSpecial: boolean; best: string | number; allButBest: boolean }) => string;
    readonly tiedLose: string;
    readonly closerLosesTie: string;
    readonly closerSafeInTie: (places: { dutch: boolean }) => string;
    readonly fireAllOthers: (places: { best: string | number }) => string;
    readonly fireLowest: (places: { allButBest: boolean }) => string;
    readonly dealtHarsh: (places: { dealer_choice: boolean; best: string | number; fire: boolean }) => string;
    readonly dealtNormal: string;
    readonly closerPays: string;
    readonly closedHere: (places: { exchange_all: boolean }) => string;
    readonly lives: (places: { lives: number }) => string;
    readonly swims: (places: { lives: number; dutch: boolean }) => string;
    readonly lossOfTwo: string;
    readonly allSwim: (places: { dutch: boolean }) => string;
    readonly firstSwims: (places: { dutch: boolean }) => string;
    readonly nobodySwims: string;
    readonly die: string;
    readonly oneChance: (places: { dutch: boolean }) => string;
    readonly lastWins: string;
    readonly share: string;
    readonly replay: (places: { dutch: boolean }) => string;
    readonly score: string;
    readonly biggestLoser: string;
    readonly rounds: (places: { rounds: number }) => string;
    readonly target: (places: { target: string | number }) => string;
    readonly noTarget: string;
    readonly mostPoints: string;
  };
  readonly tactics: {
    readonly short: string;
    readonly plan: (places: { three_of_a_kind: boolean }) => string;
    readonly watch: string;
    readonly tookAll: string;
    readonly gone: string;
    readonly next: string;
    readonly two: string;
    readonly endEarly: string;
    readonly mislead: string;
  };
  readonly examples: {
    readonly suitSum: string;
    readonly twoSuits: string;
    readonly order: string;
    readonly nothing: string;
    readonly tripsBetter: string;
    readonly equalSuit: string;
    readonly suitBeats: string;
    readonly topCard: string;
    readonly tripsTied: string;
    readonly dealt: string;
    readonly score: string;
    readonly closerLoses: string;
    readonly closerSafe: string;
    readonly bestSuit: string;
    readonly twoBest: string;
    readonly allTied: string;
  };
  readonly notes: {
    readonly names: string;
    readonly words: string;
    readonly packs: string;
  };
}

export interface LessonTexts {
  readonly steps: {
    readonly aim: {
      readonly title: string;
      readonly say: (places: { nextRound: string | number }) => string;
    };
    readonly worth: {
      readonly title: string;
      readonly say: string;
    };
    readonly exchange: {
      readonly title: string;
      readonly say: (places: { exchange: string | number }) => string;
    };
    readonly watch: {
      readonly title: string;
      readonly say: string;
    };
    readonly close: {
      readonly title: string;
      readonly say: (places: { andClose: string | number }) => string;
    };
    readonly lastTurns: {
      readonly title: string;
      readonly say: string;
    };
    readonly showdown: {
      readonly title: string;
      readonly say: (places: { nextRound: string | number }) => string;
    };
    readonly dealer: {
      readonly title: string;
      readonly say: (places: { keep: string | number }) => string;
    };
    readonly all: {
      readonly title: string;
      readonly say: string;
    };
    readonly thirtyOne: {
      readonly title: string;
      readonly say: string;
    };
    readonly swim: {
      readonly title: string;
      readonly say: string;
    };
    readonly end: {
      readonly title: string;
      readonly say: string;
    };
  };
  readonly less: (places: { value: string | number; best: string | number }) => string;
  readonly same: string;
  readonly early: (places: { exchange: string | number }) => string;
  readonly late: (places: { andClose: string | number }) => string;
  readonly later: (places: { next: string | number }) => string;
  readonly unseen: (places: { keep: string | number }) => string;
}

export interface ReviewTexts {
  readonly waiting: string;
  readonly loading: string;
  readonly graphProgress: (places: { done: string | number; of: string | number }) => string;
  readonly decisionsProgress: (places: { done: string | number; of: string | number }) => string;
  readonly cancel: string;
  readonly cancelled: string;
  readonly again: string;
  readonly ready: string;
  readonly withoutData: string;
  readonly problems: {
    readonly engine: string;
    readonly data: string;
    readonly record: string;
    readonly server: string;
    readonly failed: string;
  };
  readonly unsupported: string;
  readonly rougher: string;
  readonly unfinished: string;
  readonly graph: (places: { points: boolean }) => string;
  readonly graphLine: string;
  readonly graphHelp: string;
  readonly at: (places: { round: string | number; step: string | number }) => string;
  readonly playerValue: (places: { name: string | number; value: string | number }) => string;
  readonly tabs: {
    readonly label: string;
    readonly moment: string;
    readonly summary: string;
    readonly course: string;
  };
  readonly why: string;
  readonly reasons: {
    readonly better_hand: (places: { value: string | number; otherValue: string | number; better: boolean; beaten: string | number; you: boolean; name: string | number; otherBeaten: string | number }) => string;
    readonly special_hand: (places: { value: string | number; otherValue: string | number }) => string;
    readonly strong_hand: (places: { value: string | number; beaten: string | number; you: boolean; name: string | number }) => string;
    readonly weak_hand: (places: { value: string | number; beaten: string | number; you: boolean; name: string | number }) => string;
    readonly kept_hand: (places: { beaten: string | number; value: string | number }) => string;
    readonly poor_deal: (places: { beaten: string | number; value: string | number }) => string;
    readonly left_cards: (places: { cards: string | number; n: number; probability: string | number; you: boolean; name: string | number }) => string;
    readonly outs: (places: { other: boolean; outs: number; value: string | number; otherOuts: number }) => string;
    readonly fewer_turns: (places: { turns: number; otherTurns: string | number }) => string;
    readonly new_table: (places: { certain: boolean; probability: string | number }) => string;
    readonly no_new_table: (places: { certain: boolean; probability: string | number }) => string;
    readonly weak_opponent: (places: { you: boolean; name: string | number; value: string | number; usualValue: string | number; lowestLoses: boolean; lowest: string | number }) => string;
    readonly strong_opponent: (places: { you: boolean; name: string | number; value: string | number; usualValue: string | number }) => string;
    readonly known_cards: (places: { you: boolean; name: string | number; cards: string | number }) => string;
    readonly lives: (places: { own: string | number; fewest: string | number; most: string | number }) => string;
  };
  readonly openCards: string;
  readonly openCardsLine: (places: { name: string | number }) => string;
  readonly look: (places: { name: string | number }) => string;
  readonly decides: (places: { you: boolean; name: string | number }) => string;
  readonly ownLine: (places: { you: boolean; name: string | number }) => string;
  readonly notYet: string;
  readonly grades: {
    readonly inaccuracy: string;
    readonly mistake: string;
    readonly blunder: string;
  };
  readonly gradeOf: (places: { grade: string | number; loss: string | number }) => string;
  readonly good: string;
  readonly bestPlayed: string;
  readonly onlyMove: string;
  readonly asGood: string;
  readonly asGoodPlayed: string;
  readonly action: string;
  readonly value: (places: { points: boolean }) => string;
  readonly loss: string;
  readonly range: string;
  readonly best: string;
  readonly played: string;
  readonly showAll: (places: { n: string | number }) => string;
  readonly showFewer: string;
  readonly goOn: string;
  readonly goOnLine: string;
  readonly seeChoice: string;
  readonly previousMistake: string;
  readonly nextMistake: string;
  readonly players: string;
  readonly playersLine: (places: { points: boolean }) => string;
  readonly levels: {
    readonly between: (places: { weakest: string | number; strongest: string | number; n: number }) => string;
    readonly one: (places: { level: string | number; n: number }) => string;
    readonly missing: (places: { n: number }) => string;
  };
  readonly player: string;
  readonly perDecision: string;
  readonly account: (places: { you: boolean; name: string | number }) => string;
  readonly accountLine: (places: { points: boolean }) => string;
  readonly steps: {
    readonly before: string;
    readonly others: string;
    readonly luck: string;
    readonly errors: string;
    readonly result: string;
  };
  readonly stepLines: {
    readonly others: string;
    readonly luck: string;
    readonly errors: string;
  };
  readonly luckiest: string;
  readonly unluckiest: string;
  readonly turning: string;
  readonly jump: (places: { round: string | number; step: string | number; what: string | number }) => string;
  readonly dealt: string;
  readonly practise: (places: { n: number }) => string;
  readonly noMistakes: (places: { you: boolean; name: string | number }) => string;
  readonly puzzles: (places: { n: number }) => string;
  readonly solve: string;
  readonly courseLine: string;
  readonly asTable: string;
  readonly round: string;
  readonly question: (places: { n: string | number; of: string | number; round: string | number }) => string;
  readonly done: {
    readonly exchange: (places: { you: boolean; given: string | number; taken: string | number; name: string | number }) => string;
    readonly "exchange!": (places: { you: boolean; given: string | number; taken: string | number; name: string | number }) => string;
    readonly all: (places: { you: boolean; name: string | number }) => string;
    readonly "all!": (places: { you: boolean; name: string | number }) => string;
    readonly pass: (places: { you: boolean; name: string | number }) => string;
    readonly close: (places: { you: boolean; name: string | number }) => string;
    readonly renew: (places: { you: boolean; name: string | number }) => string;
    readonly keep: (places: { you: boolean; name: string | number }) => string;
    readonly take: (places: { you: boolean; name: string | number }) => string;
  };
  readonly ask: string;
  readonly verdicts: {
    readonly right: string;
    readonly nearly: (places: { loss: string | number }) => string;
    readonly wrong: (places: { loss: string | number }) => string;
  };
  readonly sameAgain: string;
  readonly rightBest: string;
  readonly rightAlmost: (places: { loss: string | number }) => string;
  readonly retry: string;
  readonly show: string;
  readonly next: string;
  readonly finish: string;
  readonly practiceEnd: (places: { right: string | number; of: string | number }) => string;
  readonly practiceClose: string;
}

export interface PreviewTexts {
  readonly locale: string;
  readonly title: string;
  readonly description: string;
  readonly table: (places: { host: string | number; variant: string | number }) => string;
  readonly tableDescription: string;
  readonly picture: string;
}

export interface ErrorPageTexts {
  readonly title: string;
  readonly wrong_host: (places: { host: string | number }) => string;
  readonly too_many: string;
  readonly unavailable: string;
  readonly internal: string;
  readonly other: string;
}
