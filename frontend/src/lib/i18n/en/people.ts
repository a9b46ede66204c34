import { count, type Who } from "../grammar";
import { does, list } from "./grammar";

/** Tables with several people: what happens among them, and what can be done there. */
export const people = {
  people: {
    came: (name: string) => `${name} is here.`,
    went: (name: string) => `${name} has lost touch.`,
    says: (name: string, text: string) => `${name}: ${text}`,
    joined: (who: Who) => `${does(who, "sit down", "sits down")}.`,
    left: (who: Who) => `${does(who, "stand up", "stands up")}.`,
    freed: (who: Who) =>
      who.you ? "Your seat was given away." : `The seat of ${who.name} is free again.`,
    away: {
      left: (who: Who) => `${does(who, "have", "has")} left: a bot plays.`,
      clock: (who: Who) =>
        `${does(who, "were", "was")} too late too often: a bot plays for ${who.you ? "you" : "them"}.`,
      host: (who: Who) =>
        who.you ? "The host lets a bot play for you." : `A bot plays for ${who.name}.`,
    },
    back: (who: Who) => `${does(who, "play", "plays")} again.`,
    isReady: (who: Who) => `${does(who, "are", "is")} ready for the next round.`,
    rematch: (who: Who) => `${does(who, "want", "wants")} a rematch.`,
    changed: (who: Who) => `${does(who, "change", "changes")} what is agreed.`,
    started: "The match begins.",
    resumed: "The server was away; nobody lost time by it.",
    hurry: (seconds: number) => `${seconds} seconds left.`,

    reactions: {
      hello: "Hello!",
      good_luck: "Good luck!",
      well_played: "Well played!",
      thanks: "Thanks!",
      oops: "Oops!",
      wow: "Wow!",
      laugh: "Ha ha!",
      cry: "Oh no!",
      hurry: "Well, then?",
    },
    react: "Show something",
    reactTo: "What all at the table shall see",

    refused: {
      name_taken: "Somebody at this table is already called that.",
      bad_name: "This name does not work: visible characters only, please, 40 at most.",
      table_full: "All seats of this table are taken.",
      seat_taken: "Somebody else was quicker: that seat is taken.",
      no_such_seat: "There is no such seat here.",
      already_seated: "You have a seat here already.",
      not_seated: "You have no seat here.",
      not_host: "Only the host can do that.",
      not_absent: "They are here again.",
      seat_empty: "Nobody sits there any more.",
      too_many_people: "More people sit here than that.",
      too_few: "It takes two at least: wait for others, or let bots play.",
      already_started: "The match has begun already.",
      not_started: "The match has not begun yet.",
      away: "A bot plays for you: take over first.",
      is_away: "A bot plays there already.",
      match_over: "The match is over.",
      not_over: "The match is not over yet.",
      rematch_made: "There is a table for the next match already.",
      others_looking: "Others are still looking at the hands.",
      not_playing: "It is up to those who play the next round.",
      chat_off: "The chat is switched off at this table.",
      bad_text: "This line does not work: visible characters only, please, 200 at most.",
      too_many: "A little more slowly, please.",
      no_spectators: "Nobody may watch at this table.",
      too_few_players: "This game takes more players.",
      too_many_players: "This game has not enough seats for so many.",
      unknown_level: "There are no bots of that kind.",
      bad_seconds: "That clock is too short or too long.",
      contradiction: "These rules do not go together.",
    },

    talk: "Talk",
    table: "People",
    more: (unread: number) =>
      unread === 0
        ? "Talk, people, history"
        : `${count(unread, "new line", "new lines")}: talk, people, history`,
    closeSide: "Close",
    lines: "What was said",
    silence: "Nobody has said anything yet.",
    say: "Say something",
    send: "Send",
    chatOff: "The host has switched the chat off.",
    watchersSay: "Who sits at the table can talk here.",

    you: "you",
    host: "Host",
    bot: (level: string) => `Bot, ${level}`,
    program: "Program",
    here: "here",
    notHere: "not here",
    botPlays: "a bot plays",
    kept: "seat kept",
    watching: (n: number) => (n === 1 ? "1 person is watching" : `${n} people are watching`),
    mute: (name: string) => `Do not hear ${name}`,
    unmute: (name: string) => `Hear ${name} again`,
    muted: "not heard",
    replace: "Let a bot play",
    missing: (name: string) => `${name} is not here.`,
    reserveOf: (time: string) => `${time} in reserve`,
    link: "Link to this table",
    copy: "Copy",
    copied: "Copied",
    share: "Share",
    shareText: (variant: string) => `${variant} at my table: come and sit down.`,

    timeLeft: "Time left",
    reserve: (time: string) => `reserve ${time}`,

    awayTitle: "A bot plays for you",
    awayWhy: {
      left: "You have left the table. Your seat is still yours.",
      clock: "Your time was up twice in a row.",
      host: "The host asked for it while you were away.",
    },
    takeOver: "Take over again",

    leaveTitle: "Leave the table?",
    leaveLine: "Your seat stays yours: you can come back through the link at any time.",
    leaveBot: "Let a bot play for me",
    leaveBotLine: "The others go on without waiting.",
    leaveOpen: "Just go, keep my turn",
    leaveOpenLine: "The others wait for you, as long as the clock allows.",
    stay: "Stay",

    waitingFor: (names: string[]) => `Still looking: ${list(names)}`,
    asked: "You are ready.",
    goesOn: (time: string) => `goes on by itself in ${time}`,

    rematchAsk: "Rematch",
    rematchWanted: (who: Who) =>
      who.you ? "The next table is ready." : `${who.name} wants a rematch.`,
    comeAlong: "Come along",
    watchNext: "Watch the next match",
    fairness: "Were the cards shuffled fairly?",
    fairnessLine: "Check it here in your browser, against what it saw before the first card.",
    recordMissing: "The record could not be loaded.",

    shuffling: "Shuffling together",
    shufflingLine:
      "Every browser at the table adds its own chance, so that nobody can choose a card.",
    shufflingWaits: (names: string[]) => `Waiting for ${list(names)}`,
    shufflingBroken:
      "The server asked for something it must not ask. Your browser has no part in this shuffle.",
    shufflingElsewhere:
      "Another window or device of yours takes part in the shuffling; this one only looks on.",
    seal: "Seal of the shuffles",
    sealLine: "Seen by this device before the first card. All at the table have the same.",
    sealUnseen: "This device was not there before the first card.",

    shut: "Nobody may watch at this table.",
    shutLine: "Only those who play there see it.",
  },
};
