/** Facial features and marks on the skin. */
import { fill, line, oval, type Shape } from "../shape";

const dot = (rx: number, ry: number): Shape[] => [
  fill("ink", oval(48.5, 56, rx, ry), { mirrored: true }),
  fill("white", oval(49.7, 54.5, 1.15)),
  fill("white", oval(72.7, 54.5, 1.15)),
];

export const eyes = {
  dots: dot(3.3, 3.9),
  small: dot(2.8, 3.2),
  wide: dot(3.8, 4.6),
  lashes: [
    ...dot(3.3, 3.9),
    line("ink", 1.8, "M46 53.500L42.5 51.500M45.2 55.700L41.8 55", { mirrored: true }),
  ],
  lidded: [
    ...dot(3.3, 4),
    fill("skin-shade", "M43.8 53.800C45 49.5 52 49.5 53.2 53.800Z", { mirrored: true }),
    line("ink", 2, "M43.8 54.400C46 53 51 53 53.2 54.4", { mirrored: true }),
  ],
  merry: [line("ink", 2.8, "M44 57.500C45.5 52.8 51.5 52.8 53 57.5", { mirrored: true })],
  closed: [line("ink", 2.6, "M43.8 56C45.5 60 51.5 60 53.2 56", { mirrored: true })],
} as const satisfies Record<string, readonly Shape[]>;

export const brows = {
  soft: [line("strand", 2.6, "M43 47.500C46 45 51 45 54 47", { mirrored: true })],
  straight: [line("strand", 3, "M42.5 47H54", { mirrored: true })],
  bushy: [
    fill("hair", "M41 48.500C43 42.5 51 42 55.5 46.500C54 49.5 46 48 41 48.500Z", {
      mirrored: true,
    }),
  ],
  high: [line("strand", 2.4, "M42.5 45C45.5 41 51 41 54 44", { mirrored: true })],
  raised: [
    line("strand", 2.8, "M42.5 48C45.5 46 51 46 54 48"),
    line("strand", 2.8, "M66 44.500C69 41.5 74.5 42 77.5 45"),
  ],
  fine: [line("strand", 1.8, "M43 47C46 43.8 51.5 43.6 54.5 46", { mirrored: true })],
} as const satisfies Record<string, readonly Shape[]>;

export const noses = {
  soft: [line("skin-shade", 2.8, "M60.5 57C62 61 64.5 65 62.5 67C61 68.3 58.5 68 57 67")],
  button: [fill("skin-shade", oval(60, 65, 4.2, 3.3))],
  potato: [
    fill(
      "skin-shade",
      "M58 55C57 60 52.5 62 52.5 66.500C52.5 71 67.5 71 67.5 66.500C67.5 62 63 60 62 55Z",
    ),
  ],
  long: [fill("skin-shade", "M60 52C63 58 67 65 66 68C65 71 58 71 56 69L60.5 67Z")],
  broad: [
    fill(
      "skin-shade",
      "M60 57C58 62 53 63 53.5 66.500C54 69.5 66 69.5 66.5 66.500C67 63 62 62 60 57Z",
    ),
  ],
} as const satisfies Record<string, readonly Shape[]>;

export const mouths = {
  smile: [line("ink", 2.6, "M51 74.500C55 79 65 79 69 74.5")],
  smirk: [line("ink", 2.6, "M53 76.500C58 78.5 65 77.5 69 73.5")],
  calm: [line("ink", 2.6, "M53.5 76C57 77.5 63 77.5 66.5 76")],
  grin: [
    fill("ink", "M49.5 73.500C56 75.5 64 75.5 70.5 73.500C69 81 65 83 60 83S51 81 49.5 73.500Z"),
    fill("white", "M51.5 74.200C57 75.8 63 75.8 68.5 74.200L68 77.200C63 78.6 57 78.6 52 77.200Z"),
  ],
  lips: [
    fill("lips", "M52 76C55 73.5 58 73.2 60 74.400C62 73.2 65 73.5 68 76C65 80.5 55 80.5 52 76Z"),
    line("skin-shade", 1.2, "M53.5 76.200C57 77 63 77 66.5 76.2"),
  ],
  laughing: [
    fill("lips", "M50 74C54 72.5 66 72.5 70 74C68.5 82 64.5 83.5 60 83.500S51.5 82 50 74Z"),
    fill("white", "M52.5 75.200C57 74.5 63 74.5 67.5 75.200L66.8 78C62 78.8 58 78.8 53.2 78Z"),
  ],
} as const satisfies Record<string, readonly Shape[]>;

/** Marks on the skin: cheeks, freckles, wrinkles ... */
export const marks = {
  cheeks: [fill("flush", oval(41.5, 67, 6.2, 5), { mirrored: true })],
  freckles: [
    ...[
      [40, 63.5],
      [44.5, 66],
      [39.5, 68.5],
      [49, 63.8],
    ].map(([x = 0, y = 0]) => fill("skin-shade", oval(x, y, 1.25), { mirrored: true })),
  ],
  years: [
    line("skin-shade", 2, "M50 67C47 70 46 73 46.5 77", { mirrored: true }),
    line("skin-shade", 1.8, "M40 55L36.5 53M40 58.500L36.8 59", { mirrored: true }),
  ],
  mole: [fill("ink", oval(71.5, 69.5, 1.5))],
  shadow: [
    fill("hair", "M30 58C36 68 42 68 47 69C53 66 67 66 73 69C78 68 84 68 90 58V94H30Z", {
      opacity: 0.3,
    }),
  ],
} as const satisfies Record<string, readonly Shape[]>;

export type EyesName = Exclude<keyof typeof eyes, "closed">;
export type BrowsName = keyof typeof brows;
export type NoseName = keyof typeof noses;
export type MouthName = keyof typeof mouths;
export type MarkName = keyof typeof marks;
