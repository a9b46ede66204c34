"""Networks that play: files with the layers of a trained policy, and the player of one."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from schwimmen.envs.layout import ObservationLayout
from schwimmen.envs.observation import observe
from schwimmen.players.from_view import round_from_view
from schwimmen.players.player import check_to_act
from schwimmen.rules.core.kernel import start_match
from schwimmen.rules.core.state import MATCH_DTYPE, RecordArray, rules_array
from schwimmen.rules.errors import SchwimmenError
from schwimmen.rules.view import STATUSES

if TYPE_CHECKING:
    from schwimmen.rules import View

FORMAT: Final = "schwimmen-network/1"
SUFFIX: Final = ".npz"

Floats: TypeAlias = NDArray[np.float32]


class Layer(NamedTuple):
    """Layer of a network: a row of ``weights`` for each input, a column for each output."""

    weights: Floats
    biases: Floats


def write_network(path: Path | str, layers: Sequence[tuple[ArrayLike, ArrayLike]]) -> None:
    """Write the layers of a network, each with weights and biases, to a file ``.npz``.

    The network takes ``arcsinh`` of an observation, has rectified linear units between its layers,
    and puts out a logit for each action; outputs after those, such as a value, are not used.

    Raises ``SchwimmenError`` if the shapes do not fit, or the file cannot be written.
    """
    path = Path(path)
    arrays: dict[str, Any] = {"format": np.array(FORMAT)}
    for number, (weights, biases) in enumerate(layers):
        arrays[f"weights_{number}"] = np.asarray(weights, np.float32)
        arrays[f"biases_{number}"] = np.asarray(biases, np.float32)
    _layers_of(path, arrays)
    try:
        with path.open("wb") as file:
            np.savez_compressed(file, **arrays)
    except OSError as error:
        raise SchwimmenError(f"{path}: cannot be written: {error.strerror or error}") from None


def read_network(path: Path | str) -> tuple[Layer, ...]:
    """Return the layers in a file that ``write_network`` has written; pickles are not read.

    Raises ``SchwimmenError``, naming the file, for any other file.
    """
    path = Path(path)
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            arrays = dict(archive)
    except OSError as error:
        raise SchwimmenError(f"{path}: cannot be read: {error.strerror or error}") from None
    except (ValueError, EOFError, AttributeError, TypeError, zipfile.BadZipFile):
        raise _not_a_network(path, "it is not an archive of plain arrays") from None
    return _layers_of(path, arrays)


def _layers_of(path: Path, arrays: dict[str, Any]) -> tuple[Layer, ...]:
    if str(arrays.get("format")) != FORMAT:
        raise _not_a_network(path, f"its format is not {FORMAT}")
    layers: list[Layer] = []
    while f"weights_{len(layers)}" in arrays:
        number = len(layers)
        weights, biases = arrays[f"weights_{number}"], arrays.get(f"biases_{number}")
        if biases is None or weights.ndim != 2 or biases.shape != weights.shape[1:]:
            raise _not_a_network(path, f"layer {number} lacks weights or biases that fit")
        if weights.dtype.kind != "f" or biases.dtype.kind != "f":
            raise _not_a_network(path, f"layer {number} has other numbers than floats")
        if layers and layers[-1].weights.shape[1] != len(weights):
            raise _not_a_network(path, f"layer {number} does not fit the one before")
        layers.append(Layer(weights.astype(np.float32), biases.astype(np.float32)))
    if not layers:
        raise _not_a_network(path, "it has no layers")
    return tuple(layers)


def _not_a_network(path: Path, reason: str) -> SchwimmenError:
    return SchwimmenError(f"{path}: not a policy as write_network writes it: {reason}")


class NetworkPlayer:
    """Player that chooses the legal action with the highest logit of a network.

    The network must have been trained for games with observations of the same size: the same number
    of players, and lives or points.
    """

    def __init__(self, layers: Sequence[Layer], name: str = "network") -> None:
        self._layers = layers
        self.name = name

    def choose(self, view: View) -> str:
        """Return the best action. Raises ``SchwimmenError`` if the network is for other games."""
        check_to_act(view)
        row = observation_of(view)
        inputs, outputs = len(self._layers[0].weights), len(self._layers[-1].biases)
        highest = max(choice.number for choice in view.choices)
        if len(row) != inputs or highest >= outputs:
            raise SchwimmenError(
                f"{self.name}: the network takes {inputs} numbers and knows {outputs} actions, but "
                f"an observation of {view.rules.preset} with {len(view.seats)} players has "
                f"{len(row)}"
            )
        values = np.arcsinh(row.astype(np.float32))
        for layer in self._layers[:-1]:
            values = np.maximum(values @ layer.weights + layer.biases, 0)
        values = values @ self._layers[-1].weights + self._layers[-1].biases
        return max(view.choices, key=lambda choice: float(values[choice.number])).action

    def action_probabilities(self, view: View) -> dict[str, float]:
        """Return 1 for the best action. Raises ``SchwimmenError`` as ``choose`` does."""
        return {self.choose(view): 1.0}


def observation_of(view: View) -> NDArray[np.int8]:
    """Return the observation that environments make of what the seat of a view knows.

    In a round by itself every seat has all lives, as in the first round of a match.
    """
    row = np.zeros(ObservationLayout(view.rules, len(view.seats)).size, np.int8)
    rules = rules_array(view.rules)
    assert view.seat is not None
    observe(rules, round_from_view(view), _match_of(view, rules), 0, view.seat, row)
    return row


def _match_of(view: View, rules: RecordArray) -> RecordArray:
    matches = np.zeros(1, MATCH_DTYPE)
    start_match(rules, matches, 0, len(view.seats), view.dealer)
    matches["rounds"] = view.number - 1
    for seat, one in enumerate(view.seats):
        if one.lives is not None and one.status is not None:
            matches["lives"][0, seat] = one.lives
            matches["status"][0, seat] = STATUSES.index(one.status)
        elif one.total is not None:
            matches["totals"][0, seat] = int(2 * one.total)
    return matches
