"""The policy: a quick score of each move, from which the search takes priors and plays rollouts.

The evaluation looks at a whole position. The policy looks only at the move: the values that the
card skips in its column, the gain of the next stone, the use of the card for the next player. The
constants were tuned by play.
"""

from collections.abc import Sequence
from typing import Final

from keltis.board import CLOVER, LARGE, WISHING_STONE, Figure
from keltis.cards import Card, Colour
from keltis.ending import figures_in_goal
from keltis.legality import fits
from keltis.moves import Advance, Discard, Draw, Lay, Move
from keltis.players import PlayerState
from keltis.scoring import scores
from keltis.state import GameState

_SURE: Final = 50.0
"""The score of a move that wins at once; a move that loses at once scores the negative."""
_LATE: Final = 6
"""With fewer turns left, no new path pays off."""
_PATIENCE: Final = 18
"""With fewer turns left, gaps in a column cost less."""


def policy_scores(state: GameState, moves: Sequence[Move]) -> list[float]:
    """Return a score for each of the moves of the player to move, roughly in points."""
    player = state.players[state.to_move]
    scored = []
    for move in moves:
        if type(move) is Lay:
            scored.append(_lay(state, player, move.card, move.figure))
        elif type(move) is Discard:
            scored.append(_discard(state, player, move.card))
        elif type(move) is Draw:
            scored.append(_draw(state, player, move.source))
        elif type(move) is Advance:
            wasted = player.rows[move.colour] == state.rules.path_length  # P6
            scored.append(0.0 if wasted else _step(state, player, move.colour))
        else:
            scored.append(0.0)
    return scored


def _lay(state: GameState, player: PlayerState, card: Card, figure: Figure | None) -> float:
    colour = card.colour
    if figure is not None:
        return _entry(state, player, card, figure)
    column = player.columns[colour]
    skipped = abs(card.value - column[-1].value) if column else 0
    patience = min(1.0, _turns_left(state) / _PATIENCE)
    return 2.5 + 0.4 * _step(state, player, colour) - 0.8 * skipped * patience


def _entry(state: GameState, player: PlayerState, card: Card, figure: Figure) -> float:
    """A new path pays off with a card near an end of the values, and more of its colour in hand."""
    if _turns_left(state) < _LATE:
        return -5.0
    colour, index = card.colour, card.index
    above = below = 0
    for held in player.hand:
        if held.colour is colour:
            above += held.index >= index
            below += held.index <= index
    values = state.rules.values
    room, following = (
        (values[-1] - card.value, above) if above >= below else (card.value - values[0], below)
    )
    value = following + 0.3 * room - 4.0
    return value + 0.5 * (following - 2) if figure is LARGE else value


def _discard(state: GameState, player: PlayerState, card: Card) -> float:
    colour = card.colour
    if player.rows[colour]:
        column = player.columns[colour]
        if not fits(state, state.to_move, card):
            value = 1.0
        else:
            value = 0.2 * abs(card.value - column[-1].value) - 2.0 if column else -2.0
    elif _turns_left(state) < _LATE:
        value = 1.0
    else:
        value = 0.5
        for held in player.hand:
            if held.colour is colour:
                value -= 0.5
    following = (state.to_move + 1) % len(state.players)
    column = state.players[following].columns[colour]
    if column and fits(state, following, card):
        value -= max(0.0, 1.5 - 0.1 * abs(card.value - column[-1].value))
    return value


def _draw(state: GameState, player: PlayerState, source: Colour | None) -> float:
    if source is None:
        return 0.0
    card, column = state.discards[source][-1], player.columns[source]
    if not column or not fits(state, state.to_move, card):
        return -2.0
    return 2.0 - 0.6 * abs(card.value - column[-1].value)


def _step(state: GameState, player: PlayerState, colour: Colour) -> float:
    """Return the gain of the next stone of a path for the player to move."""
    rules, row = state.rules, player.rows[colour]
    points = rules.row_points
    if row == len(points):
        return 1.5  # a card on a finished path moves another figure (T5)
    gain = points[row] - points[row - 1] if row else points[0]
    if colour is player.large:
        gain *= rules.large_factor
    if (
        row + 1 == rules.goal_row
        and figures_in_goal(rules, state.players) == rules.goal_figures - 1
    ):
        return _last_step(state, gain)
    tile = state.tiles[colour][row + 1]
    if tile is None:
        return gain
    if tile is CLOVER:
        return gain + 2.0
    return gain + (2.5 if tile is WISHING_STONE else tile.points)


def _last_step(state: GameState, gain: int) -> float:
    """Score a step with this gain that ends the game (E1)."""
    points = [score.total for score in scores(state)]
    mine = points.pop(state.to_move) + gain
    return _SURE if mine > max(points, default=mine - 1) else -_SURE


def _turns_left(state: GameState) -> float:
    """Return the turns that each player has until the pile is empty."""
    return len(state.draw_pile) / len(state.players)
