/** Hats, caps and scarves. */
import { fill, line, oval, type Shape } from "../shape";

interface Hat {
  back: readonly Shape[];
  front: readonly Shape[];
}

const dots = (...at: readonly (readonly [number, number])[]) =>
  at.map(([x, y]) => fill("white", oval(x, y, 2.1), { opacity: 0.85 }));

export const hats = {
  none: { back: [], front: [] },
  tyrolean: {
    back: [],
    front: [
      fill("hair", "M84 31C88 20 92 10 101 2C104 12 100 24 90 33Z"),
      line("strand", 1.6, "M87 32C90 22 94 13 100 5"),
      fill("hat", "M34 37C36 20 44 7 52 8C57 9 60 13 65 12C72 10 76 10 79 14C84 20 86 30 86 37Z"),
      fill("trim", "M33.5 38L35 29C50 33 70 33 85.5 29L86.5 38Z"),
      fill(
        "hat-shade",
        "M18 38C30 41 40 34 60 34S90 41 102 36C104 42 94 47 84 46C74 43 46 43 36 46.500C27 48 17 44 18 38Z",
      ),
    ],
  },
  captain: {
    back: [],
    front: [
      fill("white", "M27 26C25 13 42 7 60 7S95 13 93 26C91 33 86 36 82 37H38C34 36 29 33 27 26Z"),
      fill("hat", "M36 33C50 29 70 29 84 33L85 44C70 39.5 50 39.5 35 44Z"),
      fill(
        "ink",
        "M35.5 43C50 37.5 70 37.5 84.5 43C86 48 80 50 76 48.500C66 45.5 54 45.5 44 48.500C40 50 34 48 35.5 43Z",
      ),
      line("brass", 2, "M36 40.500C50 36 70 36 84 40.5"),
      fill("brass", oval(60, 29, 4.8)),
      line("hat", 1.6, "M60 26V32M57.5 29.500C58 32 62 32 62.5 29.5"),
    ],
  },
  flatCap: {
    back: [],
    front: [
      fill("hat", "M29 41C25 24 40 13 60 13C82 12 95 25 92 39C76 33 46 34 29 41Z"),
      line("hat-shade", 2, "M60 14C56 20 54 27 54 34M60 14C68 18 74 26 76 34"),
      fill(
        "hat-shade",
        "M29 41C46 33.5 76 33 92 39C95 45 86 47 78 45C62 41 48 43 38 47.500C31 49 27 46 29 41Z",
      ),
      fill("hat-shade", oval(60, 13.5, 2.8, 1.8)),
    ],
  },
  headscarf: {
    back: [
      fill(
        "hat",
        "M60 12C84 12 95 30 93 58C92 78 80 92 60 96C40 92 28 78 27 58C25 30 36 12 60 12Z",
      ),
    ],
    front: [
      {
        d: "M60 12C84 12 95 30 93 58C92 78 80 92 60 96C40 92 28 78 27 58C25 30 36 12 60 12ZM60 31C43 31 36 42 36 57C36 74 48 85 60 85S84 74 84 57C84 42 77 31 60 31Z",
        fill: "hat",
      },
      fill("hat", "M60 90L44 97C44 104 48 108 53 107Z", { mirrored: true }),
      fill("hat-shade", oval(60, 93, 5.5, 4.5)),
      ...dots(
        [60, 21],
        [45, 24],
        [75, 24],
        [33, 38],
        [87, 38],
        [31, 55],
        [89, 55],
        [34, 71],
        [86, 71],
        [44, 84],
        [76, 84],
      ),
    ],
  },
  bandana: {
    back: [],
    front: [
      fill("hat-shade", "M57 20C50 6 40 6 38 13C42 19 50 22 57 23Z"),
      fill("hat-shade", "M62 20C68 5 79 5 81 12C78 18 70 22 62 23Z"),
      fill("hat", "M32 45C30 28 44 18 60 18S90 28 88 45C78 33 42 33 32 45Z"),
      fill("hat-shade", oval(60, 20.5, 5.5, 4.5)),
      ...dots([44, 28], [76, 28], [52, 25.5], [68, 25.5], [37, 35], [83, 35], [60, 29]),
    ],
  },
  beanie: {
    back: [],
    front: [
      fill("hat", "M32 42C30 20 43 10 60 10S90 20 88 42Z"),
      fill("hat-shade", "M30 35C50 30 70 30 90 35V47C70 42 50 42 30 47Z"),
      line(
        "hat",
        2,
        "M38 35V44M47 33.500V42.500M56 32.800V41.800M64.5 32.800V41.800M73.5 33.500V42.500M82 35V44",
      ),
    ],
  },
  pompon: {
    back: [fill("trim", oval(60, 9, 9))],
    front: [
      fill("hat", "M32 42C30 21 43 13 60 13S90 21 88 42Z"),
      fill("trim", "M30 35C50 30 70 30 90 35V47C70 42 50 42 30 47Z"),
    ],
  },
  headband: { back: [], front: [line("hat", 8, "M33 45C39 33.5 50 31 60 31S81 33.5 87 45")] },
  beret: {
    back: [],
    front: [
      fill(
        "hat",
        "M30 39C20 26 34 10 58 10C84 9 104 22 98 33C94 39 84 38 78 37C62 33 44 34 30 39Z",
      ),
      line("hat-shade", 4, "M32 41C44 35 66 34 84 39"),
      line("hat", 3, "M60 11C60 8 61 6 63 5"),
    ],
  },
} as const satisfies Record<string, Hat>;

export type HatName = keyof typeof hats;
