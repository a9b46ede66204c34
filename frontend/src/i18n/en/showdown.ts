import { count, type PlayerName } from "../grammar";
import { capital, does, players } from "./grammar";

const isYou = ([who, ...more]: PlayerName[]) => who !== undefined && who.you && more.length === 0;
const verb = (who: PlayerName[], many: string, one: string) =>
  who.length > 1 || isYou(who) ? many : one;
const them = (who: PlayerName) => (who.you ? "you" : who.name);

export const showdown = {
  showdown: {
    closed: "Closed",
    losers: (who: PlayerName[], n: number) =>
      `${capital(players(who))} ${verb(who, "lose", "loses")} ${n === 1 ? "a life" : `${n} lives`}${who.length > 1 ? " each" : ""}.`,
    allBut: (who: PlayerName, n: number) =>
      `All but ${them(who)} lose ${n === 1 ? "a life" : `${n} lives`}.`,
    rule: (rule: string) => `Rule ${rule}, opens beside the match`,
    loses: (n: number) => `loses ${count(n, "life", "lives")}`,
    now: {
      under: "goes under",
      out: "is out",
      swims: "now swimming",
      chicken: "takes the chicken",
    },
    fates: {
      under: (who: PlayerName[]) =>
        isYou(who) ? "You are out." : `${capital(players(who))} ${verb(who, "go", "goes")} under.`,
      out: (who: PlayerName[]) => `${capital(players(who))} ${verb(who, "are", "is")} out.`,
      swims: (who: PlayerName[]) => `${capital(players(who))} ${verb(who, "swim", "swims")}.`,
      chicken: (who: PlayerName[]) =>
        `${capital(players(who))} ${verb(who, "take", "takes")} the chicken.`,
    },
    safe: "You are safe.",
    nobody: "Nobody loses a life.",
    notCounted: "All would be out: the round does not count and is played again.",
    total: "Total",
    points: "Points",
    next: "Next round",
    dealing: "Dealing",
  },

  why: {
    worst: (value: string) => `The worst hand: ${value}.`,
    suit: (other: PlayerName, better: string, worse: string) =>
      `As much as ${them(other)}, but ${better} beat ${worse}.`,
    trips: (other: PlayerName) =>
      `Three of a kind like ${other.you ? "yours" : `${other.name}’s`}, but of a lower rank.`,
    highCard: (other: PlayerName, suit: string) =>
      `As much in ${suit} as ${them(other)}, but with the lower top card.`,
    tied: (value: string, others: PlayerName[]) =>
      `${value}, tied with ${players(others)}: all who are tied for worst lose.`,
    fire: (other: PlayerName) => `${does(other, "have", "has")} fire: everybody else loses.`,
    dealtBest: (other: PlayerName, best: string) =>
      `${does(other, "were", "was")} dealt ${best}: everybody without ${best} loses.`,
    dealtFire: (other: PlayerName, n: number, best: string) =>
      `${does(other, "were", "was")} dealt fire: ${n > 1 ? "everybody else loses two lives" : `a hand of ${best} loses only one life`}.`,
    closer: "Closed without the best hand: one life more.",
    difference: (other: PlayerName, own: string, best: string, n: string) =>
      `${own} against ${other.you ? "your" : `${other.name}’s`} ${best}: the difference is ${n}.`,
  },

  over: {
    standing: "Final standing",
    last: (round: number) => `The last round, round ${round}`,
    statistics: "Statistics",
    wins: (who: PlayerName[]) =>
      who.length === 1 && who[0]
        ? `${does(who[0], "win", "wins")} the match`
        : `${capital(players(who))} share the match`,
    again: "Play again",
    record: "Download record",
    start: "New game",
  },
};
