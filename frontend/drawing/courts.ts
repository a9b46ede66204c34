/**
 * King, ober and unter, as two half-length figures: the lower half is the upper one rotated about
 * the middle. The ober holds the suit sign high, the unter low; the king sits on a throne.
 */
import type { Suit } from "../src/cards/cards";
import { HEADS } from "./heads.ts";
import type { Place } from "./numerals.ts";
import {
  BLUE,
  BROWN,
  DEEP_BROWN,
  DEEP_GREEN,
  DEEP_RED,
  GREEN,
  INK,
  OCHRE,
  PAPER,
  RED,
  SKIN,
  YELLOW,
  dot,
  group,
  line,
  patch,
  shape,
  spot,
} from "./paint.ts";

interface Dress {
  coat: string;
  shade: string;
  sleeve: string;
  trim: string;
}

const DRESS: Record<Suit, Record<string, Dress>> = {
  C: {
    K: { coat: GREEN, shade: DEEP_GREEN, sleeve: OCHRE, trim: YELLOW },
    Q: { coat: OCHRE, shade: "#b97a22", sleeve: GREEN, trim: RED },
    J: { coat: GREEN, shade: DEEP_GREEN, sleeve: YELLOW, trim: BROWN },
  },
  S: {
    K: { coat: RED, shade: DEEP_RED, sleeve: GREEN, trim: YELLOW },
    Q: { coat: GREEN, shade: DEEP_GREEN, sleeve: RED, trim: YELLOW },
    J: { coat: YELLOW, shade: OCHRE, sleeve: GREEN, trim: RED },
  },
  H: {
    K: { coat: BLUE, shade: "#26407a", sleeve: RED, trim: YELLOW },
    Q: { coat: RED, shade: DEEP_RED, sleeve: YELLOW, trim: BLUE },
    J: { coat: BLUE, shade: "#26407a", sleeve: RED, trim: YELLOW },
  },
  D: {
    K: { coat: YELLOW, shade: OCHRE, sleeve: RED, trim: DEEP_RED },
    Q: { coat: BLUE, shade: "#26407a", sleeve: YELLOW, trim: RED },
    J: { coat: RED, shade: DEEP_RED, sleeve: GREEN, trim: YELLOW },
  },
};

const MIDDLE = 125;

const body = ({ coat, shade }: Dress) =>
  shape(
    "M86 178C88 158 76 146 76 130C84 119 96 114 106 112H144C154 114 166 119 174 130C174 146 162 158 164 178Z",
    coat,
  ) +
  patch(
    "M148 114C158 117 167 121 172.5 131C172.5 146 160 158 162.5 178H146C154 158 156 136 148 114Z",
    shade,
  );

const robe = ({ coat, shade }: Dress) =>
  shape("M66 178C64 146 78 124 104 114H146C172 124 186 146 184 178Z", coat) +
  patch("M152 117C172 126 183 148 182.5 178H150C160 156 160 136 152 117Z", shade);

/** Draw the belt between the two halves. */
const belt = (half: number, fill: string, stud: string) =>
  shape(`M${MIDDLE - half} 166h${2 * half}v18h${-2 * half}Z`, fill) +
  [-0.8, -0.4, 0, 0.4, 0.8].map((x) => spot(MIDDLE + x * half, 175, 4.2, stud)).join("");

const throne = (colour: string) =>
  shape("M70 175V62Q70 40 92 40H158Q180 40 180 62V175Z", colour) +
  line("M79 175V66Q79 49 96 49H154Q171 49 171 66V175", 2.4, YELLOW) +
  dot(76, 44, 7, YELLOW) +
  dot(174, 44, 7, YELLOW);

const ermine =
  shape(
    "M92 121C98 110 152 110 158 121C170 127 178 136 180 145C164 151 142 154 125 154C108 154 86 151 70 145C72 136 80 127 92 121Z",
    PAPER,
  ) +
  line("M86 136l1 6M100 142l1 6M98 127l1 5M164 136l-1 6M150 142l-1 6M152 127l-1 5M125 146v5", 3);

const hand = (x: number, y: number) => dot(x, y, 9, SKIN);

const tankard =
  line("M58 128C44 126 44 150 58 148", 8) +
  line("M58 128C44 126 44 150 58 148", 3, OCHRE) +
  shape("M56 122H82V156H56Z", OCHRE) +
  line("M56 131H82M56 148H82", 2.4, DEEP_BROWN) +
  shape(
    "M54 124C50 114 58 110 62 113C65 106 75 106 77 113C84 111 87 119 84 124C78 128 60 128 54 124Z",
    PAPER,
  ) +
  hand(80, 142);

const banner = (field: string, device: string) =>
  line("M64 172V24", 7.5) +
  line("M64 172V26", 3.4, BROWN) +
  dot(64, 22, 5, YELLOW) +
  shape("M66 32C76 26 82 38 96 32L90 46L98 60C84 66 78 54 66 60Z", field) +
  spot(78, 46, 5.5, device) +
  hand(64, 146);

const sceptre =
  line("M69 168V76", 7.5) +
  line("M69 168V76", 3.4, YELLOW) +
  shape("M69 80C58 76 58 66 63 60C65 66 67 62 69 54C71 62 73 66 75 60C80 66 80 76 69 80Z", YELLOW) +
  hand(69, 150);

const orb =
  dot(180, 142, 14, YELLOW) +
  line("M166 142H194M180 128V142", 2.6, DEEP_RED) +
  line("M180 128V114M174.5 119H185.5", 4.5) +
  line("M180 127V115M175.5 119H184.5", 1.8, YELLOW);

function king(suit: Suit, dress: Dress, place: Place): string {
  return (
    throne(suit === "S" || suit === "D" ? DEEP_GREEN : DEEP_RED) +
    robe(dress) +
    shape("M66 178C66 156 70 140 80 130L96 150C90 156 84 166 84 178Z", dress.sleeve) +
    shape("M184 178C184 156 180 140 170 130L154 150C160 156 166 166 166 178Z", dress.sleeve) +
    ermine +
    sceptre +
    orb +
    group(`translate(${MIDDLE} 113) scale(1.1)`, HEADS["K"]?.[suit] ?? "") +
    place(210, 52, 60)
  );
}

const sword =
  line("M66 160L64 64", 8) +
  line("M66 160L64 66", 4, "#dfe3e6") +
  line("M52 132H79", 8) +
  line("M53 132H78", 3.6, YELLOW) +
  hand(66, 146) +
  dot(66, 163, 5.5, YELLOW);

function ober(suit: Suit, dress: Dress, place: Place): string {
  return (
    body(dress) +
    line("M125 120V166", 2.4) +
    [130, 143, 156].map((y) => spot(125, y, 3.2, dress.trim)).join("") +
    // The raised arm, slashed in the colour of the coat.
    shape("M150 118C172 112 184 106 192 92L208 102C202 126 182 146 160 148Z", dress.sleeve) +
    line("M168 119l10 14M182 109l11 11", 3, dress.coat) +
    hand(203, 92) +
    shape("M102 117C82 122 68 138 62 150L76 160C86 152 100 150 104 144Z", dress.sleeve) +
    line("M88 126l8 14M76 138l7 11", 3, dress.coat) +
    shape("M96 116C100 106 150 106 154 116C150 126 100 126 96 116Z", PAPER) +
    line("M104 113l3 8M115 110l2 11M125 110v11M135 110l-2 11M146 113l-3 8", 1.8) +
    (suit === "D" ? tankard : sword) +
    group(`translate(${MIDDLE} 113) scale(1.1)`, HEADS["Q"]?.[suit] ?? "") +
    place(206, 52, 66)
  );
}

const halberd =
  line("M64 172V30", 7.5) +
  line("M64 172V34", 3.4, BROWN) +
  shape(
    "M64 52C78 46 84 56 86 68C76 66 70 70 64 76C60 70 54 68 49 68L58 60L49 52C56 52 60 50 64 44Z",
    "#dfe3e6",
  ) +
  shape("M64 46L59 36L64 18L69 36Z", "#dfe3e6") +
  hand(64, 146);

function unter(suit: Suit, dress: Dress, place: Place): string {
  return (
    body(dress) +
    shape("M104 114L125 142L146 114L136 110H114Z", dress.trim) +
    line("M125 142V166", 2.4) +
    shape("M102 116C82 122 66 138 60 150L74 160C86 152 100 150 104 144Z", dress.sleeve) +
    shape("M148 116C170 122 180 132 186 142L176 158C164 154 152 150 146 144Z", dress.sleeve) +
    (suit === "S" ? banner(RED, YELLOW) : suit === "D" ? banner(GREEN, YELLOW) : halberd) +
    hand(182, 151) +
    group(`translate(${MIDDLE} 113) scale(1.1)`, HEADS["J"]?.[suit] ?? "") +
    place(208, 134, 66)
  );
}

const FIGURES: Record<string, (suit: Suit, dress: Dress, place: Place) => string> = {
  K: king,
  Q: ober,
  J: unter,
};

export function court(rank: string, suit: Suit, place: Place): string {
  const dress = DRESS[suit][rank];
  const figure = FIGURES[rank];
  if (!dress || !figure) throw new Error(`no court card: ${rank}`);
  return (
    `<clipPath id="c"><path d="M0 0H250V175H0Z"/></clipPath>` +
    `<g id="h" clip-path="url(#c)">${figure(suit, dress, place)}</g>` +
    `<use href="#h" transform="rotate(180 125 175)"/>` +
    belt(rank === "K" ? 58 : 42, dress.trim, INK)
  );
}
