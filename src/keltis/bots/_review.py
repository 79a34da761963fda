"""A game told after its end: what was play, what was luck, and the curve of the chance to win."""

import math
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter, sub
from typing import Final, Unpack, final

import attrs

from keltis._engine.cards import Card
from keltis._engine.legality import legal_moves
from keltis._engine.moves import Move
from keltis._engine.players import with_hand
from keltis._engine.state import GameState
from keltis._engine.view import observe
from keltis._lib.values import Immutable
from keltis.bots._luck import DRAW_PILE, Value, best_value, draw_worths
from keltis.game import Record
from keltis.render._kit import svg
from keltis.render._kit.themes import COMMON, Look, Paint, Palette, Theme

MISTAKE: Final = 0.05
"""From this loss on, a move is a mistake, and a card that changes so much is a stroke of luck."""
_EXACT: Final = 2.0**40
"""Probabilities are multiples of its inverse, so that their sums are exact."""

Shares = tuple[float, ...]
"""By seat, the probability to win, or by how much it changed."""


@final
@attrs.frozen(kw_only=True)
class ReviewedMove(Immutable):
    """A move: what the decision was worth, and what chance gave after it.

    >>> from keltis.bots import play_match, review
    >>> told = review(play_match(["greedy", "random"], seed=7, max_moves=4))
    >>> draw = told.moves[1]
    >>> print(f"{draw.move}: {draw.card}, best {draw.best}")
    draw pile: G5, best draw pile
    """

    turn: int
    """The turn, counted from 1."""
    seat: int
    move: Move
    before: tuple[float, ...]
    """By seat, the probability to win before the decision, all hands being known."""
    after: tuple[float, ...]
    """By seat, the probability after the decision, before a card that it draws is known."""
    best: Move
    """The best move, from what the player knew."""
    lost: float
    """What the player's own chance to win lost by not making it, from what the player knew."""
    card: Card | None = None
    """The card that came from the face-down pile."""
    luck: tuple[float, ...]
    """By seat, what the card changed; 0 without a card."""

    @property
    def is_mistake(self) -> bool:
        """Whether the player lost 5 % or more by it."""
        return self.lost >= MISTAKE

    @property
    def is_stroke_of_luck(self) -> bool:
        """Whether the card changed the player's chance by 5 % or more, for better or worse."""
        return abs(self.luck[self.seat]) >= MISTAKE


@final
@attrs.frozen(kw_only=True)
class Balance(Immutable):
    """Why a player won or lost: the start, the luck and the play add up to the result, exactly.

    >>> from keltis.bots import play_match, review
    >>> balance = review(play_match(["greedy", "random"], seed=7, max_moves=4)).balances[1]
    >>> parts = balance.start, balance.luck, balance.play, balance.play_of_others
    >>> sum(parts) == balance.result
    True
    """

    start: float
    """The probability to win before the hands are dealt."""
    deal: float
    """What the hand that was dealt gave, beside the hands of the others."""
    cards: float
    """What the player's own cards from the face-down pile gave."""
    cards_of_others: float
    play: float
    """What the player's own decisions gave or lost."""
    play_of_others: float
    result: float
    """The share of the win; of a game that was not finished, the probability to win."""

    @property
    def luck(self) -> float:
        """What chance gave in all."""
        return self.deal + self.cards + self.cards_of_others


@final
@attrs.frozen(kw_only=True)
class Review(Immutable):
    """What was play in a game, and what was luck.

    `documents.to_json` writes it, and `to_svg` draws it.

    >>> from keltis.bots import play_match, review
    >>> told = review(play_match(["greedy", "random"], seed=7, max_moves=4))
    >>> len(told.moves), told.value
    (4, 'NetworkValue')
    """

    names: tuple[str, ...]
    """By seat."""
    start: tuple[float, ...]
    """By seat, the probability to win before it is known who gets which hand."""
    moves: tuple[ReviewedMove, ...]
    result: tuple[float, ...]
    """By seat, the share of the win; of a game that was not finished, the probability to win."""
    value: str
    """The class of the value function that the probabilities come from."""

    @property
    def deal(self) -> tuple[float, ...]:
        """By seat, what the hand that was dealt gave."""
        first = self.moves[0].before if self.moves else self.result
        return _difference(first, self.start)

    @property
    def balances(self) -> tuple[Balance, ...]:
        """By seat, why a player won or lost."""
        return tuple(map(self._balance, range(len(self.names))))

    def _balance(self, seat: int) -> Balance:
        mine = [move for move in self.moves if move.seat == seat]
        others = [move for move in self.moves if move.seat != seat]

        def cards(moves: Sequence[ReviewedMove]) -> float:
            return math.fsum(move.luck[seat] for move in moves)

        def play(moves: Sequence[ReviewedMove]) -> float:
            return math.fsum(move.after[seat] - move.before[seat] for move in moves)

        return Balance(
            start=self.start[seat],
            deal=self.deal[seat],
            cards=cards(mine),
            cards_of_others=cards(others),
            play=play(mine),
            play_of_others=play(others),
            result=self.result[seat],
        )

    @property
    def mistakes(self) -> tuple[ReviewedMove, ...]:
        """The moves that lost 5 % or more, the worst first."""
        found = [move for move in self.moves if move.is_mistake]
        return tuple(sorted(found, key=attrgetter("lost"), reverse=True))

    @property
    def strokes_of_luck(self) -> tuple[ReviewedMove, ...]:
        """The cards that changed the chance of the player by 5 % or more, the largest first."""
        found = [move for move in self.moves if move.is_stroke_of_luck]
        return tuple(sorted(found, key=lambda move: abs(move.luck[move.seat]), reverse=True))

    @property
    def moments(self) -> tuple[tuple[int, str], ...]:
        """The worst mistakes and the largest strokes of luck, in words, as the picture marks them.

        Each has the number of moves up to it.
        """
        return tuple([(number, _explain(self, move)) for number, move in _marked(self)])

    def to_svg(self, *, legend: bool = True, **look: Unpack[Look]) -> str:
        """The probability to win as a curve, with the mistakes and strokes of luck.

        Without the `legend` they have numbers alone, for a page that lists `moments` itself. The
        other options are those of `keltis.render.board_svg`: `size`, `theme` and `colours`.
        """
        return _draw(self, _PALETTE.theme(**look), legend=legend)

    def _repr_svg_(self) -> str:
        """The picture in a notebook."""
        return self.to_svg(size=720, theme="auto")


def review(record: Record[GameState, Move], *, value: Value | None = None) -> Review:
    """Tell play from luck: for each decision and each card, how the probability to win changed.

    The probabilities are those of all cards: after the game, all hands are known. Whether a move
    was a mistake is judged from what its player knew. A card from the face-down pile is luck as far
    as it was better than the mean of all cards that could have come, so luck has the expectation 0.
    The tiles lie open before the hands are dealt and favour nobody. The luck of the deal is which
    player got which hand.

    :param value: gives the probabilities (default: `NetworkValue` where the network of `learnt`
        knows the rules, and `PointsValue` elsewhere)

    >>> from keltis.bots import play_match, review
    >>> told = review(play_match(["greedy", "random"], seed=7, max_moves=4))
    >>> balance = told.balances[0]
    >>> balance.start + balance.luck + balance.play + balance.play_of_others == balance.result
    True
    """
    value = value or best_value(record.start.rules, record.player_count)
    other_deals = list(_other_deals(record.start))
    worths = [_exact(worth.shares) for worth in value.worths([*other_deals, *record.states])]
    deals, shares = worths[: len(other_deals) + 1], worths[len(other_deals) :]
    means = [math.fsum(column) / len(deals) for column in zip(*deals, strict=True)]
    return Review(
        names=record.names or tuple(f"seat {seat}" for seat in range(record.player_count)),
        start=_exact(means),
        moves=tuple(_review_moves(record, shares, value)),
        result=shares[-1],
        value=type(value).__name__,
    )


def _other_deals(start: GameState) -> Iterator[GameState]:
    """The other positions that are as likely before the hands are dealt: other seats have them."""
    players, size = start.players, len(start.players)
    if any(start.discards) or any(any(player.columns) for player in players):
        return  # no deal
    for shift in range(1, size):
        dealt = [
            with_hand(player, hand=players[(seat + shift) % size].hand, seen=())
            for seat, player in enumerate(players)
        ]
        yield attrs.evolve(start, players=tuple(dealt))


def _review_moves(
    record: Record[GameState, Move], shares: Sequence[Shares], value: Value
) -> Iterator[ReviewedMove]:
    reached = iter(shares)
    before = next(reached)
    turns = [(number, *made) for number, turn in enumerate(record.turns, 1) for made in turn]
    for (turn, state, move), then in zip(turns, reached, strict=True):
        seat, after, card = state.to_move, then, None
        if move == DRAW_PILE:
            mean, _ = draw_worths(state, value)
            after, card = _exact(mean.shares), state.draw_pile[-1]
        moves = legal_moves(state)
        chances = value.chances(observe(state, seat), moves) if len(moves) > 1 else [0.0]
        made, most = chances[moves.index(move)], max(chances)
        yield ReviewedMove(
            turn=turn,
            seat=seat,
            move=move,
            before=before,
            after=after,
            best=move if made == most else moves[chances.index(most)],
            lost=most - made,
            card=card,
            luck=_difference(then, after),
        )
        before = then


def _exact(shares: Sequence[float]) -> Shares:
    """Round probabilities far behind the point, so that sums and differences are exact."""
    return tuple([round(share * _EXACT) / _EXACT for share in shares])


def _difference(shares: Shares, others: Shares) -> Shares:
    return tuple(map(sub, shares, others))


# The picture

_PALETTE: Final = Palette(
    Theme,
    {
        **COMMON,
        "line": ("#d5cfbf", "#343b40"),
        "faint": ("#56524a", "#b3b3aa"),
        "mistake": (Paint("#b01e1e", "#ffffff"), Paint("#ff7a6b", "#16181a")),
        "luck": (Paint("#1e7a3c", "#ffffff"), Paint("#6ec26a", "#16181a")),
        "player 0": ("#2646b0", "#8fa8ff"),
        "player 1": ("#b3560b", "#f0a040"),
        "player 2": ("#6b2f8f", "#cf9bf0"),
        "player 3": ("#26241f", "#ece8de"),
    },
)
_WIDTH, _HEIGHT = 900.0, 300.0
_LEFT, _RIGHT, _TOP = 70.0, 24.0, 60.0
_LINE: Final = 30.0
_MARKED: Final = 4
"""How many mistakes, and how many strokes of luck, are marked."""
_TICKS: Final = 10
"""The most numbers of turns under the curve."""


def _draw(told: Review, theme: Theme, *, legend: bool) -> str:
    seats = range(1 if len(told.names) == 2 else len(told.names))
    step = (_WIDTH - _LEFT - _RIGHT) / max(1, len(told.moves))

    def place(number: int, share: float) -> svg.Point:
        return _LEFT + step * number, _TOP + _HEIGHT * (1 - share)

    marked = _marked(told)
    parts = [*_grid(told, place, theme)]
    for seat in seats:
        parts += _curve(told, seat, place, getattr(theme, f"player {seat % 4}"))
    lines = []
    for mark, (number, move) in enumerate(marked, 1):
        seat = move.seat if len(seats) > 1 else 0
        share = move.after[seat] + move.luck[seat]
        paint = theme.paints["mistake" if move.is_mistake else "luck"]
        y = _TOP + _HEIGHT + 60 + _LINE * mark
        for middle in (place(number, share), *([(_LEFT - 30, y)] if legend else [])):
            lines.append(svg.circle(middle, 11, paint.fill, theme.page.fill, 2))
            lines.append(svg.label(*middle, str(mark), 14, 20, paint.ink, bold=True))
        if legend:
            text, room = _explain(told, move), _WIDTH - _LEFT - _RIGHT
            lines.append(svg.label(_LEFT - 6, y, text, 17, room, theme.page.ink, anchor="start"))
    title = f"Chance to win: {', '.join(told.names)}"
    text = ". ".join(
        f"{name}: luck {svg.percent(balance.luck, signed=True)}, play "
        f"{svg.percent(balance.play + balance.play_of_others, signed=True)}"
        for name, balance in zip(told.names, told.balances, strict=True)
    )
    parts.append(svg.label(_LEFT, 26, text, 19, _WIDTH - _LEFT, theme.page.ink, anchor="start"))
    box = _WIDTH, _TOP + _HEIGHT + 60 + _LINE * (len(marked) + 0.8) * legend
    return theme.picture(title, text, box, [*parts, *lines])


def _marked(told: Review) -> list[tuple[int, ReviewedMove]]:
    """The moves with marks, each with the number of moves up to it."""
    marked = {*told.mistakes[:_MARKED], *told.strokes_of_luck[:_MARKED]}
    return [(number, move) for number, move in enumerate(told.moves, 1) if move in marked]


def _explain(told: Review, move: ReviewedMove) -> str:
    if move.is_mistake:
        text = f"{move.move} cost {svg.percent(move.lost)}; {move.best} was better"
    else:
        text = f"drew {move.card}, luck {svg.percent(move.luck[move.seat], signed=True)}"
    return f"Turn {move.turn}, {told.names[move.seat]}: {text}"


def _curve(
    told: Review, seat: int, place: Callable[[int, float], svg.Point], paint: str
) -> Iterator[str]:
    """The curve of a seat: decisions lean, cards from the pile are upright."""
    points = [place(0, told.start[seat])]
    for number, move in enumerate(told.moves):
        points.append(place(number, move.before[seat]))
        points.append(place(number + 1, move.after[seat]))
    points.append(place(len(told.moves), told.result[seat]))
    yield svg.curve(
        svg.path_data(("M", points[:1]), ("L", points[1:])), paint, 2.5, stroke_linejoin="round"
    )


def _grid(told: Review, place: Callable[[int, float], svg.Point], theme: Theme) -> Iterator[str]:
    """The percents, the numbers of turns, and whose chance it is."""
    ink, right = theme.faint, _WIDTH - _RIGHT
    for quarter in range(5):
        _, y = place(0, quarter / 4)
        yield svg.curve(svg.path_data(("M", [(_LEFT, y)]), ("L", [(right, y)])), theme.line, 1)
        yield svg.label(_LEFT - 8, y, svg.percent(quarter / 4), 15, 50, ink, anchor="end")
    last = told.moves[-1].turn if told.moves else 1
    shown = math.ceil(last / _TICKS)
    for number, move in enumerate(told.moves):
        is_first = not number or told.moves[number - 1].turn != move.turn
        if is_first and (move.turn - 1) % shown == 0:
            x, y = place(number, 0)
            yield svg.label(x, y + 18, str(move.turn), 15, 40, ink)
    yield svg.label((_LEFT + right) / 2, _TOP + _HEIGHT + 42, "turn", 15, 60, ink)
    if len(told.names) == 2:
        for name, share, away in zip(told.names, (1.0, 0.0), (16, -16), strict=True):
            _, y = place(0, share)
            yield svg.label(_LEFT + 8, y + away, f"{name} wins", 15, 300, ink, anchor="start")
        return
    for seat, name in enumerate(told.names):
        x = _LEFT + 8 + seat * (right - _LEFT) / len(told.names)
        paint = getattr(theme, f"player {seat % 4}")
        yield svg.label(x, _TOP - 12, name, 15, 150, paint, anchor="start", bold=True)
