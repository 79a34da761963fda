"""Keltis as a game of OpenSpiel, with chance as a player: the deal, and the cards drawn.

The tiles are laid and the hands are dealt one by one, as `keltis.Deal` does. After a decision to
draw from the face-down pile, chance decides which card it is. That pile and the removed cards are
one pool: a removed card is one that is never drawn.
"""

import random
from collections.abc import Callable, ItemsView, Iterator
from functools import lru_cache
from typing import Final, Self, TypeAlias, final

import attrs
import pyspiel

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
from keltis.adapters.openspiel._spiel import (
    CHANCE,
    COMMON_TYPE,
    Node,
    Options,
    Parameters,
    SpielGame,
    SpielState,
    read_rules_text,
    with_defaults,
)
from keltis.game import MAX_MOVES, require_returns
from keltis.learning import action_id, move_of
from keltis.notation import format_cards, format_view, parse_rules
from keltis.record import GameRecord, RecordSampler

_DEFAULTS: Final[Parameters] = {
    "players": 2,
    "rules": "KELTIS",
    "returns": "win_shares",
    "max_game_length": 2000,
}
"""The parameters of the game."""
_TILES: Final = tuple(Tile)
"""The tiles by the number of their chance outcome."""
_DRAW_PILE: Final = Draw(None)
_DRAWING: Final = "drawing from the pile"

KELTIS_TYPE: Final = pyspiel.GameType(
    short_name="python_keltis",
    long_name="Keltis",
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    max_num_players=4,
    min_num_players=2,
    parameter_specification=dict(_DEFAULTS),
    **COMMON_TYPE,
)

KeltisOptions: TypeAlias = Options[GameState, PlayerView, Move, Rules]


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
        values = with_defaults(params, _DEFAULTS)
        rules = parse_rules(read_rules_text(values["rules"]))
        players = as_int(values["players"], "players")
        rules.removed_with(players)  # refuses a number that cannot play
        returns = require_returns(values["returns"])
        length = as_int(values["max_game_length"], "max_game_length", 1, MAX_MOVES)
        options = Options(GAME, rules, players, returns, length)
        super().__init__(KELTIS_TYPE, options, values, max(len(_TILES), len(_cards(rules))))

    def new_initial_state(self) -> "KeltisState":
        """The state before the first tile is laid."""
        return KeltisState(self, self.options)

    def max_chance_nodes_in_history(self) -> int:
        """The number of tiles, of cards dealt and of cards in the first face-down pile."""
        removed = self.rules.removed_with(self.options.players)
        return len(self.rules.tiles) + len(self.rules.deck) - removed


class KeltisState(SpielState[GameState, PlayerView, Move, Rules]):
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

    _node: "KeltisNode"

    def __init__(self, game: pyspiel.Game, options: KeltisOptions) -> None:
        """Only `KeltisGame.new_initial_state` calls this."""
        super().__init__(game, KeltisNode.root(options))

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

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """By number, the probability of each tile or card that can come next."""
        return self._node.chance_outcomes()

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> Self:
        """A state of another game that this player cannot tell from this one, for `ISMCTSBot`.

        It is drawn evenly from all of them. `probability_sampler` returns numbers from 0 to 1.
        """
        options = self._node.options
        viewer = as_seat(player_id, options.players, "player_id")
        rng = random.Random(probability_sampler())
        state = type(self)(self.get_game(), options)
        for action in self._node.resampled_actions(viewer, rng):
            state.apply_action(action)
        return state


@final
@attrs.frozen(eq=False)
class KeltisNode(Node[GameState, PlayerView, Move, Rules]):
    """A step of the deal, a decision, a draw, or the end.

    The order of the face-down pile means nothing, in the first state too.
    """

    deal: Deal = attrs.field(kw_only=True)
    is_drawing: bool = False
    """Whether chance decides next which card the player to move draws."""
    seats: tuple[int, ...] = ()
    """Who made each of the moves."""
    drawn: tuple[Card | None, ...] = ()
    """By move, the card that chance gave, after a draw from the face-down pile."""

    @staticmethod
    def root(options: KeltisOptions) -> "KeltisNode":
        """The node before the first tile is laid."""
        return KeltisNode(options, None, None, deal=Deal(options.players, options.rules))

    @property
    def is_chance(self) -> bool:
        return self.state is None or self.is_drawing

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """By ascending number, the probability of each tile or card that can come next."""
        counts: ItemsView[Tile | Card, int] = (
            self.deal.counts().items() if self.state is None else draw_counts(self.state).items()
        )
        total, numbers = sum(count for _, count in counts), _numbers(self.options.rules)
        return sorted((numbers[item], count / total) for item, count in counts)

    def _chance_item(self, action: int) -> Tile | Card:
        """What an outcome of chance stands for: a tile until all are laid, then a card."""
        if len(self.deal.tiles) < len(self.options.rules.tiles):
            return _TILES[as_int(action, "the number of a tile", 0, len(_TILES) - 1)]
        return self._card(action)

    def _card(self, action: int) -> Card:
        cards = _cards(self.options.rules)
        return cards[as_int(action, "the number of a card", 0, len(cards) - 1)]

    def action_text(self, player: int, action: int) -> str:
        if player != CHANCE:
            return super().action_text(player, action)
        item = self._chance_item(action)
        return f"tile {item.name}" if isinstance(item, Tile) else f"card {item}"

    def after(self, action: int) -> "KeltisNode":
        """The node after an outcome of chance or a decision; refuses an impossible one."""
        if self.state is None:
            return self._after_deal(self.deal.with_next(self._chance_item(action)))
        if self.is_drawing:
            card = self._card(action)
            return self._after_move(with_top(self.state, card), _DRAW_PILE, card)
        move = move_of(action)
        if move != _DRAW_PILE:
            return self._after_move(self.state, move, None)
        apply_move(self.state, move)  # refuses an illegal draw
        return attrs.evolve(self, is_drawing=True)

    def _after_deal(self, deal: Deal) -> "KeltisNode":
        if not deal.is_complete:
            return attrs.evolve(self, deal=deal)
        start = deal.state(random.Random(0))
        return attrs.evolve(self, deal=deal, start=start, state=start)

    def _after_move(self, state: GameState, move: Move, drawn: Card | None) -> "KeltisNode":
        return attrs.evolve(
            self,
            state=apply_move(state, move),
            is_drawing=False,
            moves=(*self.moves, move),
            seats=(*self.seats, state.to_move),
            drawn=(*self.drawn, drawn),
        )

    def record(self) -> GameRecord:
        """The game so far, with the cards drawn on top of the first pile, in their order."""
        first, state = self.dealt
        drawn = [card for card in reversed(self.drawn) if card is not None]
        pile = (*state.draw_pile, *drawn)
        start = attrs.evolve(first, draw_pile=pile, removed=state.removed)
        return GameRecord(start, self.moves)

    def resampled_actions(self, viewer: int, rng: random.Random) -> Iterator[int]:
        """The actions, with those of chance, of another game that looks the same to the viewer.

        It is drawn evenly from all of them, as `keltis.record.RecordSampler` does.
        """
        record, numbers = _sampler(self, viewer).sample(rng), _numbers(self.options.rules)
        for tile in self.deal.tiles:
            yield numbers[tile]
        for seat, player in enumerate(record.start.players):
            own = seat == viewer
            for card in self._dealt_cards(seat) if own else shuffle(player.hand, rng):
                yield numbers[card]
        for state, move in record:
            yield action_id(move)
            if move == _DRAW_PILE:
                yield numbers[state.draw_pile[-1]]
        if self.is_drawing:
            yield action_id(_DRAW_PILE)

    # What the players see.

    def public_text(self, viewer: int | None, *, recall: bool) -> str:
        if self.start is None or self.state is None:
            return self._deal_text(viewer)
        if recall:
            moves = zip(self.seats, self.moves, self.drawn, strict=True)
            lines = [_start_text(self.start, viewer)]
            for seat, move, drawn in moves:
                known = "" if drawn is None or seat != viewer else f" = {drawn}"
                lines.append(f"{seat}: {move}{known}")
        else:
            lines = [format_view(observe(self.state, viewer))]
        return "\n".join([*lines, _DRAWING] if self.is_drawing else lines)

    def private_text(self, player: int, *, recall: bool) -> str:
        """The player's cards; with `recall`, those dealt and those drawn from the pile."""
        if not recall:
            return f"hand: {format_cards(sorted(self._hand(player)))}"
        draws = zip(self.seats, self.drawn, strict=True)
        drawn = [card for seat, card in draws if seat == player and card is not None]
        dealt = sorted(self._dealt_cards(player))
        return f"dealt: {format_cards(dealt)}\ndrawn: {format_cards(drawn)}"

    def _deal_text(self, viewer: int | None) -> str:
        """The tiles laid so far, the number of cards dealt, and the viewer's cards."""
        tiles = " ".join(tile.name for tile in self.deal.tiles) or "-"
        lines = [f"tiles: {tiles}", f"dealt: {len(self.deal.cards)} cards"]
        if viewer is not None:
            lines.append(self.private_text(viewer, recall=False))
        return "\n".join(lines)

    def _hand(self, seat: int) -> tuple[Card, ...]:
        return self._dealt_cards(seat) if self.state is None else self.state.players[seat].hand

    def _dealt_cards(self, seat: int) -> tuple[Card, ...]:
        """The cards dealt to a seat so far."""
        size = self.options.rules.hand_size
        return self.deal.cards[seat * size : (seat + 1) * size]

    def __str__(self) -> str:
        """The position with all hands, without the order of the face-down pile."""
        seats = range(self.options.players)
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
def _sampler(node: KeltisNode, viewer: int) -> RecordSampler:
    """The sampler for what the viewer knows. A search asks for the same one again and again."""
    return RecordSampler(node.record().observe(viewer))


@lru_cache(maxsize=64)
def _start_text(start: GameState, viewer: int | None) -> str:
    return format_view(observe(start, viewer))
