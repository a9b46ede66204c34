"""OpenSpiel game and its states."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

import pyspiel

from .config import DEFAULTS, GameConfig, game_config
from .observer import Observer
from .position import CHANCE, TERMINAL, Position, Step
from .transitions import ChanceNode, DecisionNode, resample, root

NAME: Final = "python_schwimmen"
"""Name of the game in OpenSpiel's registry."""


def _type(config: GameConfig | None = None) -> Any:
    """Return the type of the game; OpenSpiel registers that of the default parameters."""
    modes = pyspiel.GameType.ChanceMode
    sampled = config is not None and config.sampled
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
        provides_information_state_tensor=config is None or config.has_tensor,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=DEFAULTS,
    )


class SchwimmenGame(pyspiel.Game):
    """OpenSpiel game: a round or a match of Schwimmen.

    Parameters, all optional:

    ``players``   number of players (3)
    ``preset``    of RULES.md (``pagat``)
    ``options``   changes to it, such as ``lives:5 pass:no``
    ``pack``      any subset of the 52 cards, such as ``KC QC JC KS QS JS``, instead of the
                  preset's; then ``hand_size`` may be 1 or 2
    ``dealer``    the first dealer; -1 for the last seat, so that seat 0 leads
    ``episode``   ``round`` or ``match``
    ``chance``    ``cards``: every card drawn is an outcome; ``sampled``: one outcome is a whole
                  shuffle, drawn by the game's own random generator
    ``rng_seed``  seed of that generator; -1 for a seed from the system
    ``redeal``    ``yes``: a deal that ends the episode before a player is to act is followed by
                  another; ``no``; or ``auto``: yes unless ``pack`` is given
    ``memory``    content of the tensor of an information state: ``perfect``, all decisions of the
                  round; or ``summary``, a small summary by player without perfect recall

    Utilities are zero-sum. In a round the result of a seat, less the mean result of the others, is
    minus the lives it loses (or its points, as a fraction of the best hand's value). In a match the
    winners share 1, the others share -1.

    Raises ``SchwimmenError`` for invalid parameters.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.config = game_config(params or {})
        config = self.config
        super().__init__(
            _type(config),
            pyspiel.GameInfo(
                num_distinct_actions=config.actions,
                max_chance_outcomes=1 if config.sampled else max(config.rules.cards) + 1,
                num_players=config.players,
                min_utility=-config.max_utility,
                max_utility=config.max_utility,
                utility_sum=0.0,
                max_game_length=config.max_rounds * config.max_decisions_per_round,
            ),
            params or {},
        )
        self.root = root(config)
        seed = (DEFAULTS | (params or {}))["rng_seed"]
        self.random = Random(None if seed == -1 else seed)

    def new_initial_state(self) -> SchwimmenState:
        """Return the state before the first deal."""
        return SchwimmenState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the largest number of chance outcomes in a history."""
        return self.config.max_chance_outcomes

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer for a type of observation."""
        return Observer(
            self.config,
            iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False),
            params,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore_game, (self.get_parameters(), self.random.getstate())


class SchwimmenState(pyspiel.State):
    """State of the game, which delegates to its position.

    It overrides methods that OpenSpiel's base class would resolve through its own, slower layer.
    """

    _forced_step: Step | None = None  # replaces the action given to ``apply_action``

    def __init__(self, game: SchwimmenGame) -> None:
        super().__init__(game)
        self.position: Position = game.root

    def current_player(self) -> int:
        """Return the seat to act, or the number of the chance player or of the end."""
        return self.position.player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.player == TERMINAL

    def is_chance_node(self) -> bool:
        """Return whether this is a chance node."""
        return self.position.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the actions of a player, by default the one to act, or the chance outcomes."""
        position = self.position
        if player is None or player == position.player:
            return list(position.legal_actions)
        self._check(player)
        return []

    def _legal_actions(self, player: int) -> list[int]:
        return self.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the chance outcomes with their probabilities."""
        if not isinstance(self.position, ChanceNode):
            raise pyspiel.SpielError("not a chance node")
        return self.position.outcomes()

    def _apply_action(self, action: int) -> None:
        position = self.position
        step: Step = action
        if self._forced_step is not None:
            step, self._forced_step = self._forced_step, None
        elif isinstance(position, ChanceNode) and position.config.sampled:
            generator: Random = self.get_game().random
            step = tuple(generator.sample(position.remaining, len(position.remaining)))
        self.position = position.after(step)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.name_of(action)

    def returns(self) -> list[float]:
        """Return the utilities of all seats; 0 before the end."""
        position = self.position
        if position.player == TERMINAL:
            return position.config.utilities(position.rounds, position.matches)
        return [0.0] * position.config.players

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SchwimmenState:
        """Return a random state in the same information state of the player.

        ``sampler`` draws a number from 0 to 1. All deals consistent with the information state are
        equally likely; the others' actions are not used as evidence of their hands.
        """
        self._check(player)
        if not isinstance(self.position, DecisionNode) or self.position.player == TERMINAL:
            raise pyspiel.SpielError("only a state in which a player is to act can be resampled")
        chance = Random(int(sampler() * 2**53))
        state: SchwimmenState = self.get_game().new_initial_state()
        for step in resample(self.position, player, chance).path:
            state._forced_step = step
            state.apply_action(0 if isinstance(step, tuple) else step)
        return state

    def information_state_string(self, player: int | None = None) -> str:
        """Return the information state of a player, by default the one to act."""
        player = self.position.player if player is None else player
        self._check(player)
        return self.position.information_state(player)

    def __str__(self) -> str:
        return str(self.position)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore_state, (self.get_game(), self.serialize())

    def _check(self, player: int) -> None:
        if not 0 <= player < self.position.config.players:
            raise pyspiel.SpielError(f"no player {player}")


def _restore_game(parameters: dict[str, Any], generator: Any) -> Any:
    game = pyspiel.load_game(NAME, parameters)
    game.random.setstate(generator)
    return game


def _restore_state(game: SchwimmenGame, text: str) -> Any:
    return game.deserialize_state(text)


pyspiel.register_game(_type(), SchwimmenGame)
