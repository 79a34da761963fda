"""CELTIC! as a game of OpenSpiel."""

from collections.abc import Mapping
from typing import Final

import pyspiel

from keltis.adapters.openspiel._observer import DEFAULT_KIND, EncodingObserver, ObservationKind
from keltis.adapters.openspiel._parameters import (
    Parameters,
    read_rules_text,
    with_defaults,
    write_rules_text,
)
from keltis.adapters.openspiel._pyspiel import COMMON_TYPE, TERMINAL, Game, State
from keltis.celtic.learning import action_count, encode, layout, legal_action_ids, move_of
from keltis.celtic.legality import is_over
from keltis.celtic.moves import Move
from keltis.celtic.notation import format_rules, format_state, parse_rules
from keltis.celtic.play import apply_move
from keltis.celtic.record import GameRecord
from keltis.celtic.rules import Rules
from keltis.celtic.scoring import outcome
from keltis.celtic.setup import new_game
from keltis.celtic.state import GameState
from keltis.celtic.tiles import PLAYERS

_DEFAULTS: Final[Parameters] = {"rules": "CELTIC"}

CELTIC_TYPE: Final = pyspiel.GameType(
    short_name="python_celtic",
    long_name="CELTIC!",
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    max_num_players=len(PLAYERS),
    min_num_players=len(PLAYERS),
    parameter_specification=dict(_DEFAULTS),
    **COMMON_TYPE,
)


class CelticGame(Game):
    """The tile game, registered as `python_celtic`.

    Its parameter is `rules`: `CELTIC`, or rules as `keltis.celtic.notation` writes them.

    >>> import pyspiel
    >>> import keltis.adapters.openspiel
    >>> game = pyspiel.load_game("python_celtic(rules=CELTIC width:4)")
    >>> game.num_distinct_actions(), game.max_game_length()
    (3601, 38)
    """

    def __init__(self, params: Parameters | None = None) -> None:
        """Make a game; `pyspiel.load_game` calls this."""
        values = with_defaults(params, _DEFAULTS)
        rules = parse_rules(read_rules_text(values["rules"]))
        info = pyspiel.GameInfo(
            num_distinct_actions=action_count(rules),
            max_chance_outcomes=0,
            num_players=len(PLAYERS),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_longest_game(rules),
        )
        super().__init__(CELTIC_TYPE, info, {"rules": write_rules_text(format_rules(rules))})
        self.rules: Rules = rules

    def new_initial_state(self) -> "CelticState":
        """The state with the start tile alone."""
        return CelticState(self, self.rules)

    def make_py_observer(
        self,
        iig_obs_type: ObservationKind | None = None,
        params: Mapping[str, object] | None = None,
    ) -> "CelticObserver":
        """An observer of the states of this game."""
        return CelticObserver(self.rules, iig_obs_type or DEFAULT_KIND, params)


def _longest_game(rules: Rules) -> int:
    """The most decisions: a lay for every tile that has room, and a pass before each (K8)."""
    return 2 * (min(sum(rules.tiles), rules.width * rules.height) - 1)


class CelticState(State):
    """A state of `python_celtic`. Player 0 is Orange, player 1 is Blue.

    >>> import pyspiel
    >>> import keltis.adapters.openspiel
    >>> state = pyspiel.load_game("python_celtic").new_initial_state()
    >>> state.apply_action(state.legal_actions()[0])
    >>> state.current_player(), len(state.position.lays)
    (1, 2)
    """

    def __init__(self, game: Game, rules: Rules) -> None:
        """Only `CelticGame.new_initial_state` calls this."""
        super().__init__(game)
        # The game is no attribute: OpenSpiel would copy and pickle it, and its copies are broken.
        self._position = new_game(rules=rules)
        self._moves: tuple[Move, ...] = ()

    @property
    def position(self) -> GameState:
        """The position."""
        return self._position

    def record(self) -> GameRecord:
        """The game so far as a record, to save, to draw or to analyse."""
        return GameRecord(new_game(rules=self._position.rules), self._moves)

    def current_player(self) -> int:
        """The player whose decision is due, or OpenSpiel's number for the end."""
        return TERMINAL if self.is_terminal() else int(self._position.to_move)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return is_over(self._position)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - always the current player
        return list(legal_action_ids(self._position))

    def _apply_action(self, action: int) -> None:
        move = move_of(action)
        self._position = apply_move(self._position, move)
        self._moves += (move,)

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002 - a move names its player
        return str(move_of(action))

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the other player; 0 before the end, and after a draw."""
        end = outcome(self._position)
        if end is None or end.winner is None:
            return [0.0] * len(PLAYERS)
        return [1.0 if player is end.winner else -1.0 for player in PLAYERS]

    def __str__(self) -> str:
        """The position as text."""
        return format_state(self._position)


class CelticObserver(EncodingObserver):
    """What a player sees, as text and as a tensor.

    Nothing is hidden. With perfect recall the text has all moves, and there is no tensor. Else it
    is the position, and the tensor has the numbers of `keltis.celtic.learning`; `dict` has its
    fields by name. Without public information there is nothing to see.

    >>> import pyspiel
    >>> import keltis.adapters.openspiel
    >>> observer = pyspiel.load_game("python_celtic").make_py_observer()
    >>> observer.tensor.shape, observer.dict["tiles"].shape
    ((665,), (3, 9, 9))
    """

    def __init__(
        self, rules: Rules, kind: ObservationKind, params: Mapping[str, object] | None
    ) -> None:
        """Only `CelticGame.make_py_observer` calls this."""
        super().__init__(layout(rules).fields, kind, params)

    def set_from(self, state: CelticState, player: int) -> None:
        """Write what this player sees into the tensor."""
        self._write(encode(state.position, PLAYERS[player]))

    def string_from(self, state: CelticState, player: int) -> str:
        """What this player sees, as text."""
        del player
        if not self._public:
            return ""
        if self._recall:
            return "\n".join(map(str, state.record().moves))
        return format_state(state.position)
