"""What a move does.

The state after a legal move in a possible state is possible, so the states made here are made on
trust. The one exception is a state in which a tile waits for `resolve_tile`: no move makes such a
state.
"""

import attrs

from keltis._shared.text import short_repr
from keltis._shared.values import replaced
from keltis.board import CLOVER, LARGE, WISHING_STONE, ByColour, Figure, Tiles, number_points
from keltis.cards import Card, Colour, with_card, without_card
from keltis.ending import end_reason
from keltis.errors import InvalidArgument
from keltis.legality import IllegalMove, illegality
from keltis.moves import ADVANCE, DRAW, OVER, PLAY, Advance, Discard, Draw, Lay, Move, Phase
from keltis.options import Options, with_column
from keltis.players import PlayerState, can_advance, options_of, trusted_player
from keltis.state import GameState, require_state, trusted_state


def apply_move(state: GameState, move: Move) -> GameState:
    """The state after this move; the old one is untouched.

    Raises `IllegalMove`, with the reason, if the rules do not allow it.

    >>> import keltis
    >>> state = keltis.new_game(2, seed=1)
    >>> apply_move(state, keltis.Discard(keltis.Card.parse("R6"))).phase
    Phase.DRAW
    >>> apply_move(state, keltis.Draw(None))
    Traceback (most recent call last):
    ...
    keltis.IllegalMove: draw pile: a card must be played first: Discard or Lay
    """
    reason = illegality(state, move)
    if reason is not None:
        raise IllegalMove(reason, move, state)
    if type(move) is Draw:
        return _draw(state, move.source)
    if type(move) is Discard:
        return _discard(state, move.card)
    if type(move) is Lay:
        return _lay(state, move.card, move.figure)
    if type(move) is Advance:
        player = state.players[state.to_move]
        return _step(state, move.colour, move.figure, player.hand, player.columns, player.seen)
    return _go_on(state, state.players[state.to_move], state.options[state.to_move], DRAW)


def resolve_tile(state: GameState, colour: Colour) -> GameState:
    """What the tile under the mover's figure on this path does, when the figure has just moved there (P1 to P6).

    The state is one between the move of a figure and the draw, so its phase is DRAW. A number gives
    points, a wishing stone is taken, and a clover makes the phase ADVANCE if any figure can move.
    Without a tile, nothing happens.

    `apply_move` does this itself. In a state that you wrote down, do it before a card is drawn:
    afterwards it is too late. Raises `InvalidState` if the figure cannot have just moved there,
    because the clover has been used.
    """
    require_state(state)
    if type(colour) is not Colour:
        raise InvalidArgument(f"expected a Colour, not {short_repr(colour)}")
    if state.phase is not DRAW:
        raise InvalidArgument(
            f"a tile counts before the draw, so the phase must be DRAW, not {state.phase.name}"
        )
    if state.barred is not None:
        raise InvalidArgument("a card has been discarded, so no figure has moved on to a tile")
    after = _arrive(state, state.players[state.to_move], state.options[state.to_move], colour)
    return attrs.evolve(after)  # refuses a state that cannot be


def _discard(state: GameState, card: Card) -> GameState:
    """T1."""
    to_move, colour = state.to_move, card.colour
    player = state.players[to_move]
    players = list(state.players)
    players[to_move] = trusted_player(
        without_card(player.hand, card),
        player.columns,
        player.rows,
        player.large,
        player.tile_points,
        player.wishing_stones,
        without_card(player.seen, card),
    )
    discards = list(state.discards)
    discards[colour] += (card,)
    return trusted_state(
        state.rules,
        tuple(players),
        state.tiles,
        state.draw_pile,
        tuple(discards),
        state.removed,
        to_move,
        DRAW,
        False,
        None if state.rules.may_take_own_discard else colour,  # T7
        state.options,
    )


def _lay(state: GameState, card: Card, figure: Figure | None) -> GameState:
    """T2, T3 and T5."""
    rules, player, colour = state.rules, state.players[state.to_move], card.colour
    hand, seen = without_card(player.hand, card), without_card(player.seen, card)
    columns = replaced(player.columns, colour, player.columns[colour] + (card,))
    if player.rows[colour] < rules.path_length:
        return _step(state, colour, figure, hand, columns, seen)
    played = trusted_player(
        hand, columns, player.rows, player.large, player.tile_points, player.wishing_stones, seen
    )
    options = with_column(state.options[state.to_move], rules, colour, columns[colour])
    if can_advance(rules, played):
        return _go_on(state, played, options, ADVANCE, may_decline=True)
    return _go_on(state, played, options, DRAW)


def _step(
    state: GameState,
    colour: Colour,
    figure: Figure | None,
    hand: tuple[Card, ...],
    columns: ByColour[tuple[Card, ...]],
    seen: tuple[Card, ...],
) -> GameState:
    """Move the mover's figure on a path one stone, or bring `figure` on to it, with what that does (E1, P1 to P6).

    The hand, the columns and the seen cards are the mover's after the card that was played.
    """
    rules, player = state.rules, state.players[state.to_move]
    row = player.rows[colour] + 1
    moved = trusted_player(
        hand,
        columns,
        replaced(player.rows, colour, row),
        colour if figure is LARGE else player.large,
        player.tile_points,
        player.wishing_stones,
        seen,
    )
    options = state.options[state.to_move]
    if figure is not None:
        options = options_of(rules, moved)
    elif columns is not player.columns:
        options = with_column(options, rules, colour, columns[colour])
    if (
        row == rules.goal_row
        and end_reason(rules, replaced(state.players, state.to_move, moved), state.draw_pile)
        is not None
    ):
        return _go_on(state, moved, options, OVER)  # E1
    return _arrive(state, moved, options, colour)


def _arrive(state: GameState, player: PlayerState, options: Options, colour: Colour) -> GameState:
    """The state after the mover, now as `player`, has moved the figure on this path, with what the tile there does."""
    row = player.rows[colour]
    tile = state.tiles[colour][row]
    if tile is None:
        return _go_on(state, player, options, DRAW)
    if tile is CLOVER:
        if can_advance(state.rules, player):
            return _go_on(
                state, player, options, ADVANCE, state.rules.clover_may_be_declined
            )  # P3, P4
        return _go_on(state, player, options, DRAW)  # P6
    points, stones, tiles = player.tile_points, player.wishing_stones, state.tiles
    if tile is WISHING_STONE:  # P2
        stones += 1
        tiles = replaced(tiles, colour, replaced(tiles[colour], row, None))
    else:  # P1, counted afresh, so that a tile which is resolved twice gives its points once
        points = number_points(tiles, player.rows)
    rewarded = trusted_player(
        player.hand, player.columns, player.rows, player.large, points, stones, player.seen
    )
    return _go_on(state, rewarded, options, DRAW, tiles=tiles)


def _go_on(
    state: GameState,
    player: PlayerState,
    options: Options,
    phase: Phase,
    may_decline: bool = False,
    tiles: Tiles | None = None,
) -> GameState:
    """The same turn, with the mover now as `player`, and the decision that is due next."""
    to_move = state.to_move
    return trusted_state(
        state.rules,
        replaced(state.players, to_move, player),
        state.tiles if tiles is None else tiles,
        state.draw_pile,
        state.discards,
        state.removed,
        to_move,
        phase,
        may_decline,
        None,
        replaced(state.options, to_move, options),
    )


def _draw(state: GameState, source: Colour | None) -> GameState:
    """T7."""
    to_move = state.to_move
    player = state.players[to_move]
    draw_pile, discards, seen = state.draw_pile, state.discards, player.seen
    if source is None:
        card = draw_pile[-1]
        draw_pile = draw_pile[:-1]
    else:
        card = discards[source][-1]
        discards = replaced(discards, source, discards[source][:-1])
        seen += (card,)
    players = list(state.players)
    players[to_move] = trusted_player(
        with_card(player.hand, card),
        player.columns,
        player.rows,
        player.large,
        player.tile_points,
        player.wishing_stones,
        seen,
    )
    if not draw_pile and end_reason(state.rules, players, draw_pile) is not None:
        phase = OVER  # E2
    else:
        phase = PLAY
        to_move = (to_move + 1) % len(players)  # S5
    return trusted_state(
        state.rules,
        tuple(players),
        state.tiles,
        draw_pile,
        discards,
        state.removed,
        to_move,
        phase,
        False,
        None,
        state.options,
    )
