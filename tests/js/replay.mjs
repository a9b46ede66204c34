// Play matches through the module; print a digest of all records of each match, and of what the
// levels would have chosen in it.
//
// Reads a line of JSON for each match: the bytes of its rules, the mask of its pack, its rounds with
// packs, actions (numbers) and shuffles (lists of cards), and the places of the policies that choose,
// among those of all levels and characters. The argument is the address of the folder with the data
// of the levels.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Data } from "../../js/data.js";
import { Engine } from "../../js/engine.js";

const folder = new URL("../../js/", import.meta.url);
const engine = await Engine.load(await readFile(new URL("rules.wasm", folder)));
const { layout } = engine;

const data = new Data(engine, () => new URL(process.argv[2]));
const rules = engine.allocate("rules");
const rounds = engine.allocate("rounds");
const history = engine.allocate("rounds", 2);
const matches = engine.allocate("matches");
const views = engine.allocate("views");
const choices = engine.allocate("choices", 64);
const events = engine.allocate("events", 64);
const results = engine.allocate("results");
const losses = engine.allocate("losses", 20);
const rng = engine.allocate("rng");
const space = engine.allocate("rounds");
const { levels, levelsWithCharacters, levelsThatSearch, characters } = layout.codes;
const charactersOf = (level) => (levelsWithCharacters.includes(level) ? characters : [null]);
const allPolicies = levels.flatMap((level, number) =>
  (levelsThatSearch.includes(level) ? [] : charactersOf(level)).map((_, character) => ({
    number,
    character,
    records: engine.allocate("policies"),
  })),
);

const RECORDED = ["recorded_rounds", "recorded_actions", "recorded_shuffles", "cards"];

function lowest(mask) {
  return BigInt(mask) & -BigInt(mask);
}

async function play({
  rules: encoded,
  cards,
  seats,
  dealer,
  rounds: played,
  records,
  policies: places,
}) {
  const digest = createHash("sha256");
  const policies = places.map((place) => allPolicies[place]);
  const bytes = Buffer.from(encoded, "hex");
  await data.fetch(bytes, seats);
  rules.bytes().set(bytes);
  for (const records of [matches, results, losses]) records.bytes().fill(0);
  engine.call("start_match", rules, matches, 0, seats, dealer);
  const course = { rounds: [], matches: [matches.bytes().slice()] };
  for (const { number, character, records } of policies) {
    records.bytes().fill(0);
    engine.call("prepare", rules, cards, number, character, records);
    digest.update(records.bytes());
  }

  function noteNamed() {
    const cards = Array.from({ length: seats }, (_, seat) => lowest(rounds.get("hands", seat)));
    const tables = [lowest(rounds.get("table")), cards[0]];
    const codes = [];
    for (let kind = -1; kind <= layout.codes.actionKinds.length; kind++)
      for (const given of cards)
        for (const taken of tables)
          codes.push(...engine.call("named_action", rules, rounds, 0, kind, given, taken));
    digest.update(Uint8Array.from(codes));
  }

  function note(count) {
    const [active] = engine.call("active", matches, 0);
    const blueprint = data.blueprint(bytes, active.toString(2).replaceAll("0", "").length);
    noteNamed();
    digest.update(events.bytes(count));
    digest.update(rounds.bytes());
    for (let seat = -1; seat < seats; seat++) {
      views.bytes().fill(0);
      engine.call("view", rules, rounds, 0, matches, seat, 1, views, choices);
      digest.update(views.bytes());
      views.bytes().fill(0);
      const [legal] = engine.call("view", rules, rounds, 0, matches, seat, 0, views, choices);
      digest.update(views.bytes()).update(choices.bytes(legal));
      if (!legal) continue;
      rng.bytes().fill(1);
      const given = [rules, views, seat];
      const chosen = policies.map(
        ({ records }) => engine.call("choose", ...given, records, blueprint, rng, space)[0],
      );
      digest.update(Uint8Array.from(chosen)).update(rng.bytes());
    }
  }

  function notePlayed(record) {
    const arrays = RECORDED.map((kind, place) => {
      const bytes = Buffer.from(record[place], "hex");
      const array = engine.allocate(kind, bytes.length / layout.records[kind].size);
      array.bytes().set(bytes);
      return array;
    });
    const { count } = arrays[0];
    const after = [engine.allocate("rounds", count), engine.allocate("matches", count + 1)];
    const given = [rules, seats, dealer, cards, ...arrays, ...after];
    digest.update(JSON.stringify(engine.call("play_record", ...given)));
    for (const array of [...arrays, ...after]) digest.update(array.bytes());
  }

  function noteFacts() {
    const finished = engine.allocate("rounds", course.rounds.length);
    course.rounds.forEach((one, place) => finished.bytes().set(one, place * finished.size));
    const states = engine.allocate("matches", course.matches.length);
    course.matches.forEach((one, place) => states.bytes().set(one, place * states.size));
    const facts = engine.allocate("facts", course.rounds.length);
    const matchFacts = engine.allocate("match_facts");
    for (let seat = 0; seat < seats; seat++) {
      const given = [rules, finished, states, seat, facts, matchFacts];
      const [count] = engine.call("seat_facts", ...given);
      digest.update(Uint8Array.of(count)).update(facts.bytes()).update(matchFacts.bytes());
    }
  }

  for (const { pack, log } of played) {
    rounds.bytes().fill(0);
    pack.forEach((card, place) => rounds.set("pack", card, place));
    const [active] = engine.call("active", matches, 0);
    const [next, leader] = [matches.get("dealer"), matches.get("leader")];
    engine.call("deal_round", rules, rounds, 0, seats, active, next, leader);
    history.bytes(1).set(rounds.bytes());
    note(engine.call("deal_events", rules, history, 0, events)[0]);
    for (const entry of log) {
      if (Array.isArray(entry)) {
        entry.forEach((card, place) => rounds.set("aside", card, place));
        entry.forEach((card, place) => history.set("aside", card, place));
        engine.call("recycle", rules, rounds, 0);
        note(engine.call("recycle_events", rules, history, 0, events).at(-1));
      } else {
        const [refused] = engine.call("play", rules, rounds, 0, entry);
        if (refused) throw new Error(`action ${entry} is refused: ${refused}`);
        note(engine.call("play_events", rules, history, 0, entry, events).at(-1));
      }
    }
    const [lost] = engine.call("losses", rules, rounds, 0, losses);
    engine.call("settle_round", rules, matches, rounds, 0);
    engine.call("result", rules, rounds, 0, matches, results);
    digest.update(losses.bytes(lost)).update(results.bytes()).update(matches.bytes());
    course.rounds.push(rounds.bytes().slice());
    course.matches.push(matches.bytes().slice());
  }
  engine.borrow(noteFacts);
  for (const record of records) engine.borrow(() => notePlayed(record));
  return digest.digest("hex");
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(await play(JSON.parse(line)));
}
