/** Heads, necks and bodies. */

export interface Head {
  d: string;
  /** x coordinate of the left ear. */
  ear: number;
  chin: number;
}

export const heads = {
  oval: {
    d: "M34 52C34 33 45 23 60 23S86 33 86 52C86 72 75 86 60 86S34 72 34 52Z",
    ear: 33.5,
    chin: 86,
  },
  round: {
    d: "M31 55C31 34 43 24 60 24S89 34 89 55C89 75 76 86 60 86S31 75 31 55Z",
    ear: 30.5,
    chin: 86,
  },
  long: {
    d: "M36 48C36 30 46 21 60 21S84 30 84 48V60C84 78 74 90 60 90S36 78 36 60Z",
    ear: 35,
    chin: 90,
  },
  square: {
    d: "M34 46C34 30 45 23 60 23S86 30 86 46V64C86 78 76 87 66 87H54C44 87 34 78 34 64Z",
    ear: 33,
    chin: 87,
  },
  heart: {
    d: "M33 50C33 32 44 23 60 23S87 32 87 50C87 66 74 87 60 87S33 66 33 50Z",
    ear: 33,
    chin: 87,
  },
} as const satisfies Record<string, Head>;

export type HeadName = keyof typeof heads;

export const neck = "M49 74V97C49 106 71 106 71 97V74Z";
/** Shadow of the chin on the neck. */
export const underChin = "M46 70H74V88C70 96 56 97 46 92Z";

export const bodies = {
  slim: "M16 124C16 106 28 99 45 95C50 100 70 100 75 95C92 99 104 106 104 124Z",
  broad: "M4 124C4 104 20 97 44 92C50 98 70 98 76 92C100 97 116 104 116 124Z",
} as const;

export type BodyName = keyof typeof bodies;
