"""What a move does, and whole turns: a card played, the steps that follow, and a card drawn.

The state after a legal move in a possible state is possible, so the functions here do not check
the states that they make.
"""

from collections.abc import Iterator
from typing import final

import attrs

from keltis._engine.cards import (
    CLOVER,
    LARGE,
    WISHING_STONE,
    Card,
    Colour,
    Figure,
    Tiles,
    insert_card,
    remove_card,
)
from keltis._engine.ending import end_reason
from keltis._engine.legality import (
    IllegalMove,
    advance_illegality,
    decline_illegality,
    draw_illegality,
    lay_illegality,
    legal_moves,
    play_illegality,
    unknown_illegality,
)
from keltis._engine.moves import (
    ADVANCE,
    DRAW,
    OVER,
    PLAY,
    Advance,
    Decline,
    Discard,
    Draw,
    Lay,
    Move,
    Phase,
)
from keltis._engine.options import Options, column_options, player_options
from keltis._engine.players import (
    PlayerState,
    can_advance,
    with_figure,
    with_hand,
    with_reward,
)
from keltis._engine.rules import Rules
from keltis._engine.state import GameState, after_card, after_step
from keltis._lib.values import Immutable, replace_item


def apply_move(state: GameState, move: Move) -> GameState:  # noqa: C901 - a case for each move
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
    if type(move) is Draw:
        reason = draw_illegality(state, move)
        if reason is None:
            return _draw(state, move.source)
    elif type(move) is Discard:
        hand = remove_card(state.players[state.to_move].hand, move.card)
        reason = play_illegality(state, hand)
        if reason is None:
            return _discard(state, move.card, hand)
    elif type(move) is Lay:
        hand = remove_card(state.players[state.to_move].hand, move.card)
        reason = play_illegality(state, hand) or lay_illegality(state, move)
        if reason is None:
            return _lay(state, move.card, move.figure, hand)
    elif type(move) is Advance:
        reason = advance_illegality(state, move)
        if reason is None:
            return _advance(state, move.colour, move.figure)
    elif type(move) is Decline:
        reason = decline_illegality(state)
        if reason is None:
            return _lapse(state)
    else:
        reason = unknown_illegality(move)
    raise IllegalMove(reason, move, state)


def resolve_tile(
    rules: Rules, tiles: Tiles, player: PlayerState, colour: int
) -> tuple[Tiles, PlayerState, bool]:
    """What the tile under the player's figure on this path does (P1, P2, P3).

    Returns the tiles and the player after it, and whether a clover now owes the player a step.
    `apply_move` calls this after every move of a figure, unless that move ends the game (E1).

    >>> import keltis
    >>> from keltis.testing import Seat, position
    >>> state = position(Seat(laid="R3 R4 R5"), Seat(), tiles={"R3": keltis.Tile.CLOVER})
    >>> tiles, player, step_owed = keltis.resolve_tile(
    ...     state.rules, state.tiles, state.players[0], keltis.Colour.RED
    ... )
    >>> step_owed
    True
    """
    row = player.rows[colour]
    tile = tiles[colour][row]
    if tile is None:
        return tiles, player, False
    if tile is CLOVER:
        return tiles, player, can_advance(rules, player)  # P3, P6
    points, stones = player.tile_points + tile.points, player.wishing_stones  # P1
    if tile is WISHING_STONE:  # P2
        stones += 1
        tiles = replace_item(tiles, colour, replace_item(tiles[colour], row, None))
    return tiles, with_reward(player, tile_points=points, wishing_stones=stones), False


def _discard(state: GameState, card: Card, hand: tuple[Card, ...]) -> GameState:
    """Discard a card, with this hand left (T1)."""
    seat, pile = state.to_move, card.colour_index
    player = state.players[seat]
    player = with_hand(player, hand=hand, seen=remove_card(player.seen, card))
    return after_card(
        state,
        players=replace_item(state.players, seat, player),
        draw_pile=state.draw_pile,
        discards=replace_item(state.discards, pile, state.discards[pile] + (card,)),
        to_move=seat,
        phase=DRAW,
        barred=None if state.rules.may_take_own_discard else card.colour,  # T7
    )


def _lay(state: GameState, card: Card, figure: Figure | None, hand: tuple[Card, ...]) -> GameState:
    """Lay a card, with this hand left (T2, T3 and T5)."""
    rules, player, path = state.rules, state.players[state.to_move], card.colour_index
    row, column = player.rows[path], player.columns[path] + (card,)
    finished = row == rules.path_length
    player = with_figure(
        player,
        hand=hand,
        columns=replace_item(player.columns, path, column),
        rows=player.rows if finished else replace_item(player.rows, path, row + 1),
        large=card.colour if figure is LARGE else player.large,
        seen=remove_card(player.seen, card),
    )
    if figure is None:
        options = state.options[state.to_move]
        options = replace_item(options, path, column_options(rules, path, column))
    else:
        options = player_options(rules, player)
    if not finished:
        return _arrive(state, player, options, path)
    if can_advance(rules, player):
        return _continue_turn(state, state.tiles, player, options, ADVANCE, may_decline=True)
    return _continue_turn(state, state.tiles, player, options, DRAW)


def _lapse(state: GameState) -> GameState:
    """The step that is due is not taken (P4, P6)."""
    seat = state.to_move
    return _continue_turn(state, state.tiles, state.players[seat], state.options[seat], DRAW)


def _advance(state: GameState, colour: Colour, figure: Figure | None) -> GameState:
    """Move the figure on a path one stone, or bring `figure` on to it (P3, P5 and T5)."""
    player, options = state.players[state.to_move], state.options[state.to_move]
    if player.rows[colour] == state.rules.path_length:  # P6: a wasted step
        return _lapse(state)
    player = with_figure(
        player,
        hand=player.hand,
        columns=player.columns,
        rows=replace_item(player.rows, colour, player.rows[colour] + 1),
        large=colour if figure is LARGE else player.large,
        seen=player.seen,
    )
    if figure is not None:
        options = player_options(state.rules, player)
    return _arrive(state, player, options, colour)


def _arrive(state: GameState, player: PlayerState, options: Options, path: int) -> GameState:
    """The state after the mover, now `player`, has moved the figure on this path."""
    rules = state.rules
    if player.rows[path] == rules.goal_row:
        players = replace_item(state.players, state.to_move, player)
        if end_reason(rules, players, len(state.draw_pile)) is not None:  # E1
            return _continue_turn(state, state.tiles, player, options, OVER)
    tiles, player, step_owed = resolve_tile(rules, state.tiles, player, path)
    if not step_owed:
        return _continue_turn(state, tiles, player, options, DRAW)
    may_decline, may_waste = rules.clover_may_be_declined, rules.step_may_be_wasted  # P4, P6
    return _continue_turn(state, tiles, player, options, ADVANCE, may_decline, may_waste)


def _continue_turn(
    state: GameState,
    tiles: Tiles,
    player: PlayerState,
    options: Options,
    phase: Phase,
    may_decline: bool = False,
    may_waste: bool = False,
) -> GameState:
    """The same turn, with the mover now `player`, and the decision that is due next."""
    return after_step(
        state,
        players=replace_item(state.players, state.to_move, player),
        tiles=tiles,
        phase=phase,
        may_decline=may_decline,
        may_waste=may_waste,
        options=replace_item(state.options, state.to_move, options),
    )


def _draw(state: GameState, source: Colour | None) -> GameState:
    """Take a card (T7)."""
    seat = state.to_move
    player = state.players[seat]
    draw_pile, discards, seen = state.draw_pile, state.discards, player.seen
    if source is None:
        card = draw_pile[-1]
        draw_pile = draw_pile[:-1]
    else:
        pile = discards[source]
        card = pile[-1]
        discards = replace_item(discards, source, pile[:-1])
        seen += (card,)
    player = with_hand(player, hand=insert_card(player.hand, card), seen=seen)
    players = replace_item(state.players, seat, player)
    over = not draw_pile and end_reason(state.rules, players, 0) is not None  # E2
    return after_card(
        state,
        players=players,
        draw_pile=draw_pile,
        discards=discards,
        to_move=seat if over else (seat + 1) % len(players),  # S5
        phase=OVER if over else PLAY,
        barred=None,
    )


@final
@attrs.frozen
class Turn(Immutable):
    """A complete turn of the player to move, or what is left of one.

    >>> import keltis
    >>> turn = next(keltis.legal_turns(keltis.new_game(2, seed=1)))
    >>> print(turn), turn.state.to_move
    lay R6 small, draw pile
    (None, 1)
    """

    moves: tuple[Move, ...]
    """The decisions in order, such as `lay R7`, `advance P`, `draw pile`."""
    state: GameState
    """The state after the last of them: the next player's, or the end of the game."""

    def __repr__(self) -> str:
        return f"<Turn {self}>"

    def _repr_svg_(self) -> str:
        """The picture in a notebook: the board after it, without the hands."""
        return self.state._repr_svg_()

    def __str__(self) -> str:
        return ", ".join(map(str, self.moves))


def legal_turns(state: GameState) -> Iterator[Turn]:
    """All complete turns of the player to move, one after the other as you ask for them.

    A turn ends when a card is drawn or the game is over. In the middle of a turn, the turns are
    the ways to complete it; when the game is over, there are none. No turn comes twice. They are
    in the order of `legal_moves` at the first decision, then at the second, and so on. Under the
    presets there are some hundreds at most; their number grows exponentially with the clovers that
    one turn can reach.

    The state knows the order of the face-down pile, so `draw pile` has one result. For what a
    player can foresee, ask for the turns of `determinize(view, rng)`.

    >>> import keltis
    >>> state = keltis.new_game(2, seed=1)
    >>> for turn in keltis.legal_turns(state):
    ...     print(turn)
    ...     break
    ...
    lay R6 small, draw pile
    >>> sum(1 for _ in keltis.legal_turns(state))
    32
    """
    return _complete(state, ())


def _complete(state: GameState, moves: tuple[Move, ...]) -> Iterator[Turn]:
    for move in legal_moves(state):
        after = apply_move(state, move)
        if after.phase is PLAY or after.phase is OVER:
            yield Turn((*moves, move), after)
        else:
            yield from _complete(after, (*moves, move))
