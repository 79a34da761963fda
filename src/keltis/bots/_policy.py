"""The policy: a quick score of each move, from which the search takes priors and plays rollouts.

The evaluation looks at a whole position. The policy looks only at the move: the values that the
card skips in its column, the gain of the next stone, the use of the card for the next player.
"""

from collections.abc import Sequence

from keltis import _weights
from keltis._engine.cards import CLOVER, LARGE, WISHING_STONE, Card, Colour, Figure
from keltis._engine.ending import figures_in_goal
from keltis._engine.legality import fits
from keltis._engine.moves import Advance, Discard, Draw, Lay, Move
from keltis._engine.players import PlayerState
from keltis._engine.scoring import scores
from keltis._engine.state import GameState


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
    patience = min(1.0, _turns_left(state) / _weights.PATIENCE)
    step = _weights.LAY_STEP * _step(state, player, colour)
    return _weights.LAY + step - _weights.GAP * skipped * patience


def _entry(state: GameState, player: PlayerState, card: Card, figure: Figure) -> float:
    """A new path pays off with a card near an end of the values, and more of its colour in hand."""
    if _turns_left(state) < _weights.LATE:
        return _weights.LATE_ENTRY
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
    value = following + _weights.ROOM * room + _weights.ENTRY
    return value + _weights.LARGE_ENTRY * (following - 2) if figure is LARGE else value


def _discard(state: GameState, player: PlayerState, card: Card) -> float:
    colour = card.colour
    if player.rows[colour]:
        column = player.columns[colour]
        if not fits(state, state.to_move, card):
            value = _weights.USELESS
        else:
            distance = abs(card.value - column[-1].value) if column else 0
            value = _weights.USEFUL_GAP * distance + _weights.USEFUL
    elif _turns_left(state) < _weights.LATE:
        value = _weights.USELESS
    else:
        held = sum([other.colour is colour for other in player.hand])
        value = _weights.HELD - _weights.HELD * held
    following = (state.to_move + 1) % len(state.players)
    column = state.players[following].columns[colour]
    if column and fits(state, following, card):
        distance = abs(card.value - column[-1].value)
        value -= max(0.0, _weights.GIFT - _weights.GIFT_GAP * distance)
    return value


def _draw(state: GameState, player: PlayerState, source: Colour | None) -> float:
    if source is None:
        return 0.0
    card, column = state.discards[source][-1], player.columns[source]
    if not column or not fits(state, state.to_move, card):
        return -_weights.DRAW
    return _weights.DRAW - _weights.DRAW_GAP * abs(card.value - column[-1].value)


def _step(state: GameState, player: PlayerState, colour: Colour) -> float:
    """Return the gain of the next stone of a path for the player to move."""
    rules, row = state.rules, player.rows[colour]
    points = rules.row_points
    if row == len(points):
        return _weights.FINISHED_STEP
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
        return gain + _weights.CLOVER_STEP
    return gain + (_weights.STONE_STEP if tile is WISHING_STONE else tile.points)


def _last_step(state: GameState, gain: int) -> float:
    """Score a step with this gain that ends the game (E1)."""
    points = [score.total for score in scores(state)]
    mine = points.pop(state.to_move) + gain
    return _weights.SURE if mine > max(points, default=mine - 1) else -_weights.SURE


def _turns_left(state: GameState) -> float:
    """Return the turns that each player has until the pile is empty."""
    return len(state.draw_pile) / len(state.players)
