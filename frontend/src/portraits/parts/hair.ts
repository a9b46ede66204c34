/** Hair: `back` is drawn behind the head, `front` over the forehead. */
import { fill, line, oval, type Shape } from "../shape";

export interface Hair {
  back: readonly Shape[];
  front: readonly Shape[];
}

const swept = "M32 57C28 34 41 18 60 18S92 34 88 57C86 45 76 38 60 33C44 38 34 45 32 57Z";
const underHat =
  "M32.5 62C30.5 52 32 42 36 37H84C88 42 89.5 52 87.5 62C85 58 84.5 52 84 47H36C35.5 52 35 58 32.5 62Z";

const plait = (x: number, from: number, turns: number): Shape[] =>
  Array.from({ length: turns }, (_, i) => [
    fill("hair", oval(x + (i % 2 ? 1.5 : -1.5), from + i * 8.5, 6.2, 6)),
    line("strand", 1.6, `M${x - 4} ${from + i * 8.5 - 2}L${x + 4} ${from + i * 8.5 + 3}`),
  ]).flat();

export const hair = {
  none: { back: [], front: [] },
  bun: {
    back: [fill("hair", oval(60, 14.5, 13, 11)), line("strand", 2, "M51 13C54 8.5 64 7.5 69 12")],
    front: [
      fill("hair", swept),
      line("strand", 2, "M60 21C51 23 43 28 38 36M60 21C69 23 77 28 82 36"),
    ],
  },
  afro: {
    back: [
      fill("hair", oval(60, 45, 42, 39)),
      ...[26, 40, 60, 80, 94].map((x, i) => fill("hair", oval(x, [24, 12, 8, 12, 24][i] ?? 12, 9))),
      fill("hair", oval(20, 46, 9), { mirrored: true }),
      fill("hair", oval(25, 65, 9), { mirrored: true }),
    ],
    front: [fill("hair", "M33 50C33 38 46 33 60 33S87 38 87 50C91 36 80 20 60 20S29 36 33 50Z")],
  },
  tousled: {
    back: [],
    front: [
      fill(
        "hair",
        "M32 55C26 42 28 29 38 23L35 19C42 20 45 17 48 11C54 15 58 12 66 7C66 12 72 14 80 12C78 16 81 20 89 22C86 25 90 32 92 40C90 40 89 48 88 55C86 47 84 43 80 40C80 37 78 35 76 33C74 37 68 39 62 39C64 37 64 35 63 33C58 38 50 40 43 41C37 43 34 48 32 55Z",
      ),
      line("strand", 2, "M47 25C51 22 55 21 59 21M68 20C73 21 77 24 79 28"),
    ],
  },
  plaits: {
    back: [fill("hair", oval(60, 46, 30, 29))],
    front: [
      fill("hair", swept),
      line("strand", 2, "M60 19V32"),
      ...plait(27.5, 62, 5),
      ...plait(92.5, 62, 5),
      fill("oxblood", oval(28, 102.5, 5.2, 3.6)),
      fill("oxblood", oval(92, 102.5, 5.2, 3.6)),
    ],
  },
  parted: {
    back: [],
    front: [
      fill(
        "hair",
        "M32.5 55C28 32 42 17 62 18C82 18 92 32 87.5 55C86.5 48 85 42 82 38C68 40 54 36 46 29C43 37 36 42 32.5 55Z",
      ),
      line("strand", 2, "M47 28C54 32 64 34 73 33"),
    ],
  },
  bob: {
    back: [
      fill("hair", "M27 78C22 40 35 16 60 16S98 40 93 78C90 86 80 86 76 82H44C40 86 30 86 27 78Z"),
    ],
    front: [
      fill("hair", "M34 48C33 30 44 20 60 20S87 30 86 48C78 44.5 42 44.5 34 48Z"),
      fill("hair", "M39 32C33 46 35 66 40 79C34 87 24 82 24.5 66C24 48 28 38 39 32Z", {
        mirrored: true,
      }),
      line("strand", 1.8, "M50 30V43M60 28V43M70 30V43"),
    ],
  },
  waves: {
    back: [
      fill(
        "hair",
        "M60 16C84 16 96 32 96 52C96 60 102 64 101 74C100 82 105 88 101 97C96 106 84 104 79 98H41C36 104 24 106 19 97C15 88 20 82 19 74C18 64 24 60 24 52C24 32 36 16 60 16Z",
      ),
    ],
    front: [
      fill(
        "hair",
        "M58 21C47 24 39 34 38 46C37 54 33 58 32 64C27 54 29 36 38 26C46 18 54 17 58 21Z",
      ),
      fill(
        "hair",
        "M56 21C70 22 82 32 83 46C84 54 87 58 88 64C93 54 91 34 82 25C74 17 60 15 56 21Z",
      ),
      line("strand", 2, "M27 70C25 78 29 84 27 92M93 70C95 78 91 84 93 92"),
    ],
  },
  pixie: {
    back: [],
    front: [
      fill(
        "hair",
        "M33 60C27 36 38 16 60 16C82 15 94 32 88 58C86 56 86 48 83 43C74 44 60 40 50 33C48 40 42 43 38 46C37 51 36 56 33 60Z",
      ),
      line("strand", 2, "M52 24C62 22 74 26 80 34M56 30C62 34 70 37 77 37"),
    ],
  },
  flat: {
    back: [],
    front: [
      fill(
        "hair",
        "M33.5 50C32 38 33 24 38 17C48 11 72 11 82 17C87 24 88 38 86.5 50C84.5 46 84 42 83 38C76 34.5 44 34.5 37 38C36 42 35.5 46 33.5 50Z",
      ),
    ],
  },
  thin: {
    back: [],
    front: [fill("hair", "M34 62C29 54 30 40 38 34C38 44 38 54 34 62Z", { mirrored: true })],
  },
  braid: {
    back: [fill("hair", oval(60, 47, 31, 31))],
    front: [
      fill(
        "hair",
        "M31.5 60C27 36 40 17 60 17S93 36 88.5 60C88 48 82 36 66 28C56 36 38 40 31.5 60Z",
      ),
      line("strand", 2, "M66 27C60 23 52 22 46 25M67 27C73 29 79 34 82 40"),
      ...plait(87, 64, 5),
      fill("brass", oval(87, 104.5, 5, 3.4)),
    ],
  },
  curls: {
    back: [
      ...[
        [30, 40, 12],
        [26, 56, 11],
        [27, 72, 11],
        [33, 84, 9],
        [40, 25, 13],
        [60, 19, 14],
      ].map(([x = 0, y = 0, r = 0]) => fill("hair", oval(x, y, r), { mirrored: true })),
    ],
    front: [
      fill("hair", oval(40, 33, 9.5, 8.5)),
      fill("hair", oval(54, 27, 10, 8.5)),
      fill("hair", oval(69, 28, 10, 8.5)),
      fill("hair", oval(81, 35, 8.5, 8.5)),
      line(
        "strand",
        1.8,
        "M36 33C38 29 43 29 44 33M52 26C54 22 60 22 61 27M68 28C70 24 76 25 76 29",
      ),
    ],
  },
  quiff: {
    back: [],
    front: [
      fill(
        "hair",
        "M33 54C29 40 32 30 38 26C40 12 62 6 84 14C82 16 84 18 87 20C84 24 91 36 87 54C86 46 84 42 82 38C70 40 54 36 44 34C38 38 35 46 33 54Z",
      ),
      line("strand", 2, "M46 24C54 17 66 16 76 19"),
    ],
  },
  bowl: {
    back: [],
    front: [
      fill(
        "hair",
        "M31 60C27 34 40 17 60 17S93 34 89 60C86 58 85 52 84.5 47C70 43.5 50 43.5 35.5 47C35 52 34 58 31 60Z",
      ),
      line("strand", 1.8, "M48 32V42M60 30V41M72 32V42"),
    ],
  },
  underHat: { back: [], front: [fill("hair", underHat)] },
  longUnderHat: {
    back: [
      fill(
        "hair",
        "M28 40H92C96 60 96 84 100 98C92 106 82 102 78 96H42C38 102 28 106 20 98C24 84 24 60 28 40Z",
      ),
    ],
    front: [fill("hair", underHat)],
  },
} as const satisfies Record<string, Hair>;

export type HairName = keyof typeof hair;
