import { count } from "../grammar";

export const players = {
  players: {
    loading: "One moment",
    problems: {
      bad_recovery: "This link is damaged, or it is from another server.",
      recovery_forgotten: "Nothing is known here any more of whom this link was for.",
      recovery_outdated:
        "This link works no more: a newer one was made, or the other devices were signed out.",
      unknown_player: "Nothing is known of you here yet: play a match first.",
      bad_name: "A name of 1 to 40 visible characters, please.",
      link_name:
        "Strangers see your name here, so it must not look like a web address: write it without the dot.",
      not_over: "This match is still being played. Its cards can be seen when it is over.",
      table_closed: "This match was played by rules of another version and cannot be shown.",
      unknown_table: "There is no such match. Perhaps it was deleted, or a letter is missing.",
      no_such_round: "This match has no such round.",
    },

    // You
    since: (date: string) => `Known here since ${date}`,
    nobody: "Nothing is known of you here yet. That changes with your first match.",
    play: "Play a match",
    name: "Name",
    nameLine: "How you are called at the next table. At tables where you sit you keep your name.",
    save: "Save",
    saved: "Saved",
    ratings: "Your ratings",
    ratingsNone:
      "No rating yet. What counts are matches at tables opened under “With friends”, also alone against bots there. “Play” is for practice: it moves no rating.",
    ratingLine:
      "A rating is what somebody can do at least, as far as their matches show it. It starts at 1000. In the first matches it grows more certain quickly, so even a third place of four may raise it.",
    rating: "Rating",
    matches: (n: number) => count(n, "match", "matches"),
    wins: (n: number) => count(n, "win", "wins"),
    missing: (n: number) =>
      `provisional: ${count(n, "more match", "more matches")} to the leaderboard`,
    placeOf: (place: number) => `place ${place} on the leaderboard`,
    links: "Look further",
    device: "To another device",
    deviceLine:
      "Whoever opens this link is you: with your name, your matches and your seat at a running table. Keep it like a password. Only the newest link works: a new one makes those before worthless.",
    showLink: "Make a link",
    link: "Your link",
    scan: "QR code of your link, to be scanned with the other device",
    signOutTitle: "Other devices",
    signOutLine:
      "Lost a device, or a link in the wrong hands? On all devices but this one you are signed out within two seconds, and links you made before work no more.",
    signOut: "Sign out my other devices",
    othersOut: "All your other devices are signed out.",
    signedOut: "This device was signed out from another of your devices.",
    signedOutLine:
      "To be yourself here again, make a link on the page “You” of that device and open it here. Or start as somebody new.",
    startNew: "Start as a new visitor",
    forget: "Delete everything",
    forgetLine:
      "The server forgets your name, your ratings and your matches. At tables with others what was played stays, without your name. This cannot be undone, and the link to another device works no more.",
    forgetAsk: "Delete all that is known of me",
    forgetSure: "Yes, delete everything for good",
    forgetKeep: "Keep it",
    forgotten: (removed: number, left: number) =>
      `Everything is deleted. ${count(removed, "table", "tables")} removed${left ? `, ${left} with others left without your name` : ""}.`,

    // Recovery
    recoverTitle: "Welcome back",
    recovering: "The link is being looked at",
    recovered: (name: string, matches: number) =>
      `This browser is ${name} now, with ${count(matches, "match", "matches")}.`,
    recoverAsk: (name: string, matches: number) =>
      `If you go on, this browser becomes ${name}, with ${count(matches, "match", "matches")}.`,
    recoverOwn:
      "Go on only if the link is your own: whoever else has it is the same player, and sees your cards.",
    recoverOther: (other: string, matches: number) =>
      `So far it is ${other}, with ${count(matches, "match", "matches")}. You only come back to that with a link of its own: make one first, if you want to keep it.`,
    recoverSure: (name: string) => `Be ${name} here`,
    recoverKeep: "Leave all as it is",
    recoverNone:
      "A link to be yourself on another device ends with many letters and digits. This one has none.",
    toMe: "To your page",

    // Matches
    matchesNone: "You have not played here yet.",
    place: (place: number, of: number) => `Place ${place} of ${of}`,
    won: "Won",
    shared: "Won, shared",
    running: "Still running",
    gathering: "Not begun yet",
    closed: "Closed",
    over: "Over",
    with: (names: string[]) => `With ${names.join(", ")}`,
    goOn: "Go on",
    watch: "Replay",
    watchOf: (variant: string, date: string) => `Replay of ${variant}, ${date}`,
    goOnOf: (variant: string, date: string) => `Go on with ${variant}, ${date}`,
    record: "Record",
    recordOf: (variant: string, date: string) => `Record of ${variant}, ${date}`,
    more: "Show more",
    listed: (n: number) => `${count(n, "match", "matches")} shown`,

    // Leaderboard
    variant: "Variant",
    board: (variant: string) => `The strongest: ${variant}`,
    rank: "Place",
    who: "Name",
    played: "Matches",
    won2: "Won",
    bot: "Bot",
    program: "Program",
    you: "You",
    boardNone: (minimum: number) =>
      `Nobody stands here yet. After ${minimum} finished matches one does.`,
    boardLine: (minimum: number) =>
      `What counts are matches at tables opened under “With friends”. Until ${minimum} matches a rating is provisional and is not listed.`,
    ownMissing: (rating: number, n: number) =>
      `You: ${rating}, provisional; ${count(n, "match is", "matches are")} still missing.`,
    ownPlace: (place: number, rating: number) => `You: place ${place} with ${rating}.`,

    // Replay
    replay: "Replay",
    replayOf: (variant: string) => `Replay: ${variant}`,
    replayLabel: "The table at this step, all hands open",
    step: (step: number, of: number) => `Step ${step} of ${of}`,
    position: (round: number, rounds: number, step: number, steps: number) =>
      `Round ${round} of ${rounds}, step ${step} of ${steps}`,
    previous: "Step back",
    next: "Step on",
    previousRound: "Round back",
    nextRound: "Next round",
    autoplay: "Let it run",
    pause: "Stop",
    told: "The round so far",
    share: "Share",
    shareLine: "Whoever has this link sees the match with all hands.",
    shareLink: "Link to this match",
    fair: "Were the cards shuffled fairly?",
    keys: "Arrow keys step, Page Up and Page Down change the round, P lets it run.",
    byBot: (name: string) => `A bot played this for ${name}.`,
    byClock: (name: string) => `The clock played this for ${name}.`,
    toTable: "To the table",
  },
};
