"""CELTIC! as a game of OpenSpiel."""

from typing import Final

import pyspiel

from keltis import celtic
from keltis.adapters.openspiel._spiel import (
    COMMON_TYPE,
    Node,
    Options,
    Parameters,
    SpielGame,
    SpielState,
    read_rules_text,
    with_defaults,
)
from keltis.celtic.notation import parse_rules

_DEFAULTS: Final[Parameters] = {"rules": "CELTIC"}
_PLAYERS: Final = 2

CELTIC_TYPE: Final = pyspiel.GameType(
    short_name="python_celtic",
    long_name="CELTIC!",
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    max_num_players=_PLAYERS,
    min_num_players=_PLAYERS,
    parameter_specification=dict(_DEFAULTS),
    **COMMON_TYPE,
)


class CelticGame(SpielGame[celtic.GameState, celtic.GameState, celtic.Move, celtic.Rules]):
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
        # At most a lay for every tile that has room, and a pass before each (K8).
        longest = 2 * (min(sum(rules.tiles), rules.width * rules.height) - 1)
        options = Options(celtic.GAME, rules, _PLAYERS, "win_shares", longest)
        super().__init__(CELTIC_TYPE, options, values)

    def new_initial_state(self) -> "CelticState":
        """The state with the start tile alone."""
        start = celtic.new_game(rules=self.rules)
        return CelticState(self, Node(self.options, start, start))


class CelticState(SpielState[celtic.GameState, celtic.GameState, celtic.Move, celtic.Rules]):
    """A state of `python_celtic`. Player 0 is Orange, player 1 is Blue.

    >>> import pyspiel
    >>> import keltis.adapters.openspiel
    >>> state = pyspiel.load_game("python_celtic").new_initial_state()
    >>> state.apply_action(state.legal_actions()[0])
    >>> state.current_player(), len(state.position.lays)
    (1, 2)
    """

    @property
    def position(self) -> celtic.GameState:
        """The position."""
        _, state = self._node.dealt
        return state

    def record(self) -> celtic.GameRecord:
        """The game so far as a record, to save, to draw or to analyse."""
        start, _ = self._node.dealt
        return celtic.GameRecord(start, self._node.moves)
