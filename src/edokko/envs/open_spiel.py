"""IKI as a game of OpenSpiel: explicit chance with the engine's weights, perfect information, two to four players.

>>> import pyspiel
>>> import edokko.envs.open_spiel
>>> game = pyspiel.load_game("iki(players=2)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 10)

Importing this module registers the game under the name ``iki``. Its parameters are ``players`` (2 to 4), ``edition``
(2021 or 2015) and ``overlay`` (the path of a TOML file; empty for the shipped tables). Actions are the numbers of the
record's moves; chance outcomes have numbers of their own. The returns are :func:`rank_utility`.

A state is one record of the native engine, so OpenSpiel clones it by copying 240 bytes. Everything that states share
is in the game. Python games of OpenSpiel cannot be cheaper: its C++ calls Python for every legal list and every clone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from edokko.components import Components
from edokko.components.model import MONTHS
from edokko.envs.rewards import payoff
from edokko.extras import OPENSPIEL, MissingExtra
from edokko.game import resolve_components
from edokko.native.engine import native
from edokko.observation.arrays import floats
from edokko.observation.encoder import CELLS, observe_at
from edokko.position import Position, position_of, state_of
from edokko.rules.chance import CHANCE_NUMBERS, CHANCE_WORDS, MOST_OUTCOMES, OUTCOMES
from edokko.rules.engine import entry
from edokko.rules.moves import MOST_LEGAL, MOVES, NUMBERS, WORDS
from edokko.rules.phases import DRAW_BUILDING, OVER
from edokko.rules.scoring import LINE_COUNT
from edokko.rules.state import SEATS, State
from edokko.rules.tables import Tables, tables_for

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ModuleNotFoundError as error:
    raise MissingExtra.of(error, OPENSPIEL) from None

NAME = "iki"
MOST_DECISIONS = 20
"""A bound on one seat's decisions in a month: slot, hire and room, move and extra steps, deals, fire, payday."""

Json = dict[str, Any]
Parameters = Mapping[str, Any]

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="IKI",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"players": 4, "edition": 2021, "overlay": ""},
)


def rank_utility(ranking: Sequence[int]) -> list[float]:
    """Return each seat's utility: 1 for the first place to -1 for the last in equal steps, so the sum is 0."""
    by_place = payoff("rank", len(ranking)).tolist()
    return [by_place[ranking.index(seat)] for seat in range(len(ranking))]


class IkiGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel has no types
    """IKI for a number of players, with one edition's components; all that its states share.

    Args:
        params: ``players``, ``edition`` and ``overlay``, as in the module's text; missing ones have their defaults.

    Attributes:
        components: the components, overlay applied.
        tables: the components as the engine's tables.

    Raises:
        ValueError: a parameter is invalid; the message says what is expected.
    """

    def __init__(self, params: Parameters | None = None) -> None:
        params = {**GAME_TYPE.parameter_specification, **(params or {})}
        edition = str(params["edition"])
        self.components: Components = resolve_components(params["overlay"] or None, edition)
        self.tables: Tables = tables_for(self.components, params["players"])
        self.records: npt.NDArray[np.void] = self.tables.to_records()
        super().__init__(GAME_TYPE, _info(self.tables), params)

    def new_initial_state(self, state: Json | pyspiel.StateStruct | None = None) -> IkiState:
        """Return the beginning of a game, or the state of a position.

        That is the result of ``state.to_struct()`` or of :meth:`edokko.Position.to_json`.

        Raises:
            ValueError: the position is impossible, or of another edition, overlay or number of players.
        """
        return IkiState(self, state)

    def make_py_observer(self, iig_obs_type: Any = None, params: Parameters | None = None) -> Any:
        """Return the observer of a seat's view; with perfect recall, which IKI does not need, that of the history."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return SeatObserver(params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound on the chance steps of a game: the buildings, then the row, the tile and the fire by month."""
        return self.tables.buildings_drawn + MONTHS * (self.tables.row_per_month + 2)


def _info(tables: Tables) -> pyspiel.GameInfo:
    return pyspiel.GameInfo(
        num_distinct_actions=MOVES,
        max_chance_outcomes=OUTCOMES,
        num_players=tables.players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=tables.players * MOST_DECISIONS * (MONTHS + 1),
    )


class IkiState(pyspiel.State):  # type: ignore[misc] # OpenSpiel has no types
    """One game in progress. ``record``, an array of one record with the engine's state, is its only attribute.

    OpenSpiel clones a state by a deep copy of each.
    """

    def __init__(self, game: IkiGame, state: Json | pyspiel.StateStruct | None = None) -> None:
        super().__init__(game)
        self.record: npt.NDArray[np.void] = np.zeros(1, State.dtype)
        if state is None:
            native(entry.begin_at)(game.records, self.record, 0)
        else:
            _read_struct(game, state).write(self.record, 0)

    @property
    def position(self) -> Position:
        """The complete state as values."""
        game = self.get_game()
        return position_of(game.components, game.tables, State.read(self.record, 0))

    # --- what OpenSpiel calls

    def current_player(self) -> int:
        """Return the deciding seat, or the number that OpenSpiel has for chance or the end."""
        phase = self.record["phase"][0]
        if phase < DRAW_BUILDING:
            return int(self.record["seat"][0])
        return int(pyspiel.PlayerId.TERMINAL if phase == OVER else pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        """Check whether the game has ended."""
        return bool(self.record["phase"][0] == OVER)

    def _legal_actions(self, player: int) -> list[int]:
        legal, counts = np.zeros((1, MOST_LEGAL), np.int16), np.zeros(1, np.int16)
        native(entry.legal_lists)(self.get_game().records, self.record, legal, counts)
        return sorted(legal[0, : counts[0]].tolist())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes that chance can bring now, each with its probability."""
        outcomes, weights = np.zeros(MOST_OUTCOMES, np.int64), np.zeros(MOST_OUTCOMES, np.int64)
        count = native(entry.chance_outcomes_at)(self.get_game().records, self.record, 0, outcomes, weights)
        probabilities = weights[:count] / weights[:count].sum()
        return list(zip(outcomes[:count].tolist(), probabilities.tolist(), strict=True))

    def _apply_action(self, action: int) -> None:
        is_chance = self.is_chance_node()
        if action not in self.legal_actions():
            raise ValueError(f"{action} is not legal here; legal: {self.legal_actions()}")
        native(entry.reveal_at if is_chance else entry.play_at)(self.get_game().records, self.record, 0, action)

    def returns(self) -> list[float]:
        """Return each seat's rank utility; 0 for all before the end."""
        game = self.get_game()
        if not self.is_terminal():
            return [0.0] * game.num_players()
        totals, ranking = np.zeros((1, SEATS), np.int16), np.zeros((1, SEATS), np.int16)
        native(entry.score_all)(game.records, self.record, totals, ranking, np.zeros(LINE_COUNT, np.int64))
        return rank_utility(ranking[0, : game.num_players()].tolist())

    def observation_tensor(self, player: int | None = None) -> npt.NDArray[np.float32]:
        """Return what a seat sees as an array. OpenSpiel's own method makes a Python list of 2,237 numbers of it."""
        cells = np.zeros(CELLS, np.int8)
        seat = self.current_player() if player is None else player
        if not 0 <= seat < self.num_players():
            raise pyspiel.SpielError(f"observation_tensor: {seat} is no seat of {self.num_players()}")
        native(observe_at)(self.get_game().records, self.record, 0, seat, cells)
        return floats(cells)

    def _action_to_string(self, player: int, action: int) -> str:
        return CHANCE_WORDS[action] if player == pyspiel.PlayerId.CHANCE else WORDS[action]

    def __str__(self) -> str:
        return str(self.position)

    # --- structs

    def _to_struct(self) -> Json:
        return self.position.to_json()

    def _to_observation_struct(self, player: int) -> Json:
        return self._to_struct()

    def _action_to_struct(self, player: int, action: int) -> Json:
        kind, *arguments = self._action_to_string(player, action).split()
        return {"kind": kind, "arguments": arguments}

    def _struct_to_actions(self, action: Json) -> list[int]:
        words = " ".join((action["kind"], *action["arguments"]))
        numbers = CHANCE_NUMBERS if self.is_chance_node() else NUMBERS
        return [numbers[words]] if words in numbers else []


def _read_struct(game: IkiGame, state: Json | pyspiel.StateStruct) -> State:
    position = Position.from_json(state if isinstance(state, dict) else state.to_dict())
    own = (game.tables.players, game.components.edition, game.components.overlay)
    if (len(position.players), position.edition, position.components) != own:
        raise ValueError(
            f"the position is for {len(position.players)} players, edition {position.edition}"
            f"{', with an overlay' if position.components else ''}; it does not fit the game {game}"
        )
    return state_of(game.components, game.tables, position)


class SeatObserver:
    """An observer as OpenSpiel defines it, without parameters: what a seat sees, as numbers and as the position string.

    Attributes:
        tensor: the float view of :mod:`edokko.observation`, ``CELLS`` long.
        dict: the same array, by OpenSpiel's name for it.

    Raises:
        ValueError: there are parameters.
    """

    def __init__(self, params: Parameters | None) -> None:
        if params:
            raise ValueError(f"observations have no parameters; found {dict(params)}")
        self.tensor = np.zeros(CELLS, np.float32)
        self.dict = {"observation": self.tensor}
        self._cells = np.zeros(CELLS, np.int8)

    def set_from(self, state: IkiState, player: int) -> None:
        """Write what a seat sees into the tensor."""
        native(observe_at)(state.get_game().records, state.record, 0, player, self._cells)
        self.tensor[:] = floats(self._cells)

    def string_from(self, state: IkiState, player: int) -> str:
        """Return the position string: nothing in IKI is hidden from a seat."""
        return state.position.to_line()


pyspiel.register_game(GAME_TYPE, IkiGame)
