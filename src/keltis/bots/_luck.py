"""What a position is worth to each player, and how much of a game was chance.

All cards are known after a game. Before a card is drawn from the face-down pile, any card of the
pile and of those removed unseen is as likely as any other, so the exact mean of what the position
is worth after it can be computed. What the card that came was worth beyond this mean is luck: its
expectation is 0, however good or bad the values are.
"""

import math
from collections.abc import Sequence
from typing import Final, Protocol, final

import attrs

from keltis import _weights
from keltis._engine.draws import draw_counts, with_top
from keltis._engine.legality import legal_moves
from keltis._engine.moves import ADVANCE, PLAY, Draw, Move
from keltis._engine.play import apply_move
from keltis._engine.rules import Rules
from keltis._engine.scoring import Outcome, outcome
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView
from keltis._lib.values import Immutable
from keltis._network import (
    MARGIN_POINTS,
    ValueNetwork,
    load_network,
)
from keltis.bots._evaluation import count_cards, expected_points, turns_left
from keltis.bots._greedy import move_values
from keltis.bots._learnt import KnownSums, find_turns, value_opened
from keltis.game import Record, Worth

DRAW_PILE: Final = Draw(None)
"""The move that chance decides about."""
# Fitted to 460 games between two `greedy` players.
_TEMPERATURE: Final = 2.2
_PER_TURN: Final = 0.55
"""How many points make a win e times as likely: at the end, and more for each turn that is left."""
_TEMPO: Final = (0.3, 0.1, 1.3)
"""The points that it is worth to be to move: at the end, more for each turn left, and at most."""
_SPENT: Final = -0.75
"""How much of that is left before a card is drawn: a card laid counts in the evaluation."""


def add_worths(worths: Sequence[Worth], weights: Sequence[float]) -> Worth:
    """Return the sum of weighted worths."""

    def add(numbers: tuple[float, ...]) -> float:
        return math.fsum(map(float.__mul__, numbers, map(float, weights)))

    shares = zip(*(worth.shares for worth in worths), strict=True)
    points = zip(*(worth.points for worth in worths), strict=True)
    return Worth(tuple(map(add, shares)), tuple(map(add, points)))


class Value(Protocol):
    """A value function, such as an evaluation or a network.

    >>> from keltis.bots import PointsValue, Value
    >>> value: Value = PointsValue()
    """

    def worths(self, states: Sequence[GameState], /) -> Sequence[Worth]:
        """Return what each state is worth, all hands being known; at the end, the result."""

    def chances(self, view: PlayerView, moves: Sequence[Move], /) -> Sequence[float]:
        """Return the viewer's probability to win after each move, from what the viewer knows."""


@final
@attrs.frozen
class PointsValue(Immutable):
    """The evaluation of `greedy` as a value function.

    A lead in expected points is a probability to win, the more so the fewer turns are left.

    >>> import keltis
    >>> from keltis.bots import PointsValue
    >>> (worth,) = PointsValue().worths([keltis.new_game(2, seed=7)])
    >>> [round(share, 2) for share in worth.shares]
    [0.54, 0.46]
    """

    def worths(self, states: Sequence[GameState]) -> tuple[Worth, ...]:
        """Return what each state is worth, all hands being known; at the end, the result."""
        return tuple(map(_worth, states))

    def chances(self, view: PlayerView, moves: Sequence[Move]) -> tuple[float, ...]:
        """Return the viewer's probability to win after each move, from what the viewer knows."""
        return tuple(move_values(view, moves, _chance))


POINTS: Final = PointsValue()
"""The value for rules that the network has not learnt."""


def _end_worth(end: Outcome) -> Worth:
    """The result of a game."""
    points = tuple([float(score.total) for score in end.scores])
    winners = len(end.winners)
    return Worth(tuple([(seat in end.winners) / winners for seat in range(len(points))]), points)


def _worth(state: GameState) -> Worth:
    if (end := outcome(state)) is not None:
        return _end_worth(end)
    unseen = count_cards(state.draw_pile, state.removed)
    expected = expected_points(state, [player.hand for player in state.players], unseen)
    last, each, most = _TEMPO
    tempo = min(last + each * turns_left(state), most)
    expected[state.to_move] += tempo if state.phase is PLAY else _SPENT * tempo
    if state.phase is ADVANCE:
        expected[state.to_move] += _weights.CLOVER
    return Worth(_shares(state, expected), tuple(expected))


def _shares(state: GameState, points: Sequence[float]) -> tuple[float, ...]:
    temperature = _TEMPERATURE + _PER_TURN * turns_left(state)
    best = max(points)
    weights = [math.exp((number - best) / temperature) for number in points]
    total = math.fsum(weights)
    return tuple([weight / total for weight in weights])


def _chance(state: GameState, seat: int, unseen: Sequence[int]) -> float:
    """The probability that this seat wins, from what its player knows."""
    if outcome(state) is not None:
        return _worth(state).shares[seat]
    hands = [player.seen for player in state.players]
    hands[seat] = state.players[seat].hand
    return _shares(state, expected_points(state, hands, unseen))[seat]


@final
@attrs.frozen
class NetworkValue(Immutable):
    """The network of `LearntBot` as a value function, for rules that it has learnt.

    >>> import keltis
    >>> from keltis.bots import NetworkValue
    >>> (worth,) = NetworkValue().worths([keltis.new_game(2, seed=7)])
    >>> worth.shares[0] > worth.shares[1]
    True
    """

    weights: str | None = None
    """A file that `keltis train` wrote, or None for our own weights."""
    _network: ValueNetwork = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_network", load_network(self.weights))

    def is_trained(self, rules: Rules, players: int) -> bool:
        """Whether the network was trained for these rules, whatever the tiles, and players."""
        return self._network.is_trained(rules, players)

    def worths(self, states: Sequence[GameState]) -> tuple[Worth, ...]:
        """Return what each state is worth, all hands being known; at the end, the result."""
        known: KnownSums = {}
        return tuple([self._worth(state, known, _weights.CHAIN) for state in states])

    def _worth(self, state: GameState, known: KnownSums, chain: int) -> Worth:
        if (end := outcome(state)) is not None:
            return _end_worth(end)
        if state.phase is ADVANCE and chain:
            after = [apply_move(state, move) for move in legal_moves(state)]
            worths = [self._worth(each, known, chain - 1) for each in after]
            return max(worths, key=lambda worth: worth.shares[state.to_move])
        seats = range(len(state.players))
        values = [value_opened(self._network, state, seat, known) for seat in seats]
        return open_worth(*zip(*values, strict=True))

    def chances(self, view: PlayerView, moves: Sequence[Move]) -> tuple[float, ...]:
        """Return the viewer's probability to win after each move, from what the viewer knows."""
        turns = sorted(find_turns(view, self._network), key=lambda turn: turn.win)
        best = {turn.move: turn.win for turn in turns}
        return tuple([best[move] for move in moves])


def open_worth(wins: Sequence[float], margins: Sequence[float]) -> Worth:
    """Return what a position is worth by what the network says for each seat."""
    weights = [win**_weights.OPEN for win in wins]
    total = math.fsum(weights)
    sure, scale = _weights.SURE, _weights.OPEN_LEAD * MARGIN_POINTS
    leads = [scale * math.atanh(max(-sure, min(2 * margin - 1, sure))) for margin in margins]
    mean, size = math.fsum(leads) / len(leads), len(leads)
    points = [(lead - mean) * (size - 1) / size for lead in leads]
    return Worth(tuple([weight / total for weight in weights]), tuple(points))


def best_value(rules: Rules, players: int) -> "NetworkValue | PointsValue":
    """The network if it has learnt these rules, or else the evaluation of `greedy`."""
    network = NetworkValue()
    return network if network.is_trained(rules, players) else POINTS


def draw_worths(state: GameState, value: Value) -> tuple[Worth, Worth]:
    """Return what a draw from the face-down pile is worth: the exact mean, and with its card."""
    counts = draw_counts(state)
    states = [apply_move(with_top(state, card), DRAW_PILE) for card in counts]
    worths = dict(zip(counts, value.worths(states), strict=True))
    total = sum(counts.values())
    mean = add_worths([*worths.values()], [count / total for count in counts.values()])
    return mean, worths[state.draw_pile[-1]]


def drawn_luck(record: Record[GameState, Move], value: Value | None = None) -> Worth:
    """Return what all cards from the face-down pile gave in a game, beyond their exact means.

    The expectation is 0 by seat, whatever the value function is and however the bots play, as long
    as they know no hidden card. So the result of a game less this luck has the same expectation as
    the result; the better the values are, the smaller is its variance. The deal is no part of it:
    where every deal is played in every seating, its luck cancels. The default value is that of
    `review`. `keltis.batch.drawn_luck` looks a turn ahead, and finds more of the luck.

    >>> from keltis.bots import drawn_luck, play_match
    >>> luck = drawn_luck(play_match(["greedy", "greedy"], seed=7, max_moves=9))
    >>> abs(sum(luck.shares)) < 1e-9
    True
    """
    value = value or best_value(record.start.rules, record.player_count)
    draws = [draw_worths(state, value) for state, move in record if move == DRAW_PILE]
    zero = (0.0,) * record.player_count
    lucks = [card - mean for mean, card in draws]
    return add_worths([Worth(zero, zero), *lucks], [1] * (len(lucks) + 1))
