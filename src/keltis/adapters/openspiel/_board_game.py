"""Keltis as a game of OpenSpiel."""

import random
from collections.abc import Callable, Mapping
from typing import Final, Self

import pyspiel

from keltis._shared.checks import as_seat
from keltis.adapters.openspiel._observer import DEFAULT_KIND, EncodingObserver, ObservationKind
from keltis.adapters.openspiel._options import DEFAULTS, Options
from keltis.adapters.openspiel._parameters import Parameters
from keltis.adapters.openspiel._pyspiel import CHANCE, COMMON_TYPE, TERMINAL, Game, State
from keltis.adapters.openspiel._tree import (
    TILES,
    Node,
    hand_history_text,
    hand_text,
    history_text,
    observation_text,
)
from keltis.board import Tile
from keltis.learning import action_count, encode, layout, move_of
from keltis.record import GameRecord
from keltis.state import GameState
from keltis.view import observe

KELTIS_TYPE: Final = pyspiel.GameType(
    short_name="python_keltis",
    long_name="Keltis",
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    max_num_players=4,
    min_num_players=2,
    parameter_specification=dict(DEFAULTS),
    **COMMON_TYPE,
)


class KeltisGame(Game):
    """The board game, registered as `python_keltis`.

    The parameters are `players`; `rules`, the name of a rule set or rules as `keltis.notation`
    writes them; `returns`, which is `win_shares` or `score_margins`; and `max_game_length`, the
    number of decisions after which a game ends with returns of 0.

    >>> import pyspiel
    >>> import keltis.adapters.openspiel
    >>> game = pyspiel.load_game("python_keltis(players=3,rules=KELTIS hand_size:6)")
    >>> game.num_players(), game.num_distinct_actions(), game.max_utility()
    (3, 242, 2.0)
    """

    def __init__(self, params: Parameters | None = None) -> None:
        """Make a game; `pyspiel.load_game` calls this."""
        options = Options.read(params)
        low, high = options.utility_bounds
        info = pyspiel.GameInfo(
            num_distinct_actions=action_count(options.rules),
            max_chance_outcomes=max(len(TILES), len(options.cards)),
            num_players=options.players,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0,
            max_game_length=options.max_game_length,
        )
        super().__init__(KELTIS_TYPE, info, options.parameters())
        self.options: Options = options

    def new_initial_state(self) -> "KeltisState":
        """The state before the first tile is laid."""
        return KeltisState(self, self.options)

    def max_chance_nodes_in_history(self) -> int:
        """The number of tiles, of cards dealt and of cards in the first face-down pile."""
        return self.options.max_chance_nodes

    def make_py_observer(
        self,
        iig_obs_type: ObservationKind | None = None,
        params: Mapping[str, object] | None = None,
    ) -> "KeltisObserver":
        """An observer of the states of this game."""
        return KeltisObserver(self.options, iig_obs_type or DEFAULT_KIND, params)


class KeltisState(State):
    """A state of `python_keltis`: a step of the deal, a decision, a draw, or the end.

    >>> import random
    >>> import pyspiel
    >>> import keltis.adapters.openspiel
    >>> state = pyspiel.load_game("python_keltis").new_initial_state()
    >>> rng = random.Random(1)
    >>> while state.is_chance_node():
    ...     actions, probabilities = zip(*state.chance_outcomes())
    ...     state.apply_action(rng.choices(actions, probabilities)[0])
    ...
    >>> state.current_player(), len(state.history()), state.position.draw_pile == ()
    (0, 41, False)
    """

    def __init__(self, game: Game, options: Options) -> None:
        """Only `KeltisGame.new_initial_state` calls this."""
        super().__init__(game)
        # The game is no attribute: OpenSpiel would copy and pickle it, and its copies are broken.
        self._node = Node.root(options)

    @property
    def position(self) -> GameState | None:
        """The position, or None during the deal.

        Its face-down pile and its removed cards together are what can still be drawn: their order
        means nothing.
        """
        return self._node.state

    def record(self) -> GameRecord:
        """The game so far as a record, to save, to draw or to analyse."""
        return self._node.record()

    def current_player(self) -> int:
        """The seat whose decision is due, or OpenSpiel's number for chance or for the end."""
        node = self._node
        if node.state is None or node.is_drawing:
            return CHANCE
        return TERMINAL if node.is_terminal else node.state.to_move

    def is_terminal(self) -> bool:
        """Whether the game is over or truncated."""
        return self._node.is_terminal

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - always the current player
        return self._node.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """By number, the probability of each tile or card that can come next."""
        return self._node.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self._node = self._node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != CHANCE:
            return str(move_of(action))
        item = self._node.chance_item(action)
        return f"tile {item.name}" if isinstance(item, Tile) else f"card {item}"

    def returns(self) -> list[float]:
        """What the game is worth to each player; 0 before the end, and if it was truncated."""
        return self._node.returns()

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> Self:
        """A state of another game that this player cannot tell from this one, for `ISMCTSBot`.

        It is drawn evenly from all of them. `probability_sampler` returns numbers from 0 to 1.
        """
        viewer = as_seat(player_id, self._node.options.players, "player_id")
        rng = random.Random(probability_sampler())
        state = type(self)(self.get_game(), self._node.options)
        for action in self._node.resampled_actions(viewer, rng):
            state.apply_action(action)
        return state

    def __str__(self) -> str:
        """The position with all hands, without the order of the face-down pile."""
        return str(self._node)


class KeltisObserver(EncodingObserver):
    """What a player sees, as text and as a tensor.

    With perfect recall the text is the whole history that the player knows, and there is no tensor.
    Else the text is the position as the player sees it, and the tensor has the numbers of
    `keltis.learning`; `dict` has its fields by name. Without private information the text is what a
    spectator sees, and the tensor lacks the fields `hand` and `hidden`. During the deal the tensor
    is zero.

    >>> import pyspiel
    >>> import keltis.adapters.openspiel
    >>> observer = pyspiel.load_game("python_keltis").make_py_observer()
    >>> observer.tensor.shape, observer.dict["laid"].shape
    ((707,), (2, 5, 11))
    """

    def __init__(
        self, options: Options, kind: ObservationKind, params: Mapping[str, object] | None
    ) -> None:
        """Only `KeltisGame.make_py_observer` calls this."""
        super().__init__(layout(options.rules, options.players).fields, kind, params)

    def set_from(self, state: KeltisState, player: int) -> None:
        """Write what this player sees into the tensor."""
        position = state.position
        self._write(None if position is None else encode(observe(position, player)))

    def string_from(self, state: KeltisState, player: int) -> str:
        """What this player sees, as text."""
        node = state._node  # noqa: SLF001 - the observer reads the history, which is not public
        if self._public:
            viewer = player if self._private else None
            return history_text(node, viewer) if self._recall else observation_text(node, viewer)
        if not self._private:
            return ""
        return hand_history_text(node, player) if self._recall else hand_text(node, player)
