"""Hypothesis strategies: rule sets, deals, games and the styles in which seats play."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

from schwimmen.rules import (
    OPTIONS,
    PACKS,
    PRESETS,
    Card,
    Choice,
    Match,
    MissingShuffle,
    OptionValue,
    Round,
    RuleSet,
    card_name,
    card_names,
    parse_cards,
)
from schwimmen.rules.options import PRESET_ALIASES, REQUIREMENTS
from tests.effort import count, sample

VARIANTS: Final = [preset for preset in PRESETS if preset not in PRESET_ALIASES]
"""Every preset once, without aliases."""

GAMES: Final = [
    (preset, players)
    for preset in VARIANTS
    for players in sample(range(2, RuleSet(preset).max_players + 1), least=2)
]
"""Every variant with every number of players, or a sample."""

PLAY_STYLES: Final = ("uniform", "waiting", "collecting", "exchanging", "closing")


def examples(number: int, least: int = 1, sampled: int | None = None, **more: Any) -> settings:
    """Return settings that run a sample of ``number`` examples."""
    return settings(max_examples=count(number, least, sampled), **more)


@dataclass(frozen=True)
class Game:
    """Match to be played: its rules, the style of each seat, and its random numbers.

    After ``patience`` actions in a round each seat tries to close. ``rare`` is the probability that
    one more rare combination is dealt.
    """

    rules: RuleSet
    styles: tuple[str, ...]
    patience: int
    dealer: int
    rare: float
    seed: int

    @property
    def players(self) -> int:
        return len(self.styles)

    def chance(self) -> Random:
        """Return a new generator, which differs between games."""
        return Random(f"{self.seed} {self.dealer} {self.patience} {self.styles}")

    def match(self) -> Match:
        """Return the match before its first deal, with all packs and shuffles as inputs."""
        return Match(self.rules, players=self.players, dealer=self.dealer, deal=False)


@dataclass(frozen=True)
class Deal:
    """Round of a game from which some seats may be out."""

    game: Game
    order: str
    dealer: int
    leader: int
    active: tuple[int, ...]

    @property
    def pack(self) -> tuple[Card, ...]:
        """Pack in the order of the deal (R4)."""
        return parse_cards(self.order)

    def round(self) -> Round:
        """Return the round as dealt."""
        return Round(
            self.game.rules, self.game.players, self.order, self.dealer, self.leader, self.active
        )


class Bias(NamedTuple):
    """Options and styles that make a rare event frequent."""

    options: Mapping[str, OptionValue] = MappingProxyType({})
    styles: Sequence[str] = PLAY_STYLES
    rare: Sequence[float] = (0.2, 0.8)


_THREE: Final[dict[str, OptionValue]] = {"hand_size": 3}
_LIVES: Final[dict[str, OptionValue]] = {"scoring": "lives"}
_SMALL: Final[dict[str, OptionValue]] = {"pack": "A9", "max_players": 2, "turn_cap": 2}

BIASES: Final = {
    "anything": Bias(),
    "grace": Bias({"special": "grace", "close_effect": "until_one_open"}),
    "dealt_special": Bias(
        _THREE | _LIVES | {"dealt_penalty": "harsh", "special": "ends", "fire": True}
    ),
    "threes": Bias(
        _THREE | _SMALL | {"three_of_a_kind": True, "tie_trips_rank": True},
        ("waiting", "collecting", "closing"),
        (0.9,),
    ),
    "making_31": Bias(
        {"pack": "A9", "special": "ends", "close_timing": "end_of_turn", "close_from_turn": 1},
        ("collecting",),
        (0.1,),
    ),
    "closers": Bias(_LIVES | {"closer_penalty": True}, ("closing", "collecting")),
    "closers_in_ties": Bias(
        _SMALL | _LIVES | {"tie_suit": False, "closer_tie": "closer_safe"}, ("closing",)
    ),
    "out_together": Bias(_SMALL | _LIVES | {"lives": 1, "tie_suit": False}),
    "equal_points": Bias(_SMALL | {"scoring": "points", "tie_suit": True}),
    "seven_eight_nine": Bias(
        _THREE
        | {"pack": "A7", "replace_789": True, "special": "none"}
        | {"exchange_all": True, "close_effect": "one_turn_each", "close_from_turn": 1},
        ("exchanging", "closing"),
        (0.8,),
    ),
    "short_talon": Bias(
        _THREE | {"pack": "A9", "max_players": 6, "pass": True, "turn_cap": 8}, ("waiting",)
    ),
    "recycling": Bias(
        _THREE
        | {"pack": "A7", "max_players": 9, "renew": True, "turn_cap": 8}
        | {"talon_short": "recycle", "recycle": "shuffle"},
        ("waiting",),
    ),
}


class Step(NamedTuple):
    """Action of a seat or, without a seat, a shuffle of the cards laid aside."""

    seat: int | None
    action: str
    shuffle: tuple[Card, ...] = ()


def play_round(table: Match | Round, game: Game, chance: Random) -> Iterator[Step]:
    """Play a dealt round to its end and yield each step."""
    round_ = table.round if isinstance(table, Match) else table
    acted: list[int] = []
    while not round_.over:
        seat = round_.to_act
        if seat is None:
            order = tuple(chance.sample(round_.aside, len(round_.aside)))
            table.recycle(order)
            yield Step(None, "", order)
        else:
            patient = acted.count(seat) < game.patience
            action = choose(round_, game.styles[seat] if patient else "closing", chance)
            acted.append(seat)
            with suppress(MissingShuffle):  # the next step is the shuffle
                table.play(action)
            yield Step(seat, action)


def play_match(game: Game, most_rounds: int = 1000) -> Iterator[tuple[Match, Step | None]]:
    """Play a match and yield it after each deal, without a step, and after each step."""
    chance = game.chance()
    match = game.match()
    while not match.over and len(match.rounds) < most_rounds:
        match.deal(stacked_pack(game, game.players, chance))
        yield match, None
        for step in play_round(match, game, chance):
            yield match, step


def shuffled_deals(number: int, *, renew: bool) -> list[Deal]:
    """Return rounds in which chance shuffles the cards laid aside (R32), the same every time.

    A player renews the table cards before the shuffle, or all pass.
    """
    rules, players = RuleSet("pagat", {**BIASES["recycling"].options, "renew": renew}), 8
    styles, seats = ("waiting",) * players, tuple(range(players))
    games = (Game(rules, styles, patience=3, dealer=0, rare=0.2, seed=n) for n in itertools.count())
    dealt = (
        Deal(game, card_names(stacked_pack(game, players, game.chance())), 0, 1, seats)
        for game in games
    )
    return [*itertools.islice(filter(is_shuffled, dealt), number)]


def is_shuffled(deal: Deal) -> bool:
    """Return whether chance shuffles cards in a round."""
    return any(
        step.seat is None for step in play_round(deal.round(), deal.game, deal.game.chance())
    )


def replay_steps(table: Match | Round, steps: Sequence[Step]) -> None:
    """Repeat the steps."""
    for seat, action, shuffle in steps:
        if seat is None:
            table.recycle(shuffle)
        else:
            with suppress(MissingShuffle):
                table.play(action)


def choose(round_: Round, style: str, chance: Random) -> str:
    """Return an action of the seat to act in a style; one time in twelve at random."""
    legal = round_.legal_actions
    if chance.randrange(12) == 0 or style == "uniform":
        return chance.choice(legal)
    closing = [action for action in legal if action == "close" or action.endswith("!")]
    if style == "collecting":
        choices = [one for one in round_.view(round_.to_act).choices if one.action not in closing]
        best = max(map(_worth, choices))
        return chance.choice([choice.action for choice in choices if _worth(choice) == best])
    exchanges = [action for action in legal if "x" in action]
    wanted = {
        "waiting": [action for action in legal if action in ("pass", "renew")],
        "exchanging": exchanges + ["all"] * 4 * ("all" in legal),
        "closing": closing + ["all!"] * 4 * ("all!" in legal),
    }
    return chance.choice(wanted[style] or legal)


def _worth(choice: Choice) -> float:
    return 15 if choice.value is None else choice.value


def stacked_pack(game: Game, hands: int, chance: Random) -> tuple[Card, ...]:
    """Return a pack in the order of a deal, at times with rare combinations."""
    rules = game.rules
    pack = chance.sample(rules.cards, len(rules.cards))
    size = rules.hand_size
    rare = _combinations(rules, chance)
    in_hands, on_table = range(hands), range(hands, min(hands + 3, len(pack) // size))
    for groups in (in_hands, on_table):
        while chance.random() < game.rare:
            start = size * chance.choice(groups)
            for place, card in enumerate(chance.choice(rare), start):
                other = pack.index(card)
                pack[place], pack[other] = card, pack[place]
    return tuple(pack)


def _combinations(rules: RuleSet, chance: Random) -> list[tuple[Card, ...]]:
    """Return 31 (or 41), three aces, other threes of a kind, and sevens, eights and nines."""
    size = rules.hand_size
    of = {card_name(card): card for card in rules.cards}
    *suits, last = chance.sample("CSHD", 4)
    ranks = chance.sample(sorted({name[0] for name in of}), 2)
    sevens_eights_nines = [[rank + suit for suit in chance.sample("CSHD", 4)] for rank in "789"]
    groups: list[Sequence[str]] = [
        ["A" + last] + [rank + last for rank in chance.sample("KQJT", size - 1)],
        *[[rank + suit for suit in (*suits, last)[:size]] for rank in ranks],
        ["A" + suit for suit in (*suits, last)[:size]],
        *zip(*sevens_eights_nines, strict=True),
    ]
    return [tuple(of[name] for name in group) for group in groups if of.keys() >= set(group)]


@st.composite
def games(draw: st.DrawFn, rules: RuleSet, players: int, bias: Bias = BIASES["anything"]) -> Game:
    """Draw matches by given rules, in which seats share a style or not."""
    style = st.sampled_from(bias.styles)
    alike = style.map(lambda one: (one,) * players)
    return Game(
        rules=rules,
        styles=draw(alike | st.tuples(*[style] * players)),
        patience=draw(st.sampled_from((3, 5, 8, 1))),
        dealer=draw(st.integers(0, players - 1)),
        rare=draw(st.sampled_from(bias.rare)),
        seed=draw(st.integers(0, 2**32 - 1)),
    )


@st.composite
def any_games(draw: st.DrawFn, bias: Bias = BIASES["anything"]) -> Game:
    """Draw matches by any valid rules, biased towards rare events."""
    rules = draw(rule_sets(bias.options))
    most = rules.max_players
    players = most if draw(st.booleans()) else draw(st.sampled_from(range(2, most + 1)))
    return draw(games(rules, players, bias))


@st.composite
def deals(draw: st.DrawFn, of: st.SearchStrategy[Game]) -> Deal:
    """Draw rounds of games, from which some seats may be out."""
    game = draw(of)
    seats = st.sampled_from(range(game.players))
    active = sorted(
        draw(st.sets(seats, min_size=2)) if draw(st.booleans()) else range(game.players)
    )
    return Deal(
        game=game,
        order=card_names(stacked_pack(game, len(active), game.chance())),
        dealer=draw(st.sampled_from(active)),
        leader=draw(st.sampled_from(active)),
        active=tuple(active),
    )


def values(option: str) -> st.SearchStrategy[OptionValue]:
    """Draw any value of an option."""
    spec = OPTIONS[option]
    if spec.kind == "bool":
        return st.booleans()
    if spec.kind == "choice":
        return st.sampled_from(spec.choices)
    numbers = st.integers(spec.low, spec.high)
    return st.none() | numbers if spec.nullable else numbers


# Values for short matches with many events.
_WEIGHED: Final[dict[str, st.SearchStrategy[Any]]] = {
    "max_players": st.sampled_from(range(2, 11)),
    "pass": st.sampled_from((True, True, False)),
    "renew": st.sampled_from((False, False, True)),
    "special": st.sampled_from(("ends", "ends", "grace", "grace", "none")),
    "close_from_turn": st.sampled_from((1, 2, 3, 5, 1000)),
    "lives": st.integers(1, 3),
    "rounds": st.integers(1, 8),
    "target": st.none() | st.integers(1, 150),
    "turn_cap": st.sampled_from((5, 8, 12, 3, 2, 1)),
}

# Options that exclude many values of others, which are therefore drawn after them.
_DRAWN_FIRST: Final = ("hand_size", "close_effect", "scoring")


@st.composite
def rule_sets(draw: st.DrawFn, given: Mapping[str, OptionValue] = MappingProxyType({})) -> RuleSet:
    """Draw rule sets of any options without contradictions, whose matches are short.

    ``given`` are fixed options.
    """

    chosen: dict[str, Any] = dict(given)

    def fits(option: str, value: OptionValue) -> bool:
        together = chosen | {option: value}
        return all(
            together.get(one.option) != one.value
            or together.get(one.other, one.allowed[0]) in one.allowed
            for one in REQUIREMENTS
        )

    for option in (*_DRAWN_FIRST, *OPTIONS):
        if option not in chosen:
            strategy = _WEIGHED.get(option, values(option))
            chosen[option] = draw(strategy.filter(partial(fits, option)))
    most = len(PACKS[chosen["pack"]]) // chosen["hand_size"] - 1
    chosen["max_players"] = min(chosen["max_players"], most)
    preset = draw(st.sampled_from(sorted(PRESETS)))
    usual = PRESETS[preset]
    return RuleSet(preset, {name: value for name, value in chosen.items() if value != usual[name]})
