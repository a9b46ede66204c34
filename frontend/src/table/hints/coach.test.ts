import { describe, expect, it } from "vitest";
import { t } from "../../i18n";
import { roundResult, seatView, view } from "../fixtures";
import { coachLineFor, coachText } from "./coach";

const closedBy = (seat: number) =>
  view({ seats: [0, 1, 2].map((one) => seatView(one, { closed: one === seat })) });

describe("the line of the coach", () => {
  it("is for the player's own choice of a hand", () => {
    expect(coachLineFor(view({ phase: "choice", to_act: 0 }))).toBe("choice");
    expect(coachLineFor(view({ phase: "choice", to_act: 1 }))).toBeNull();
  });

  it("is for a close by any player", () => {
    expect(coachLineFor(closedBy(0))).toBe("close");
    expect(coachLineFor(closedBy(2))).toBe("close");
    expect(coachLineFor(view())).toBeNull();
  });

  it("is for a round that cost a life, but not at the end of the match", () => {
    const lost = { phase: "over", result: roundResult() } as const;
    expect(coachLineFor(view(lost))).toBe("loss");
    expect(coachLineFor(view({ ...lost, over: true }))).toBeNull();
    expect(coachLineFor(view({ ...lost, result: roundResult({ lost: null }) }))).toBeNull();
    expect(
      coachLineFor(view({ ...lost, result: roundResult({ lost: [0, null, 0, 0] }) })),
    ).toBeNull();
  });
});

describe("its text", () => {
  const playerName = (seat: number) => ({ name: `Player ${seat}`, you: seat === 0 });
  const text = (seat: number, close_effect: string) =>
    coachText("close", closedBy(seat), { close_effect }, playerName, t);

  it("names the closer, and follows the rules", () => {
    expect(text(2, "one_turn_each")).toContain("Player 2 has closed: everyone else");
    expect(text(0, "one_turn_each")).toContain("You have closed: everyone else");
    expect(text(2, "until_one_open")).toContain("until only one");
    for (const last_chance of ["all", "first", "none"])
      expect(coachText("loss", view(), { last_chance }, playerName, t)).toContain("life");
  });

  it("speaks of the chicken in the Dutch game", () => {
    const dutch = { close_effect: "until_one_open", last_chance: "first" };
    expect(coachText("loss", view(), dutch, playerName, t)).toContain("takes the chicken");
    const german = { close_effect: "one_turn_each", last_chance: "first" };
    expect(coachText("loss", view(), german, playerName, t)).toContain("with none left swims");
  });
});
