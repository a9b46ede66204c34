/** A line about everybody who may sit opposite, as they are at any level. */
import type { PersonName } from "../../portraits/cast";

const people: Record<PersonName, { line: string }> = {
  Berta: { line: "Counts along under her breath and never lets go of a pair." },
  Karl: { line: "Has worn the same hat for forty years and is in no hurry to close." },
  Emma: { line: "Laughs at her own bad cards and collects one suit." },
  Fritz: { line: "Cannot sit still and closes before you have sorted your cards." },
  Frieda: { line: "Looks at you over her glasses and closes late." },
  Otto: { line: "Says little, and lays down every card as if it were made of glass." },
  Ida: { line: "Names her cards after the neighbours and collects three of a kind." },
  Paul: { line: "Explains the odds to everybody and stays with one suit." },
  Hanna: { line: "Hums the same tune over every hand, so that it gives nothing away." },
  Max: { line: "Swears by his lucky cap, and by aces." },
  Lotte: { line: "Taught mathematics for thirty years and plays, she says, by feel alone." },
  Emil: { line: "Brings his own beer mat and likes to swap his whole hand." },
  Greta: { line: "Keeps a straight face and waits with closing." },
  Hugo: { line: "Is pleased about everybody's good cards, and most about aces." },
  Wim: { line: "Was at sea for thirty years and likes to swap all cards." },
  Saskia: { line: "Calls every lost round a comeback and closes early." },
};

export const cast = { cast: people };
