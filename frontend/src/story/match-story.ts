/** Story of a match as sentences, derived from the server's facts. */
import type { Options, Story } from "../api/wire";
import { formatValue } from "../cards/cards";
import { type Catalogue, type PlayerName, playerGroup } from "../i18n";
import { hasChicken } from "../game/conditions";

const FACTS = 3;

export interface StoryContext {
  winners: readonly number[];
  /** The number of rounds played. */
  rounds: number;
  options: Options;
  playerName: (seat: number) => PlayerName;
}

function decidedText(round: number, at: StoryContext, t: Catalogue): string[] {
  const [winner] = at.winners;
  if (winner === undefined) return [];
  const when = round === at.rounds ? "last" : round === 1 ? "first" : "other";
  return [t.story.decided({ when, round, ...at.playerName(winner) })];
}

/** Return up to three sentences: the turning point, the largest gain, and the longest swim. */
export function storyTexts(story: Story, at: StoryContext, t: Catalogue): string[] {
  const { decided, gain, swim, closings } = story;
  const names = (seats: readonly number[]) => playerGroup(seats.map(at.playerName), t).players;
  const texts = decided === null ? [] : decidedText(decided, at, t);
  if (gain)
    texts.push(
      t.story.gain({
        players: names([gain.seat]),
        before: formatValue(gain.before),
        after: formatValue(gain.after),
        round: gain.round,
      }),
    );
  if (swim) {
    const text = hasChicken(at.options) ? t.story.hadChicken : t.story.swam;
    texts.push(text({ players: names(swim.seats), n: swim.count }));
  }
  if (closings) texts.push(t.story.closings({ players: names(closings.seats), n: closings.count }));
  return texts.slice(0, FACTS);
}
