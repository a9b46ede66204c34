/** Clothes, clipped to the outline of the body, and neckwear, which is not clipped. */
import { fill, line, oval, type Shape } from "../shape";

const ALL = "M0 88H120V124H0Z";
const OPENING = "M45 92C47 108 73 108 75 92L78 86H42Z";

const crew = line("cloth-shade", 5, "M44 94C47 108 73 108 76 94");
const stripes: Shape[] = [102, 111, 120].map((y) =>
  line("trim", 4, `M0 ${y + 3}C40 ${y - 2} 80 ${y - 2} 120 ${y + 3}`),
);
const checks: Shape[] = [
  ...[14, 32, 50, 68, 86, 104].map((x) => line("trim", 5, `M${x} 88V124`, { opacity: 0.55 })),
  ...[102, 117].map((y) => line("trim", 5, `M0 ${y}H120`, { opacity: 0.55 })),
];
const collar = fill("white", "M46 92L60 106L48 114L39 98Z", { mirrored: true });

export const clothes = {
  jumper: [fill("cloth", ALL), crew],
  stripes: [fill("cloth", ALL), ...stripes, line("trim", 4, "M45 94C48 106 72 106 75 94")],
  turtleneck: [fill("cloth", ALL)],
  shirt: [
    fill("cloth", ALL),
    fill("skin-shade", "M50 92L60 106L70 92Z"),
    fill("cloth-shade", "M46 90L60 106L47 116L38 97Z", { mirrored: true }),
    line("cloth-shade", 2, "M60 106V124"),
    fill("trim", oval(60, 116, 1.6)),
  ],
  checked: [
    fill("cloth", ALL),
    ...checks,
    fill("skin-shade", "M50 92L60 105L70 92Z"),
    fill("cloth", "M46 90L60 105L47 115L38 97Z", { mirrored: true }),
    line("trim", 2, "M46 90L60 105L47 115L38 97", { mirrored: true, opacity: 0.7 }),
  ],
  jacket: [
    fill("cloth", ALL),
    fill("white", "M44 92L60 124L76 92Z"),
    collar,
    fill("cloth-shade", "M42 93L60 126H44L33 108L38 105L32 98Z", { mirrored: true }),
  ],
  bowtie: [
    fill("cloth", ALL),
    fill("white", "M43 92L60 128L77 92Z"),
    collar,
    line("cloth-shade", 3.5, "M41 94L58 128", { mirrored: true }),
  ],
  blouse: [
    fill("cloth", ALL),
    fill("skin", OPENING),
    fill("skin-shade", "M46 94C50 104 60 102 66 98L60 90Z", { opacity: 0.5 }),
    line("trim", 3, "M45 94C48 107 72 107 75 94"),
  ],
  dirndl: [
    fill("white", ALL),
    fill("skin", "M44 92V104C50 113 70 113 76 104V92Z"),
    fill("cloth", "M34 96L42 95C43 112 52 116 60 116S77 112 78 95L86 96L92 126H28Z"),
    line("trim", 2, "M52 119H68M53 124H67"),
  ],
  dungarees: [
    fill("trim", ALL),
    line("cream", 3, "M0 107C40 100 80 100 120 107M0 117C40 110 80 110 120 117"),
    line("cream", 3, "M45 94C48 106 72 106 75 94"),
    fill("cloth", "M43 112H77V126H43Z"),
    line("cloth", 7, "M36 94L46 116", { mirrored: true }),
    fill("brass", oval(45.5, 115, 2.4), { mirrored: true }),
  ],
  coat: [
    fill("cloth", ALL),
    fill("trim", "M44 92L60 116L76 92Z"),
    fill("cloth-shade", "M40 92L60 118V126H50L28 104Z", { mirrored: true }),
    fill("brass", oval(49, 120, 2.2), { mirrored: true }),
  ],
  wrap: [
    fill("cloth", ALL),
    fill("skin", "M44 90L62 116L76 90Z"),
    line("cloth-shade", 4, "M43 92L72 126M77 92L60 116"),
  ],
} as const satisfies Record<string, readonly Shape[]>;

export type ClothesName = keyof typeof clothes;

/** Neckwear, drawn over the clothes. */
export const neckwear = {
  none: [],
  roll: [
    fill("cloth", "M45 85C50 93 70 93 75 85L77 98C70 106 50 106 43 98Z"),
    line("cloth-shade", 2, "M45 92C51 99 69 99 75 92"),
  ],
  bow: [
    fill("trim", "M60 103L47 96C45 100 45 106 47 110Z", { mirrored: true }),
    fill("trim", "M56.5 99.500H63.500V106.500H56.500Z"),
  ],
  tie: [fill("trim", "M56 100H64L62.5 106L66 124H54L57.5 106Z")],
  scarf: [
    fill(
      "trim",
      "M41 88C48 96 72 96 79 88C84 92 83 100 79 103C70 109 50 109 41 103C37 100 36 92 41 88Z",
    ),
    fill("trim", "M66 103L78 99L84 124H70Z"),
    line("ink", 1.6, "M43 97C52 102 68 102 77 97M71 106L76 124", { opacity: 0.28 }),
  ],
  kerchief: [
    fill("trim", "M44 91C50 97 70 97 76 91L77 98L62 108L60 104L58 108L43 98Z"),
    fill("trim", "M60 103L53 114H58.500L60 107L61.5 114H67Z"),
  ],
  pearls: [42.5, 46, 50, 54.5]
    .map((x, i) =>
      fill("pearl", oval(x, [96, 100.5, 104, 106.2][i] ?? 106, 2.3), { mirrored: true }),
    )
    .concat(fill("pearl", oval(60, 107, 2.3))),
} as const satisfies Record<string, readonly Shape[]>;

export type NeckwearName = keyof typeof neckwear;
