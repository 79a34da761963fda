"""The games in OpenSpiel: `pyspiel.load_game("python_keltis")`, and `"python_celtic"`.

Importing this module registers both.

    >>> import pyspiel
    >>> import keltis.adapters.openspiel
    >>> game = pyspiel.load_game("python_keltis(players=3,rules=KELTIS_LITERAL)")
    >>> game.num_players(), game.observation_tensor_size()
    (3, 850)

In Keltis chance is a player: the tiles are laid and the hands are dealt one by one, as
`keltis.Deal` does. After a decision to draw from the face-down pile, chance decides which card it
is. That pile and the removed cards are one pool: a removed card is one that is never drawn.
"""

import random
from collections.abc import Callable, ItemsView, Iterator
from functools import lru_cache
from typing import Final, Self, final

try:
    import pyspiel
except ImportError as _error:
    raise ImportError(
        'keltis.adapters.openspiel needs OpenSpiel: pip install "keltis[openspiel]"'
    ) from _error

import attrs

from keltis import celtic
from keltis._engine.cards import Card, Tile
from keltis._engine.draws import Deal, draw_counts, with_top
from keltis._engine.moves import Draw, Move
from keltis._engine.play import apply_move
from keltis._engine.rules import Rules
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView, observe
from keltis._game import GAME
from keltis._lib.chance import shuffle
from keltis._lib.checks import as_int, as_seat
from keltis.adapters._spiel import (
    CHANCE,
    Observer,
    Parameters,
    SpielGame,
    SpielNode,
    SpielOptions,
    SpielState,
    game_type,
    read_rules_text,
    with_defaults,
)
from keltis.game import MAX_MOVES, require_returns
from keltis.learning import action_id, move_of
from keltis.notation import format_cards, format_view
from keltis.record import GameRecord, RecordSampler

__all__ = ["CelticGame", "CelticState", "KeltisGame", "KeltisState", "Observer"]

_TILES: Final = tuple(Tile)
"""The tiles by the number of their chance outcome."""
_DRAW_PILE: Final = Draw(None)
_DRAWING: Final = "drawing from the pile"

# CELTIC!


_CELTIC_DEFAULTS: Final[Parameters] = {"rules": "CELTIC"}
_CELTIC_TYPE: Final = game_type(celtic.GAME, _CELTIC_DEFAULTS, hidden=False)


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
        values = with_defaults(params, _CELTIC_DEFAULTS)
        rules = celtic.GAME.notation.parse_rules(read_rules_text(values["rules"]))
        # At most a lay for every tile that has room, and a pass before each (K8).
        longest = 2 * (min(sum(rules.tiles), rules.width * rules.height) - 1)
        options = SpielOptions(celtic.GAME, rules, 2, "win_shares", longest)
        super().__init__(_CELTIC_TYPE, options, values)

    def new_initial_state(self) -> "CelticState":
        """The state with the start tile alone."""
        start = celtic.new_game(rules=self.rules)
        return CelticState(self, self.options, SpielNode(start, start))


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
        return self._node.dealt[1]

    def record(self) -> celtic.GameRecord:
        """The game so far as a record, to save, to draw or to analyse."""
        return celtic.GameRecord(self._node.dealt[0], self._node.moves)


# Keltis


_KELTIS_DEFAULTS: Final[Parameters] = {
    "players": 2,
    "rules": "KELTIS",
    "returns": "win_shares",
    "max_game_length": 2000,
}
_KELTIS_TYPE: Final = game_type(GAME, _KELTIS_DEFAULTS, hidden=True)


class KeltisGame(SpielGame[GameState, PlayerView, Move, Rules]):
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
        values = with_defaults(params, _KELTIS_DEFAULTS)
        rules = GAME.notation.parse_rules(read_rules_text(values["rules"]))
        players = as_int(values["players"], "players")
        rules.removed_with(players)  # raises for a number that cannot play
        returns = require_returns(values["returns"])
        length = as_int(values["max_game_length"], "max_game_length", 1, MAX_MOVES)
        options = SpielOptions(GAME, rules, players, returns, length)
        super().__init__(_KELTIS_TYPE, options, values, max(len(_TILES), len(_cards(rules))))

    def new_initial_state(self) -> "KeltisState":
        """The state before the first tile is laid."""
        return KeltisState(self, self.options)

    def max_chance_nodes_in_history(self) -> int:
        """The number of tiles, of cards dealt and of cards in the first face-down pile."""
        removed = self.rules.removed_with(self.options.players)
        return len(self.rules.tiles) + len(self.rules.deck) - removed


@final
@attrs.frozen(eq=False)
class _KeltisNode(SpielNode[GameState, Move]):
    """A step of the deal, a decision, a draw, or the end.

    The order of the face-down pile means nothing, in the first position too.
    """

    deal: Deal = attrs.field(kw_only=True)
    is_drawing: bool = False
    """Whether chance decides next which card the player to move draws."""
    seats: tuple[int, ...] = ()
    """Who made each of the moves."""
    drawn: tuple[Card | None, ...] = ()
    """By move, the card that chance gave, after a draw from the face-down pile."""

    @property
    def is_chance(self) -> bool:
        return self.position is None or self.is_drawing

    def after_move(self, position: GameState, move: Move, drawn: Card | None) -> "_KeltisNode":
        """The node after a move in a position, which can have another card on top of its pile."""
        return attrs.evolve(
            self,
            position=apply_move(position, move),
            is_drawing=False,
            moves=(*self.moves, move),
            seats=(*self.seats, position.to_move),
            drawn=(*self.drawn, drawn),
        )

    def record(self) -> GameRecord:
        """The game so far, with the cards drawn on top of the first pile, in their order."""
        first, now = self.dealt
        drawn = [card for card in reversed(self.drawn) if card is not None]
        pile = (*now.draw_pile, *drawn)
        return GameRecord(attrs.evolve(first, draw_pile=pile, removed=now.removed), self.moves)

    def dealt_cards(self, seat: int) -> tuple[Card, ...]:
        """The cards dealt to a seat so far."""
        size = self.deal.rules.hand_size
        return self.deal.cards[seat * size : (seat + 1) * size]


class KeltisState(SpielState[GameState, PlayerView, Move, Rules]):
    """A state of `python_keltis`: a step of the deal, a decision, a draw, or the end.

    The face-down pile and the removed cards of its `position` together are what can still be drawn:
    their order means nothing. During the deal there is no position.

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

    _node: _KeltisNode

    def __init__(
        self, game: pyspiel.Game, options: SpielOptions[GameState, PlayerView, Move, Rules]
    ) -> None:
        """Only `KeltisGame.new_initial_state` calls this."""
        deal = Deal(options.players, options.rules)
        super().__init__(game, options, _KeltisNode(None, None, deal=deal))

    def record(self) -> GameRecord:
        """The game so far as a record, to save, to draw or to analyse."""
        return self._node.record()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """By ascending number, the probability of each tile or card that can come next."""
        node, numbers = self._node, _numbers(self._options.rules)
        counts: ItemsView[Tile | Card, int] = (
            node.deal.counts() if node.position is None else draw_counts(node.position)
        ).items()
        total = sum(count for _, count in counts)
        return sorted((numbers[item], count / total) for item, count in counts)

    def _chance_item(self, action: int) -> Tile | Card:
        """What an outcome of chance stands for: a tile until all are laid, then a card."""
        if len(self._node.deal.tiles) < len(self._options.rules.tiles):
            return _TILES[as_int(action, "the number of a tile", 0, len(_TILES) - 1)]
        return self._card(action)

    def _card(self, action: int) -> Card:
        cards = _cards(self._options.rules)
        return cards[as_int(action, "the number of a card", 0, len(cards) - 1)]

    def _action_to_string(self, player: int, action: int) -> str:
        if player != CHANCE:
            return super()._action_to_string(player, action)
        item = self._chance_item(action)
        return f"tile {item.name}" if isinstance(item, Tile) else f"card {item}"

    def _apply_action(self, action: int) -> None:
        """Go to the node after an outcome of chance or a decision; raises for an impossible one."""
        node, position = self._node, self._node.position
        if position is None:
            deal = node.deal.with_next(self._chance_item(action))
            start = deal.state(random.Random(0)) if deal.is_complete else None
            self._node = attrs.evolve(node, deal=deal, start=start, position=start)
        elif node.is_drawing:
            card = self._card(action)
            self._node = node.after_move(with_top(position, card), _DRAW_PILE, card)
        elif (move := move_of(action)) == _DRAW_PILE:
            apply_move(position, move)  # raises for an illegal draw
            self._node = attrs.evolve(node, is_drawing=True)
        else:
            self._node = node.after_move(position, move, None)

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> Self:
        """A state of another game that this player cannot tell from this one, for `ISMCTSBot`.

        It is drawn evenly from all of them, as `keltis.record.RecordSampler` does.
        `probability_sampler` returns numbers from 0 to 1.
        """
        viewer = as_seat(player_id, self._options.players, "player_id")
        rng = random.Random(probability_sampler())
        state = type(self)(self.get_game(), self._options)
        for action in self._resampled_actions(viewer, rng):
            state.apply_action(action)
        return state

    def _resampled_actions(self, viewer: int, rng: random.Random) -> Iterator[int]:
        """The actions, with those of chance, of another game that looks the same to the viewer."""
        node, numbers = self._node, _numbers(self._options.rules)
        record = _sampler(node, viewer).sample(rng)
        for tile in node.deal.tiles:
            yield numbers[tile]
        for seat, player in enumerate(record.start.players):
            own = seat == viewer
            for card in node.dealt_cards(seat) if own else shuffle(player.hand, rng):
                yield numbers[card]
        for position, move in record:
            yield action_id(move)
            if move == _DRAW_PILE:
                yield numbers[position.draw_pile[-1]]
        if node.is_drawing:
            yield action_id(_DRAW_PILE)

    def public_text(self, viewer: int | None, *, recall: bool) -> str:
        node = self._node
        if node.start is None or node.position is None:
            return self._deal_text(viewer)
        if recall:
            lines = [_start_text(node.start, viewer)]
            for seat, move, drawn in zip(node.seats, node.moves, node.drawn, strict=True):
                known = "" if drawn is None or seat != viewer else f" = {drawn}"
                lines.append(f"{seat}: {move}{known}")
        else:
            lines = [format_view(observe(node.position, viewer))]
        return "\n".join([*lines, _DRAWING] if node.is_drawing else lines)

    def private_text(self, player: int, *, recall: bool) -> str:
        """The player's cards; with `recall`, those dealt and those drawn from the pile."""
        if not recall:
            return f"hand: {format_cards(sorted(self._hand(player)))}"
        draws = zip(self._node.seats, self._node.drawn, strict=True)
        drawn = [card for seat, card in draws if seat == player and card is not None]
        dealt = sorted(self._node.dealt_cards(player))
        return f"dealt: {format_cards(dealt)}\ndrawn: {format_cards(drawn)}"

    def _deal_text(self, viewer: int | None) -> str:
        """The tiles laid so far, the number of cards dealt, and the viewer's cards."""
        deal = self._node.deal
        tiles = " ".join(tile.name for tile in deal.tiles) or "-"
        lines = [f"tiles: {tiles}", f"dealt: {len(deal.cards)} cards"]
        if viewer is not None:
            lines.append(self.private_text(viewer, recall=False))
        return "\n".join(lines)

    def _hand(self, seat: int) -> tuple[Card, ...]:
        position = self._node.position
        return self._node.dealt_cards(seat) if position is None else position.players[seat].hand

    def __str__(self) -> str:
        """The position with all hands, without the order of the face-down pile."""
        seats = range(self._options.players)
        hands = [f"cards {seat}: {format_cards(self._hand(seat))}" for seat in seats]
        return "\n".join([self.public_text(None, recall=False), *hands])


@lru_cache(maxsize=64)
def _cards(rules: Rules) -> tuple[Card, ...]:
    """The cards by the number of their chance outcome."""
    return tuple(dict.fromkeys(rules.deck))


@lru_cache(maxsize=64)
def _numbers(rules: Rules) -> dict[Tile | Card, int]:
    """The number of each chance outcome; tiles and cards are never mixed."""
    tiles: dict[Tile | Card, int] = {tile: number for number, tile in enumerate(_TILES)}
    return tiles | {card: number for number, card in enumerate(_cards(rules))}


@lru_cache(maxsize=16)
def _sampler(node: _KeltisNode, viewer: int) -> RecordSampler:
    """The sampler for what the viewer knows. A search asks for the same one again and again."""
    return RecordSampler(node.record().observe(viewer))


@lru_cache(maxsize=64)
def _start_text(start: GameState, viewer: int | None) -> str:
    return format_view(observe(start, viewer))


pyspiel.register_game(_KELTIS_TYPE, KeltisGame)
pyspiel.register_game(_CELTIC_TYPE, CelticGame)
