/** A line about everybody who may sit opposite, as they are at any level. */
import type { PersonName } from "../../portraits/cast";

const people: Record<PersonName, { line: string }> = {
  Berta: { line: "Counts along under her breath and says she is only humming." },
  Karl: { line: "Has worn the same hat to every game for forty years and will not say why." },
  Emma: { line: "Laughs louder at her own bad cards than at anybody's jokes." },
  Fritz: { line: "Cannot sit still and reaches for every card the moment it lands." },
  Frieda: { line: "Looks at you over her glasses for as long as it takes." },
  Otto: { line: "Says little, and lays down every card as if it were made of glass." },
  Ida: { line: "Names her cards after the neighbours and never tells who is who." },
  Paul: { line: "Explains the odds to everybody who asks, and to everybody else." },
  Hanna: { line: "Hums the same tune over every hand, so that it gives nothing away." },
  Max: { line: "Swears by his lucky cap and has never once washed it." },
  Lotte: { line: "Taught mathematics for thirty years and plays, she says, by feel alone." },
  Emil: { line: "Brings his own beer mat, and a story for every card." },
  Greta: {
    line: "Keeps a straight face from the first card to the last; she practises in the mirror.",
  },
  Hugo: { line: "Is pleased about everybody's good cards, his own included." },
  Wim: { line: "Was at sea for thirty years, cannot swim, and is proud of both." },
  Saskia: { line: "Calls every lost round the beginning of her comeback." },
};

export const cast = { cast: people };
