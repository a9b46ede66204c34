import { count, type Who } from "../grammar";
import { capital, does, players } from "./grammar";

const them = (who: Who) => (who.you ? "you" : who.name);

export const showdown = {
  showdown: {
    closed: "Closed",
    losers: (who: Who[], n: number) =>
      `${capital(players(who))} ${who.length > 1 || who[0]?.you ? "lose" : "loses"} ${n === 1 ? "a life" : `${n} lives`}${who.length > 1 ? " each" : ""}.`,
    allBut: (who: Who, n: number) =>
      `All but ${them(who)} lose ${n === 1 ? "a life" : `${n} lives`}.`,
    rule: (rule: string) => `Rule ${rule}, opens beside the match`,
    loses: (n: number) => `loses ${count(n, "life", "lives")}`,
    nowSwimming: "now swimming",
    nowChicken: "takes the chicken",
    nowOut: "is out",
    nobody: "Nobody loses a life.",
    notCounted: "All would be out: the round does not count and is played again.",
    total: "Total",
    points: "Points",
    next: "Next round",
    dealing: "Dealing",
  },

  why: {
    worst: (value: string) => `The worst hand: ${value}.`,
    suit: (other: Who, better: string, worse: string) =>
      `As much as ${them(other)}, but ${better} beat ${worse}.`,
    trips: (other: Who) =>
      `Three of a kind like ${other.you ? "yours" : `${other.name}’s`}, but of a lower rank.`,
    highCard: (other: Who, suit: string) =>
      `As much in ${suit} as ${them(other)}, but with the lower top card.`,
    tied: (value: string, others: Who[]) =>
      `${value}, tied with ${players(others)}: all who are tied for worst lose.`,
    fire: (other: Who) => `${does(other, "have", "has")} fire: everybody else loses.`,
    dealtBest: (other: Who, best: string) =>
      `${does(other, "were", "was")} dealt ${best}: everybody without ${best} loses.`,
    dealtFire: (other: Who, n: number, best: string) =>
      `${does(other, "were", "was")} dealt fire: ${n > 1 ? "everybody else loses two lives" : `a hand of ${best} loses only one life`}.`,
    closer: "Closed without the best hand: one life more.",
    difference: (other: Who, own: string, best: string, n: string) =>
      `${own} against ${other.you ? "your" : `${other.name}’s`} ${best}: the difference is ${n}.`,
  },

  over: {
    standing: "Final standing",
    last: (round: number) => `The last round, round ${round}`,
    statistics: "Statistics",
    wins: (who: Who[]) =>
      who.length === 1 && who[0]
        ? `${does(who[0], "win", "wins")} the match`
        : `${capital(players(who))} share the match`,
    again: "Play again",
    record: "Download record",
    start: "New game",
  },
};
