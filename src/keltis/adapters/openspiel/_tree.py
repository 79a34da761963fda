"""The game tree of Keltis with chance as a player: the deal, the decisions, and the cards drawn.

The tiles are laid and the hands are dealt one by one, as `keltis.Deal` does. After a decision to
draw from the face-down pile, chance decides which card it is. That pile and the removed cards are
one pool: a removed card is one that is never drawn.
"""

import random
from collections.abc import ItemsView, Iterator
from functools import lru_cache
from typing import Final, NamedTuple, final

import attrs

from keltis._shared.chance import shuffle
from keltis._shared.checks import as_int
from keltis._shared.values import Immutable
from keltis.adapters.openspiel._options import Options
from keltis.board import Tile
from keltis.cards import Card
from keltis.draws import Deal, draw_counts, with_top
from keltis.errors import InvalidArgument
from keltis.learning import action_id, legal_action_ids, move_of, score_margins, win_shares
from keltis.moves import Draw, Move, Phase
from keltis.notation import format_cards, format_view
from keltis.play import apply_move
from keltis.record import GameRecord, RecordSampler
from keltis.scoring import outcome
from keltis.state import GameState
from keltis.view import observe

TILES: Final = tuple(Tile)
"""The tiles by the number of their chance outcome."""
_DRAW_PILE: Final = Draw(None)
_DRAWING: Final = "drawing from the pile"


class PlayedMove(NamedTuple):
    """A move in the history of a game."""

    seat: int
    move: Move
    drawn: Card | None
    """The card that chance gave, after a draw from the face-down pile."""


@final
@attrs.frozen(eq=False)
class Node(Immutable):
    """A node of the game tree: a step of the deal, a decision, a draw, or the end.

    It does not change, so the copies of an OpenSpiel state share it.
    """

    options: Options
    deal: Deal
    start: GameState | None = None
    """The state after the deal; the order of its face-down pile means nothing."""
    state: GameState | None = None
    """The state now, or None during the deal."""
    is_drawing: bool = False
    """Whether chance decides next which card the player to move draws."""
    moves: tuple[PlayedMove, ...] = ()
    """The moves since the deal, without a draw whose card is still to be chosen."""

    @staticmethod
    def root(options: Options) -> "Node":
        """The node before the first tile is laid."""
        return Node(options, Deal(options.players, options.rules))

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over or truncated."""
        if self.state is None or self.is_drawing:
            return False
        truncated = len(self.moves) >= self.options.max_game_length
        return truncated or self.state.phase is Phase.OVER

    def legal_actions(self) -> list[int]:
        """The numbers of the legal moves, ascending."""
        return [] if self.state is None else list(legal_action_ids(self.state))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """By ascending number, the probability of each tile or card that can come next."""
        counts: ItemsView[Tile | Card, int] = (
            self.deal.counts().items() if self.state is None else draw_counts(self.state).items()
        )
        total = sum(count for _, count in counts)
        return sorted((self._number(item), count / total) for item, count in counts)

    def _number(self, item: Tile | Card) -> int:
        return TILES.index(item) if isinstance(item, Tile) else self.options.card_numbers[item]

    def chance_item(self, action: int) -> Tile | Card:
        """What an outcome of chance stands for: a tile until all are laid, then a card."""
        if len(self.deal.tiles) < len(self.options.rules.tiles):
            return TILES[as_int(action, "the number of a tile", 0, len(TILES) - 1)]
        return self._card(action)

    def _card(self, action: int) -> Card:
        cards = self.options.cards
        return cards[as_int(action, "the number of a card", 0, len(cards) - 1)]

    def after(self, action: int) -> "Node":
        """The node after an outcome of chance or a decision; refuses an impossible one."""
        if self.state is None:
            return self._after_deal(self.deal.with_next(self.chance_item(action)))
        if self.is_drawing:
            card = self._card(action)
            return self._after_move(with_top(self.state, card), _DRAW_PILE, card)
        move = move_of(action)
        if move != _DRAW_PILE:
            return self._after_move(self.state, move, None)
        apply_move(self.state, move)  # refuses an illegal draw
        return attrs.evolve(self, is_drawing=True)

    def _after_deal(self, deal: Deal) -> "Node":
        if not deal.is_complete:
            return attrs.evolve(self, deal=deal)
        start = deal.state(random.Random(0))
        return attrs.evolve(self, deal=deal, start=start, state=start)

    def _after_move(self, state: GameState, move: Move, drawn: Card | None) -> "Node":
        return attrs.evolve(
            self,
            state=apply_move(state, move),
            is_drawing=False,
            moves=(*self.moves, PlayedMove(state.to_move, move, drawn)),
        )

    def returns(self) -> list[float]:
        """What the game is worth to each player: 0 before its end, and if it was truncated."""
        end = None if self.state is None else outcome(self.state)
        if end is None:
            return [0.0] * self.options.players
        return list(win_shares(end) if self.options.returns == "win_shares" else score_margins(end))

    def record(self) -> GameRecord:
        """The game so far, with the cards drawn on top of the first pile, in their order."""
        if self.start is None or self.state is None:
            raise InvalidArgument("the deal is not complete")
        drawn = [move.drawn for move in self.moves if move.drawn is not None]
        start = attrs.evolve(
            self.start,
            draw_pile=(*self.state.draw_pile, *reversed(drawn)),
            removed=self.state.removed,
        )
        return GameRecord(start, tuple(played.move for played in self.moves))

    def dealt_cards(self, seat: int) -> tuple[Card, ...]:
        """The cards dealt to a seat so far."""
        size = self.options.rules.hand_size
        return self.deal.cards[seat * size : (seat + 1) * size]

    def resampled_actions(self, viewer: int, rng: random.Random) -> Iterator[int]:
        """The actions, with those of chance, of another game that looks the same to the viewer.

        It is drawn evenly from all of them, as `keltis.record.RecordSampler` does.
        """
        record = _sampler(self, viewer).sample(rng)
        for tile in self.deal.tiles:
            yield self._number(tile)
        for seat, player in enumerate(record.start.players):
            own = seat == viewer
            for card in self.dealt_cards(seat) if own else shuffle(player.hand, rng):
                yield self._number(card)
        for state, move in record:
            yield action_id(move)
            if move == _DRAW_PILE:
                yield self._number(state.draw_pile[-1])
        if self.is_drawing:
            yield action_id(_DRAW_PILE)

    def __str__(self) -> str:
        """The position with all hands, without the order of the face-down pile."""
        return "\n".join([observation_text(self, None), *self._hand_texts()])

    def _hand_texts(self) -> Iterator[str]:
        for seat in range(self.options.players):
            cards = self.dealt_cards(seat) if self.state is None else self.state.players[seat].hand
            yield f"cards {seat}: {format_cards(cards)}"


@lru_cache(maxsize=16)
def _sampler(node: Node, viewer: int) -> RecordSampler:
    """The sampler for what the viewer knows. A search asks for the same one again and again."""
    return RecordSampler(node.record().observe(viewer))


def observation_text(node: Node, viewer: int | None) -> str:
    """What the viewer sees now, or with None what a spectator sees."""
    if node.state is None:
        return _deal_text(node, viewer)
    lines = [format_view(observe(node.state, viewer))]
    if node.is_drawing:
        lines.append(_DRAWING)
    return "\n".join(lines)


def history_text(node: Node, viewer: int | None) -> str:
    """What the viewer has seen since the deal, or with None what a spectator has."""
    if node.start is None:
        return _deal_text(node, viewer)
    lines = [_start_text(node.start, viewer)]
    for seat, move, drawn in node.moves:
        known = "" if drawn is None or seat != viewer else f" = {drawn}"
        lines.append(f"{seat}: {move}{known}")
    if node.is_drawing:
        lines.append(_DRAWING)
    return "\n".join(lines)


def hand_text(node: Node, player: int) -> str:
    """The player's cards, which no other player sees."""
    cards = node.dealt_cards(player) if node.state is None else node.state.players[player].hand
    return f"hand: {format_cards(sorted(cards))}"


def hand_history_text(node: Node, player: int) -> str:
    """The cards dealt to the player, and those that the player drew from the face-down pile."""
    drawn = [move.drawn for move in node.moves if move.seat == player and move.drawn is not None]
    dealt = sorted(node.dealt_cards(player))
    return f"dealt: {format_cards(dealt)}\ndrawn: {format_cards(drawn)}"


@lru_cache(maxsize=64)
def _start_text(start: GameState, viewer: int | None) -> str:
    return format_view(observe(start, viewer))


def _deal_text(node: Node, viewer: int | None) -> str:
    """The tiles laid so far, the number of cards dealt, and the viewer's cards."""
    tiles = " ".join(tile.name for tile in node.deal.tiles) or "-"
    lines = [f"tiles: {tiles}", f"dealt: {len(node.deal.cards)} cards"]
    if viewer is not None:
        lines.append(hand_text(node, viewer))
    return "\n".join(lines)
