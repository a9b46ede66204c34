/**
 * The rules page as data: paragraphs with their rules in RULES.md, conditions and stated options.
 * The texts are in texts/, one file for each language.
 */
import { ALL_BUT_BEST, AT_ONCE, DUTCH, LAST_TURNS, LIVES, POINTS } from "../game/conditions";
import type { Paragraph, Section } from "./structure";

export const SECTIONS = [
  {
    id: "aim",
    blocks: [
      {
        rule: null,
        paragraphs: [
          { id: "aimLives", when: LIVES, states: ["scoring"] },
          { id: "aimPoints", when: POINTS, states: ["scoring"] },
        ],
      },
    ],
  },
  {
    id: "pack",
    blocks: [
      {
        rule: "R1",
        paragraphs: [
          { id: "pack", states: ["pack"] },
          { id: "suitsRank", when: { tie_suit: true } },
          { id: "points" },
        ],
      },
      { rule: "R2", paragraphs: [{ id: "players", states: ["max_players"] }] },
      { rule: "R3", paragraphs: [{ id: "seats" }] },
    ],
  },
  {
    id: "deal",
    blocks: [
      { rule: "R4", paragraphs: [{ id: "deal", states: ["hand_size"] }, { id: "dealOrder" }] },
      {
        rule: "R5",
        paragraphs: [
          { id: "dealerChoice", when: { dealer_choice: true }, states: ["dealer_choice"] },
          { id: "extraIsTable", when: { dealer_choice: false }, states: ["dealer_choice"] },
        ],
      },
      {
        rule: "R6",
        paragraphs: [
          { id: "leads", when: LIVES },
          { id: "leadsPoints", when: POINTS },
        ],
      },
      {
        rule: "R7",
        paragraphs: [{ id: "dealPasses" }, { id: "dealPassesOut", when: LIVES }],
      },
      { rule: "R33", paragraphs: [{ id: "faceDown" }, { id: "known" }] },
    ],
  },
  {
    id: "turn",
    blocks: [
      {
        rule: "R8",
        paragraphs: [
          { id: "turn" },
          { id: "exchangeOne", item: true },
          {
            id: "exchangeAll",
            item: true,
            when: { exchange_all: true },
            states: ["exchange_all"],
          },
          { id: "pass", item: true, when: { pass: true }, states: ["pass"] },
          { id: "renewItem", item: true, when: { renew: true }, states: ["renew"] },
          { id: "closeItem", item: true },
          { id: "neverTwo" },
          { id: "noExchangeAll", when: { exchange_all: false }, states: ["exchange_all"] },
          { id: "noPass", when: { pass: false, ...LAST_TURNS }, states: ["pass"] },
          { id: "noPassAtAll", when: { pass: false, ...AT_ONCE }, states: ["pass"] },
          { id: "open" },
        ],
      },
      { rule: "R25", paragraphs: [{ id: "dutchTurn", when: DUTCH, states: ["pass"] }] },
      {
        rule: "R9",
        paragraphs: [
          { id: "allPass", when: { pass: true } },
          { id: "closeIsNoPass", when: { pass: true, ...LAST_TURNS } },
          {
            id: "talonShowdown",
            when: { pass: true, talon_short: "showdown" },
            states: ["talon_short"],
          },
          { id: "talonKeep", when: { pass: true, talon_short: "keep" }, states: ["talon_short"] },
          {
            id: "talonRecycle",
            when: { pass: true, talon_short: "recycle" },
            states: ["talon_short"],
          },
        ],
      },
      { rule: "R30", paragraphs: [{ id: "renew", when: { renew: true }, states: ["renew"] }] },
      {
        rule: "R32",
        paragraphs: [
          {
            id: "recycle",
            when: [
              { talon_short: "recycle", pass: true },
              { talon_short: "recycle", renew: true },
            ],
            states: ["talon_short", "recycle"],
          },
          {
            id: "recycleShort",
            when: [
              { talon_short: "recycle", pass: true },
              { talon_short: "recycle", renew: true },
            ],
          },
        ],
      },
      {
        rule: "R34",
        paragraphs: [
          { id: "sevenEightNine", when: { replace_789: true }, states: ["replace_789"] },
        ],
      },
    ],
  },
  {
    id: "closing",
    blocks: [
      {
        rule: "R10",
        paragraphs: [
          { id: "closeWith", when: { close_timing: "end_of_turn" }, states: ["close_timing"] },
          { id: "closeInstead", when: { close_timing: "instead" }, states: ["close_timing"] },
          { id: "closeFrom", when: { close_from_turn: { above: 1 } }, states: ["close_from_turn"] },
          { id: "closeAnyTime", when: { close_from_turn: 1 }, states: ["close_from_turn"] },
        ],
      },
      {
        rule: "R11",
        paragraphs: [
          { id: "oneTurnEach", when: LAST_TURNS, states: ["close_effect"] },
          { id: "endsAtOnce", when: AT_ONCE, states: ["close_effect"] },
          { id: "forYourself", when: DUTCH, states: ["close_effect"] },
        ],
      },
      {
        rule: "R26",
        paragraphs: [
          { id: "closedForRound", when: DUTCH },
          { id: "noNewCards", when: { ...DUTCH, replace_789: false } },
        ],
      },
      {
        rule: "R27",
        paragraphs: [
          { id: "lastOpen", when: DUTCH },
          { id: "lastOpenTurn", when: DUTCH },
        ],
      },
      { rule: "R13", paragraphs: [{ id: "cap", states: ["turn_cap"] }, { id: "endOrder" }] },
    ],
  },

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
      {
        rule: "R17",
        paragraphs: [
          { id: "roundLost", when: { ...LIVES, losers: "lowest" }, states: ["losers"] },
          {
            id: "tiedLose",
            when: { ...LIVES, losers: "lowest", closer_tie: "shared" },
            states: ["closer_tie"],
          },
        ],
      },
      {
        rule: "R36",
        paragraphs: [{ id: "roundLost", when: { ...LIVES, ...ALL_BUT_BEST }, states: ["losers"] }],
      },
      {
        rule: "R35",
        paragraphs: [
          {
            id: "closerLosesTie",
            when: { ...LIVES, closer_tie: "closer_loses" },
            states: ["closer_tie"],
          },
          {
            id: "closerSafeInTie",
            when: { ...LIVES, closer_tie: "closer_safe" },
            states: ["closer_tie"],
          },
          {
            id: "closedHere",
            when: { ...LIVES, ...DUTCH, closer_tie: ["closer_loses", "closer_safe"] },
          },
        ],
      },
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
          { id: "closedHere", when: { ...LIVES, ...DUTCH, closer_penalty: true } },
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

export type SectionId = (typeof SECTIONS)[number]["id"];
export type ParagraphId = (typeof SECTIONS)[number]["blocks"][number]["paragraphs"][number]["id"];

/** Advice, and the conditions under which it applies. */
export const TACTICS = [
  { id: "short" },
  { id: "plan" },
  { id: "watch" },
  { id: "tookAll", when: { exchange_all: true } },
  { id: "gone", when: { pass: true, talon_short: ["showdown", "keep"] } },
  { id: "next" },
  { id: "two" },
  { id: "endEarly", when: POINTS },
  { id: "mislead" },
] as const satisfies readonly Paragraph[];
export type TacticId = (typeof TACTICS)[number]["id"];
