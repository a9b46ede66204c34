import { count, type Who } from "../grammar";
import { does, players, capital } from "./grammar";

export const showdown = {
  showdown: {
    title: (round: number) => `Round ${round}: showdown`,
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
    lossesWords: (who: Who, n: number) =>
      `${does(who, "lose", "loses")} ${count(n, "life", "lives")}.`,
  },

  over: {
    wins: (who: Who[]) =>
      who.length === 1 && who[0]
        ? `${does(who[0], "win", "wins")} the match`
        : `${capital(players(who))} share the match`,
    again: "Play again",
    record: "Download record",
    start: "New game",
  },
};
