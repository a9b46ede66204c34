"""The game and its states, as OpenSpiel calls them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

import pyspiel

from .config import DEFAULTS, Setting, setting_of
from .observer import Observer
from .position import CHANCE, TERMINAL, Position, Step
from .transitions import Chance, Decision, resampled, root

NAME: Final = "python_schwimmen"


def _type(setting: Setting | None = None) -> Any:
    """The type of the game; OpenSpiel's list of games has that of the default parameters."""
    modes = pyspiel.GameType.ChanceMode
    sampled = setting is not None and setting.sampled
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Schwimmen (31)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.SAMPLED_STOCHASTIC if sampled else modes.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=2,
        max_num_players=10,
        provides_information_state_string=True,
        provides_information_state_tensor=setting is None or setting.has_tensor,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=DEFAULTS,
    )


class SchwimmenGame(pyspiel.Game):
    """A round or a match of Schwimmen.

    Parameters, all of them optional:

    ``players``   number of players (3)
    ``preset``    of RULES.md (``pagat``)
    ``options``   changes to it, such as ``lives:5 pass:no``
    ``pack``      any part of the 52 cards, such as ``KC QC JC KS QS JS``, in place of the preset's;
                  then ``hand_size`` may be 1 or 2
    ``dealer``    who deals (first); -1 for the last seat, so that seat 0 leads
    ``episode``   ``round`` or ``match``
    ``chance``    ``cards``: every card told is an outcome; ``sampled``: one outcome is a whole
                  shuffle, drawn by the game's own generator
    ``rng_seed``  of that generator; -1 for a seed from the system
    ``redeal``    ``yes``: a deal that ends the episode before a player is to act is followed by
                  another; ``no``; or ``auto``: yes unless ``pack`` is given
    ``memory``    what the tensor of an information state recalls: ``perfect``, every decision of
                  the round; or ``summary``, by player, a small one without perfect recall

    A round is worth to a seat the lives that it did not lose, less what the others did not lose on
    average (points: those it scored, in parts of the best hand's value); a match is worth 1 for the
    winners together, -1 for the others together. All sum up to 0.

    Raises ``SchwimmenError`` for parameters that are not valid.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.setting = setting_of(params or {})
        setting = self.setting
        super().__init__(
            _type(setting),
            pyspiel.GameInfo(
                num_distinct_actions=setting.actions,
                max_chance_outcomes=1 if setting.sampled else max(setting.rules.cards) + 1,
                num_players=setting.players,
                min_utility=-setting.most_utility,
                max_utility=setting.most_utility,
                utility_sum=0.0,
                max_game_length=setting.most_rounds * setting.decisions_of_round,
            ),
            params or {},
        )
        self.root = root(setting)
        seed = (DEFAULTS | (params or {}))["rng_seed"]
        self.random = Random(None if seed == -1 else seed)

    def new_initial_state(self) -> SchwimmenState:
        """A state before the first deal."""
        return SchwimmenState(self)

    def max_chance_nodes_in_history(self) -> int:
        """How many outcomes of chance a history has at most."""
        return self.setting.most_told

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """An observer of what a kind of observation includes."""
        return Observer(
            self.setting,
            iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False),
            params,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _revived_game, (self.get_parameters(), self.random.getstate())


class SchwimmenState(pyspiel.State):
    """A state is its position; whatever asks for more asks that.

    What OpenSpiel would look up through its own layer to find it here is answered here at once.
    """

    _coming: Step | None = None  # to be played in place of what ``apply_action`` is given

    def __init__(self, game: SchwimmenGame) -> None:
        super().__init__(game)
        self.at: Position = game.root

    def current_player(self) -> int:
        """The seat to act, or the number that stands for chance or the end."""
        return self.at.player

    def is_terminal(self) -> bool:
        """Whether all is over."""
        return self.at.player == TERMINAL

    def is_chance_node(self) -> bool:
        """Whether chance is to tell something."""
        return self.at.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The actions of a player, by default of the one to act; outcomes where chance is."""
        at = self.at
        if player is None or player == at.player:
            return list(at.legal_actions)
        self._check(player)
        return []

    def _legal_actions(self, player: int) -> list[int]:
        return self.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance, each with its probability."""
        if not isinstance(self.at, Chance):
            raise pyspiel.SpielError("no chance node")
        return self.at.outcomes()

    def _apply_action(self, action: int) -> None:
        at = self.at
        step: Step = action
        if self._coming is not None:
            step, self._coming = self._coming, None
        elif isinstance(at, Chance) and at.setting.sampled:
            generator: Random = self.get_game().random
            step = tuple(generator.sample(at.rest, len(at.rest)))
        self.at = at.after(step)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.at.name_of(action)

    def returns(self) -> list[float]:
        """What the episode was worth to every seat; 0 before its end."""
        at = self.at
        if at.player == TERMINAL:
            return at.setting.utilities(at.rounds, at.matches)
        return [0.0] * at.setting.players

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SchwimmenState:
        """A state that the player takes for this one: what it has not seen is drawn.

        ``sampler`` draws a number from 0 to 1. Every deal that agrees with what the player has seen
        is as likely as any other; what the others' play tells of their hands is not weighed.
        """
        self._check(player)
        if not isinstance(self.at, Decision) or self.at.player == TERMINAL:
            raise pyspiel.SpielError("a state is resampled where a player is to act")
        chance = Random(int(sampler() * 2**53))
        state: SchwimmenState = self.get_game().new_initial_state()
        for step in resampled(self.at, player, chance).path:
            state._coming = step
            state.apply_action(0 if isinstance(step, tuple) else step)
        return state

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player has seen, by default the one to act."""
        player = self.at.player if player is None else player
        self._check(player)
        return self.at.seen_by(player)

    def __str__(self) -> str:
        return str(self.at)

    def __reduce__(self) -> tuple[Any, ...]:
        return _revived_state, (self.get_game(), self.serialize())

    def _check(self, player: int) -> None:
        if not 0 <= player < self.at.setting.players:
            raise pyspiel.SpielError(f"there is no player {player}")


def _revived_game(parameters: dict[str, Any], generator: Any) -> Any:
    game = pyspiel.load_game(NAME, parameters)
    game.random.setstate(generator)
    return game


def _revived_state(game: SchwimmenGame, text: str) -> Any:
    return game.deserialize_state(text)


pyspiel.register_game(_type(), SchwimmenGame)
