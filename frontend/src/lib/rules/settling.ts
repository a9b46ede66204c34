/** From the value of a hand to the end of the match. */
import type { Section } from "./paragraphs";
import { LIVES, POINTS, DUTCH } from "./conditions";

export const SETTLING = [
  {
    id: "special",
    blocks: [
      {
        rule: "R12",
        paragraphs: [
          { id: "specialEnds", when: { special: "ends" }, states: ["special"] },
          { id: "specialDealt", when: { special: "ends" } },
          { id: "specialSeveral", when: { special: "ends" } },
          { id: "nothingEnds", when: { special: "none" }, states: ["special"] },
        ],
      },
      {
        rule: "R28",
        paragraphs: [
          { id: "grace", when: { special: "grace" }, states: ["special"] },
          { id: "graceDealt", when: { special: "grace" } },
          { id: "graceLate", when: { special: "grace" } },
        ],
      },
    ],
  },
  {
    id: "value",
    blocks: [
      {
        rule: "R14",
        paragraphs: [{ id: "bestSuit" }, { id: "twoSuits", when: { tie_suit: true } }],
      },
      {
        rule: "R15",
        paragraphs: [
          { id: "trips", when: { three_of_a_kind: true }, states: ["three_of_a_kind"] },
          { id: "fire", when: { fire: true }, states: ["fire"] },
          { id: "noFire", when: { fire: false, three_of_a_kind: true }, states: ["fire"] },
          {
            id: "onlyFire",
            when: { fire: true, three_of_a_kind: false },
            states: ["three_of_a_kind"],
          },
          {
            id: "noTrips",
            when: { fire: false, three_of_a_kind: false },
            states: ["fire", "three_of_a_kind"],
          },
        ],
      },
    ],
  },
  {
    id: "ties",
    blocks: [
      {
        rule: "R16",
        paragraphs: [
          {
            id: "tripsRank",
            when: { three_of_a_kind: true, tie_trips_rank: true },
            states: ["tie_trips_rank"],
          },
          {
            id: "tripsTied",
            when: { three_of_a_kind: true, tie_trips_rank: false },
            states: ["tie_trips_rank"],
          },
          { id: "suitDecides", when: { tie_suit: true }, states: ["tie_suit"] },
          {
            id: "suitDoesNot",
            when: { tie_suit: false },
            states: ["tie_suit", "tie_high_card"],
          },
          { id: "topCard", when: { tie_high_card: true }, states: ["tie_high_card"] },
          {
            id: "topCardNot",
            when: { tie_suit: true, tie_high_card: false },
            states: ["tie_high_card"],
          },
        ],
      },
    ],
  },
  {
    id: "losing",
    blocks: [
      { rule: "R17", paragraphs: [{ id: "worstLoses", when: LIVES }] },
      {
        rule: "R18",
        paragraphs: [
          {
            id: "fireAllOthers",
            when: { ...LIVES, fire: true, special: "ends", fire_penalty: "all_others" },
            states: ["fire_penalty"],
          },
          {
            id: "fireLowest",
            when: { ...LIVES, fire: true, special: "ends", fire_penalty: "lowest" },
            states: ["fire_penalty"],
          },
        ],
      },
      {
        rule: "R19",
        paragraphs: [
          {
            id: "dealtHarsh",
            when: { ...LIVES, special: "ends", dealt_penalty: "harsh" },
            states: ["dealt_penalty"],
          },
          {
            id: "dealtNormal",
            when: { ...LIVES, special: "ends", dealt_penalty: "normal" },
            states: ["dealt_penalty"],
          },
        ],
      },
      {
        rule: "R20",
        paragraphs: [
          {
            id: "closerPays",
            when: { ...LIVES, closer_penalty: true },
            states: ["closer_penalty"],
          },
        ],
      },
    ],
  },
  {
    id: "lives",
    blocks: [
      {
        rule: "R21",
        paragraphs: [
          { id: "lives", when: LIVES, states: ["lives"] },
          { id: "swims", when: { ...LIVES, last_chance: ["all", "first"] } },
          {
            id: "lossOfTwo",
            when: [
              { ...LIVES, last_chance: ["all", "first"], dealt_penalty: "harsh" },
              { ...LIVES, last_chance: ["all", "first"], closer_penalty: true },
            ],
          },
        ],
      },
      {
        rule: "R22",
        paragraphs: [
          { id: "allSwim", when: { ...LIVES, last_chance: "all" }, states: ["last_chance"] },
          { id: "firstSwims", when: { ...LIVES, last_chance: "first" }, states: ["last_chance"] },
          { id: "nobodySwims", when: { ...LIVES, last_chance: "none" }, states: ["last_chance"] },
        ],
      },
      {
        rule: "R29",
        paragraphs: [
          { id: "die", when: { ...LIVES, ...DUTCH, last_chance: "first", lives: 6 } },
          { id: "oneChance", when: { ...LIVES, last_chance: "first" } },
        ],
      },
    ],
  },
  {
    id: "match",
    blocks: [
      { rule: "R23", paragraphs: [{ id: "lastWins", when: LIVES }] },
      {
        rule: "R24",
        paragraphs: [
          { id: "share", when: { ...LIVES, all_out: "share" }, states: ["all_out"] },
          { id: "replay", when: { ...LIVES, all_out: "replay" }, states: ["all_out"] },
        ],
      },
    ],
  },
  {
    id: "score",
    blocks: [
      {
        rule: "R31",
        paragraphs: [
          { id: "score", when: POINTS },
          { id: "biggestLoser", when: POINTS },
          { id: "rounds", when: POINTS, states: ["rounds"] },
          { id: "target", when: { ...POINTS, target: { above: 0 } }, states: ["target"] },
          { id: "noTarget", when: { ...POINTS, target: null }, states: ["target"] },
          { id: "mostPoints", when: POINTS },
        ],
      },
    ],
  },
] as const satisfies readonly Section[];
