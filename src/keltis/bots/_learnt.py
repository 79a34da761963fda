"""The bot that values the ways to finish its turn by a network learnt from self-play."""

import math
import random
from collections.abc import Sequence
from typing import Final, TypeAlias, final

import attrs

from keltis import _network as nets
from keltis._engine.cards import CLOVER, COLOURS, WISHING_STONE, Card, Colour, Tile
from keltis._engine.columns import Direction, direction
from keltis._engine.ending import figures_in_goal
from keltis._engine.legality import legal_moves
from keltis._engine.moves import Advance, Decline, Draw, Move, Phase
from keltis._engine.play import apply_move
from keltis._engine.scoring import scores
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView, complete_state, hidden_cards
from keltis._layers import make_layers
from keltis._network import ValueNetwork, Vector
from keltis.bots._bot import Candidate, require_decision
from keltis.bots._evaluation import turns_left

_FACE_DOWN: Final = Draw(None)
_DIRECTIONS: Final = {way: number for number, way in enumerate(Direction)}
_TILES: Final = {None: 0, WISHING_STONE: nets.STONE, CLOVER: nets.CLOVER} | {
    tile: tile.points for tile in Tile if tile not in (WISHING_STONE, CLOVER)
}


@final
@attrs.frozen
class LearntBot:
    """Finishes its turn so that the position after it has the highest value.

    The value comes from a network that learnt it by self-play, from what the player knows; nothing
    is searched beyond the turn. A network plays by the rules and with the numbers of players that
    it was trained for; for others, train one with `keltis train`. NumPy is used if it is installed.

    >>> import random
    >>> import keltis
    >>> from keltis.bots import LearntBot
    >>> view = keltis.observe(keltis.new_game(2, seed=7), 0)
    >>> LearntBot()(view, keltis.legal_moves(view), random.Random(7)) in keltis.legal_moves(view)
    True
    """

    weights: str | None = None
    """A file that `keltis train` wrote, or None for our own weights."""
    _network: ValueNetwork = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_network", nets.load_network(self.weights))

    def __call__(self, view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
        """Return the first move of the turn with the highest utility."""
        return max(self.analyse(view, moves, rng), key=lambda candidate: candidate.value).move

    def analyse(
        self, view: PlayerView, moves: Sequence[Move], rng: random.Random
    ) -> tuple[Candidate, ...]:
        """Return a candidate for each of the moves, in their order.

        The value is that of the best turn that begins with the move. Nothing is visited.
        """
        require_decision(view, moves)
        self._network.require_trained(view.rules, len(view.players))
        high = rng.random() < nets.HIGH_COST_CHANCE
        turns = find_turns(view, self._network, nets.HIGH_DRAW_COST if high else nets.DRAW_COST)
        best = {turn.move: turn.utility for turn in sorted(turns, key=lambda turn: turn.utility)}
        return tuple([Candidate(move, 0, best[move]) for move in moves])


@final
@attrs.frozen(eq=False)
class Turn:
    """A way to finish a turn."""

    move: Move
    """Its first move."""
    win: float
    """The chance to win, as the network sees it."""
    margin: float
    """The value of the margin."""
    cost: float

    @property
    def utility(self) -> float:
        """What the bot maximises."""
        return nets.WIN_SHARE * self.win + (1 - nets.WIN_SHARE) * self.margin - self.cost


def find_turns(view: PlayerView, network: ValueNetwork, cost: float = 0.0) -> list[Turn]:
    """Find the ways to finish the turn of the player to move, with their values.

    Every play is tried with a face-down card, and the best ones with the discard piles, too. `cost`
    is what a draw from a discard pile costs.
    """
    hidden = hidden_cards(view)
    root = complete_state(view, hidden)  # hidden cards anywhere: none is looked at
    return _Evaluator(network, root, view.to_move, hidden).turns(root, cost)


KnownSums: TypeAlias = dict[tuple[int, ...], Vector[float]]
"""By the facts of a colour, the sums of the first layer."""


def value_opened(
    network: ValueNetwork, state: GameState, seat: int, known: KnownSums
) -> tuple[float, float]:
    """The chance to win and the value of the margin of a seat, all hands being known.

    `known` keeps the sums of colours that other positions may share.
    """
    hidden = (*state.draw_pile, *state.removed)
    evaluator = _Evaluator(network, state, seat, hidden, is_open=True)
    sums = tuple([evaluator.known_sums(state, colour, known) for colour in COLOURS])
    (value,) = evaluator.values([_Leaf(None, state, sums)])
    return value


@final
@attrs.frozen(eq=False)
class _Leaf:
    """A position after a way to play: all of its turn, but for the draw from the face-down pile."""

    move: Move | None
    """The first move of the turn, or None if the draw is due already."""
    state: GameState
    sums: tuple[Vector[float], ...]
    """By colour, the sums of the first layer."""


class _Evaluator:
    """Values positions for one seat, to which some cards are hidden, by a network."""

    def __init__(
        self,
        network: ValueNetwork,
        root: GameState,
        seat: int,
        hidden: Sequence[Card],
        *,
        is_open: bool = False,
    ) -> None:
        self._network, self._layers = network, make_layers(network)
        self._seat, self._hidden, self._is_open = seat, len(hidden), is_open
        self._places = {value: place for place, value in enumerate(root.rules.values)}
        self._unseen = [[0] * network.values for _ in COLOURS]
        for card in hidden:
            self._unseen[card.colour][self._places[card.value]] += 1
        self._shared = self._shared_facts(root)

    def turns(self, root: GameState, cost: float) -> list[Turn]:
        """The ways to finish the turn that is due."""
        sums = tuple([self._sum_colour(root, colour) for colour in COLOURS])
        plays: list[_Leaf] = []
        self._finish(_Leaf(None, root, sums), 0, 0, plays)
        turns = self._value(plays, 0.0)
        best = sorted(range(len(turns)), key=lambda place: -turns[place].utility)
        draws = [leaf for place in best[: nets.BEST_PLAYS] for leaf in self._draws(plays[place])]
        return turns + self._value(draws, cost)

    def _finish(self, leaf: _Leaf, depth: int, first: int, found: list[_Leaf]) -> None:
        """Add the ways to play on to those found; a play has those from `first`."""
        state = leaf.state
        if state.phase in (Phase.DRAW, Phase.OVER) or depth == nets.MAX_CHAIN:
            found.append(leaf)
            return
        for move in legal_moves(state):
            if depth == 0:
                first = len(found)
            elif len(found) - first >= nets.MAX_LINES:
                return
            self._finish(self._after(leaf, move), depth + 1, first, found)

    def _draws(self, leaf: _Leaf) -> list[_Leaf]:
        """The draws from discard piles after a play."""
        if leaf.state.phase is not Phase.DRAW:
            return []
        draws = [move for move in legal_moves(leaf.state) if move != _FACE_DOWN]
        return [self._after(leaf, move) for move in draws]

    def _after(self, leaf: _Leaf, move: Move) -> _Leaf:
        state = apply_move(leaf.state, move)
        sums = list(leaf.sums)
        if (colour := _moved_colour(move)) is not None:
            sums[colour] = self._sum_colour(state, colour)
        return _Leaf(leaf.move or move, state, tuple(sums))

    def _sum_colour(self, state: GameState, colour: Colour) -> Vector[float]:
        return self._sum(self._colour_facts(state, colour))

    def known_sums(self, state: GameState, colour: Colour, known: KnownSums) -> Vector[float]:
        """The sums of the first layer, known or new."""
        facts = self._colour_facts(state, colour)
        key = *self._shared[: nets.SHARED_FACTS], *facts
        if key not in known:
            known[key] = self._sum(facts)
        return known[key]

    def _sum(self, facts: list[int]) -> Vector[float]:
        network = self._network
        most = nets.most_features(network.values, network.rows, self._shared[nets.PLAYERS])
        index, factor = [0] * most, [0.0] * most
        count = nets.write_colour(facts, self._shared, network.values, network.rows, index, factor)
        return self._layers.sum_colour(index[:count], factor[:count])

    def _value(self, leaves: list[_Leaf], cost: float) -> list[Turn]:
        values = self.values(leaves)
        return [
            Turn(leaf.move or _FACE_DOWN, *value, cost)
            for leaf, value in zip(leaves, values, strict=True)
        ]

    def values(self, leaves: Sequence[_Leaf]) -> list[tuple[float, float]]:
        """The chance to win and the value of the margin of each position."""
        shared = []
        for leaf in leaves:
            index, factor = [0] * nets.shared_features(), [0.0] * nets.shared_features()
            facts = self._shared_facts(leaf.state)
            count = nets.write_shared(facts, turns_left(leaf.state), index, factor)
            shared.append((index[:count], factor[:count]))
        values = self._layers.values([leaf.sums for leaf in leaves], shared) if leaves else []
        return [
            self._end_values(leaf.state) if _is_end(leaf.state) else value
            for leaf, value in zip(leaves, values, strict=True)
        ]

    def _end_values(self, state: GameState) -> tuple[float, float]:
        totals = [score.total for score in scores(state)]
        mine = totals.pop(self._seat)
        lead = mine - max(totals, default=0)
        win = 1 / (1 + totals.count(mine)) if lead >= 0 else 0.0
        return win, 0.5 + 0.5 * math.tanh(lead / nets.MARGIN_POINTS)

    def _colour_facts(self, state: GameState, colour: Colour) -> list[int]:
        rows = self._network.rows
        players = state.players[self._seat :] + state.players[: self._seat]
        pile = [self._places[card.value] for card in state.discards[colour]]
        tiles = [_TILES[tile] for tile in state.tiles[colour][1:]]
        facts = self._counts(players[0].hand, colour) + self._unseen[colour]
        facts += [len(pile), *pile[:-3:-1], -1, -1][:3]
        facts += tiles + [0] * (rows - len(tiles))
        for player in players:
            column = player.columns[colour]
            last = self._places[column[-1].value] if column else -1
            way = _DIRECTIONS[direction(state.rules, column)]
            facts += [player.rows[colour], way, last, player.large is colour]
            facts += self._counts(player.hand if self._is_open else player.seen, colour)
        return facts

    def _counts(self, cards: Sequence[Card], colour: Colour) -> list[int]:
        counts = [0] * self._network.values
        for card in cards:
            if card.colour is colour:
                counts[self._places[card.value]] += 1
        return counts

    def _shared_facts(self, state: GameState) -> list[int]:
        rules, players = state.rules, state.players
        left = rules.goal_figures - figures_in_goal(rules, players)
        facts = [len(state.draw_pile), state.phase is Phase.DRAW, left, self._hidden, len(players)]
        facts += [rules.hand_size, rules.path_length, rules.goal_row]
        facts += [rules.clover_may_be_declined, rules.advance_may_enter, rules.step_may_be_wasted]
        facts.append(False)  # the network does not know opened hands
        totals = [score.total for score in scores(state)]
        for ahead in range(len(players)):
            seat = (self._seat + ahead) % len(players)
            player = players[seat]
            started = [row for row in player.rows if row]
            ways = [rules.goal_row - row for row in started if row < rules.goal_row]
            facts += [totals[seat], player.wishing_stones, len(started), player.large is None]
            facts += [len(started) - len(ways), min(ways, default=rules.goal_row)]
        return facts


def _moved_colour(move: Move) -> Colour | None:
    """The colour that a move changes."""
    if isinstance(move, Draw):
        return move.source
    if isinstance(move, Advance):
        return move.colour
    return None if isinstance(move, Decline) else move.card.colour


def _is_end(state: GameState) -> bool:
    """Whether a game is over, or ends when the face-down card is drawn."""
    return state.phase is Phase.OVER or (state.phase is Phase.DRAW and len(state.draw_pile) == 1)
