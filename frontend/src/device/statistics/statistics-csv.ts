/** Matches of a player, or their rounds, as a CSV file, as the server writes it. */
import type { MatchFacts, RoundFacts } from "../../api/wire";
import { count, hasPaid, type PlayedMatch, sum } from "./statistics";

type Cell = string | number | boolean | null;
type Columns<T> = Readonly<Record<string, (item: T) => Cell>>;

const MATCH: Columns<PlayedMatch> = {
  table: ({ id }) => id,
  started: ({ started }) => started,
  ended: ({ ended, facts }) => (facts.over ? ended : null),
  variant: ({ variant }) => variant,
  preset: ({ facts }) => facts.preset,
  options: ({ facts }) => pythonJson(facts.options),
  players: ({ facts }) => facts.players,
  seat: ({ facts }) => facts.seat,
  name: ({ facts, seats }) => seats[facts.seat]!.name,
  opponents: ({ facts, seats }) =>
    seats
      .filter((_, seat) => seat !== facts.seat)
      .map(({ name, level }) => (level === null ? name : `${name} (${level})`))
      .join(", "),
  finished: ({ facts }) => facts.over,
  won: ({ facts }) => (facts.over ? facts.won : null),
  shared: ({ facts }) => (facts.over ? facts.shared : null),
  points: ({ facts }) => facts.total,
  rounds: ({ facts }) => facts.rounds.length,
  rounds_lost: ({ facts }) => count(facts.rounds, ({ lost }) => lost),
  rounds_best: ({ facts }) => count(facts.rounds, ({ best }) => best),
  lives_lost: ({ facts }) => ofLives(facts, sum(facts.rounds.map((one) => one.lives_lost ?? 0))),
  average_hand: ({ facts }) => averageHand(facts),
  best_hand: ({ facts: { rounds } }) =>
    rounds.length > 0 ? Math.max(...rounds.map(({ value }) => value)) : null,
  closed: ({ facts }) => count(facts.rounds, ({ closed }) => closed !== null),
  closed_paid: ({ facts }) => count(facts.rounds, hasPaid),
  swimming_rounds: ({ facts }) =>
    ofLives(
      facts,
      count(facts.rounds, (one) => one.swimming),
    ),
  swimming_survived: ({ facts }) =>
    ofLives(
      facts,
      count(facts.rounds, (one) => one.swimming && !one.out),
    ),
  hints: ({ hints }) => hints,
};

const ROUND: Columns<RoundFacts> = {
  round: (one) => one.number,
  players_in_round: (one) => one.players,
  dealer: (one) => one.dealer,
  leader: (one) => one.leader,
  end: (one) => one.end,
  ended_by_me: (one) => one.ended,
  turns: (one) => one.length,
  my_turns: (one) => one.turns,
  hand: (one) => one.hand,
  value: (one) => one.value,
  suit: (one) => one.suit,
  best: (one) => one.best,
  lost: (one) => one.lost,
  lives_lost: (one) => one.lives_lost,
  lives: (one) => one.lives,
  swimming: (one) => one.swimming,
  out: (one) => one.out,
  points: (one) => one.points,
  closed_in_turn: (one) => one.closed,
  closed_paid: (one) => (one.closed === null ? null : hasPaid(one)),
};

/** Columns of a match that each of its rounds repeats. */
const COMMON = ["table", "started", "variant", "preset", "options", "players"];

/** Return a CSV file with a line for each match or round, oldest first, after the headers. */
export function csvOf(matches: readonly PlayedMatch[], rows: "matches" | "rounds"): string {
  const common = Object.entries(MATCH).filter(([name]) => COMMON.includes(name));
  const lines =
    rows === "matches"
      ? [Object.keys(MATCH), ...matches.map((match) => cells(Object.entries(MATCH), match))]
      : [
          [...COMMON, ...Object.keys(ROUND)],
          ...matches.flatMap((match) =>
            match.facts.rounds.map((round) => [
              ...cells(common, match),
              ...cells(Object.entries(ROUND), round),
            ]),
          ),
        ];
  return lines.map((line) => `${line.map(csvCell).join(",")}\r\n`).join("");
}

const cells = <T>(columns: readonly [string, (item: T) => Cell][], item: T): Cell[] =>
  columns.map(([, valueOf]) => valueOf(item));

/** Return a figure of games for lives, null in games for points. */
const ofLives = ({ scoring }: MatchFacts, figure: number) => (scoring === "lives" ? figure : null);

/** Return the mean value of the hands as Python prints it: three places, halves to even. */
function averageHand({ rounds }: MatchFacts): string | null {
  if (rounds.length === 0) return null;
  const mean = sum(rounds.map(({ value }) => value)) / rounds.length;
  const isHalf = Math.abs(mean * 16) % 2 === 1; // the only numbers halfway between two of 3 places
  const below = Math.floor(mean * 1000);
  const rounded = isHalf ? (below + (below % 2)) / 1000 : Number(mean.toFixed(3));
  return Number.isInteger(rounded) ? `${rounded}.0` : String(rounded);
}

/** Return options as JSON with the spaces that Python writes. */
const pythonJson = (options: MatchFacts["options"]): string =>
  `{${Object.entries(options)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(", ")}}`;

// Spreadsheets may also split cells at ";" or tabs, and ignore quotes inside a cell: no text that
// could begin a cell by any of these rules may begin a formula (OWASP, CSV injection).
const FORMULA_FIRST = /^(?=\s*[=+\-@＝＋－＠]|[\t\r\n])/;
const FORMULA_WITHIN = /[,;\t\r\n"']\s*(?=[=+\-@＝＋－＠])/g;
const QUOTED = /[,;\t\r\n"]/;

/** Return a cell of a CSV file: safe from formula injection, quoted if necessary. */
function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  const within = cell.replace(FORMULA_WITHIN, "$&'");
  const harmless = FORMULA_FIRST.test(cell) ? `'${within}` : within;
  return QUOTED.test(cell) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
