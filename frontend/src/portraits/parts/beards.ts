/** Beards: `under` is drawn below the mouth, `over` above it. */
import { fill, line, type Shape } from "../shape";

interface Beard {
  under: readonly Shape[];
  over: readonly Shape[];
}

const moustache =
  "M60 69C55 66.5 48 69 44.5 76C50 77.5 57 76.5 60 73.500C63 76.5 70 77.5 75.5 76C72 69 65 66.5 60 69Z";

export const beards = {
  none: { under: [], over: [] },
  full: {
    under: [
      fill(
        "hair",
        "M32.5 54C36 62 39 67 46 68.500C51 66.5 55 67.5 60 69C65 67.5 69 66.5 74 68.500C81 67 84 62 87.5 54C91 80 80 101 60 101S29 80 32.5 54Z",
      ),
      line("strand", 2, "M49 90C51 93.5 53 95 55 95.500M65 96C69 94 71 91.5 72 89M44 82L46 86"),
    ],
    over: [fill("strand", moustache)],
  },
  walrus: {
    under: [],
    over: [
      fill(
        "hair",
        "M60 68.500C53 64.5 43 68.5 38.5 79.500C46 83.5 56 81 60 75.500C64 81 74 83.5 81.5 79.500C77 68.5 67 64.5 60 68.500Z",
      ),
      line("strand", 1.8, "M50 72C48 74 46.5 76 45.5 78.5", { mirrored: true }),
    ],
  },
  ring: {
    under: [
      fill(
        "hair",
        "M32.5 52C33 70 41 78 49 82.500C56 86 64 86 71 82.500C79 78 87 70 87.5 52C92 80 80 103 60 103S28 80 32.5 52Z",
      ),
      line("strand", 2, "M47 91L50 96M60 93V98.500M73 91L70 96M39 81L42 86M81 81L78 86"),
    ],
    over: [],
  },
  goatee: {
    under: [fill("hair", "M51 80C56 83.5 64 83.5 69 80C71 88 67 93.5 60 93.500S49 88 51 80Z")],
    over: [
      fill(
        "hair",
        "M60 69.500C55 68 50.5 70 49 73.500C54 73 58 73 60 72C62 73 66 73 71 73.500C69.5 70 65 68 60 69.500Z",
      ),
    ],
  },
} as const satisfies Record<string, Beard>;

export type BeardName = keyof typeof beards;
