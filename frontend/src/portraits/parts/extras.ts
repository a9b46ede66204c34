/** Glasses and jewellery. */
import { fill, line, oval, type Shape } from "../shape";

export const extras = {
  roundGlasses: [
    fill("white", oval(48, 57, 9.5), { mirrored: true, opacity: 0.22 }),
    line("ink", 2.4, oval(48, 57, 9.5), { mirrored: true }),
    line("ink", 2.4, "M57.5 56C59 54.5 61 54.5 62.5 56"),
    line("ink", 2.2, "M38.5 55.500L33 53.5", { mirrored: true }),
  ],
  redGlasses: [
    fill("white", "M37 50H57.500C58 60 55 66.5 47.5 66.500S37 60 37 50Z", {
      mirrored: true,
      opacity: 0.25,
    }),
    line("trim", 3.4, "M36.5 50H57.500C58 60 55 66.5 47.5 66.500S37 60 36.5 50Z", {
      mirrored: true,
    }),
    line("trim", 3, "M57 53C59 51.5 61 51.5 63 53"),
  ],
  halfGlasses: [
    fill("white", "M39 59H57C57 66 53 69 48 69S39 66 39 59Z", { mirrored: true, opacity: 0.3 }),
    line("brass", 2, "M39 59H57C57 66 53 69 48 69S39 66 39 59Z", { mirrored: true }),
    line("brass", 2, "M57 60.500C59 59 61 59 63 60.5"),
  ],
  hoops: [line("brass", 2.6, oval(32, 74, 6), { mirrored: true })],
  pearls: [fill("pearl", oval(32, 69.5, 3.2), { mirrored: true })],
  stud: [fill("brass", oval(33, 66.5, 2.2))],
  earring: [line("brass", 2, oval(32.5, 67, 3))],
} as const satisfies Record<string, readonly Shape[]>;

export type ExtraName = keyof typeof extras;
