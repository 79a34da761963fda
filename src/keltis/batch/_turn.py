"""The flow of a turn over records: what the scalar engine does in `play`, `legality` and `scoring`.

This is the one place where a rule exists a second time; the lockstep tests compare both engines
after every decision. Everything that can be a table comes from the scalar engine (`Tables`).

Kernels run compiled or as plain Python. So fields are made `int` before they are shifted: as small
integers of NumPy they would overflow.
"""

from keltis.batch._bits import lowest_bit, wide
from keltis.batch._compiler import inlined
from keltis.batch._layout import (
    ADVANCE,
    CARD_STRIDE,
    CLOVER,
    COLOURS,
    DRAW,
    DRAW_PILE_EMPTY,
    FIFTH_FIGURE,
    NO_COLOUR,
    OVER,
    PLAY,
    STONE,
    Game,
    Int8s,
    Tables,
)

# Action numbers, as in keltis.learning.
FIRST_ADVANCE, DECLINE, FIRST_PLAY = 6, 21, 22
WAYS_TO_ADVANCE, WAYS_TO_PLAY = 3, 4
DISCARD = 3
"""Among the ways to play a card: 0 for a lay without a figure entering, then small, then large."""
LARGE = 2


@inlined
def apply_action(game: Game, tables: Tables, action: int) -> None:
    """Make a legal move, given as its action number."""
    player = wide(game.to_move)
    if action >= FIRST_PLAY:
        card = (action - FIRST_PLAY) // WAYS_TO_PLAY
        way = (action - FIRST_PLAY) % WAYS_TO_PLAY
        place = wide(tables.place[card // COLOURS])
        if way == DISCARD:
            _discard(game, tables, player, card % COLOURS, place)
        else:
            _lay(game, tables, player, card % COLOURS, place, way)
    elif action < FIRST_ADVANCE:
        _draw(game, tables, player, action - 1)
    elif action == DECLINE:  # P4, T5
        game.phase = DRAW
        game.may_decline = 0
        game.may_waste = 0
    else:
        step = action - FIRST_ADVANCE
        game.may_decline = 0
        game.may_waste = 0
        _advance(game, tables, player, step // WAYS_TO_ADVANCE, step % WAYS_TO_ADVANCE)


@inlined
def _discard(game: Game, tables: Tables, player: int, colour: int, place: int) -> None:
    """T1."""
    _take_from_hand(game, tables, player, colour, place)
    size = wide(game.discard_sizes[colour])
    game.discards[colour, size] = place
    game.discard_sizes[colour] = size + 1
    game.phase = DRAW
    if tables.own_discard_barred:  # T7
        game.barred = colour


@inlined
def _lay(game: Game, tables: Tables, player: int, colour: int, place: int, figure: int) -> None:
    """T2, T3 and T5."""
    _take_from_hand(game, tables, player, colour, place)
    game.laid[player, card_place(tables, colour, place)] += 1
    game.column[player, colour] = tables.next[game.column[player, colour], place]
    if game.rows[player, colour] < tables.path_length:
        _step(game, tables, player, colour, figure)
    elif can_advance(game, tables, player):  # T5
        game.phase = ADVANCE
        game.may_decline = 1
    else:
        game.phase = DRAW


@inlined
def _advance(game: Game, tables: Tables, player: int, colour: int, figure: int) -> None:
    """P3 to P6, T5."""
    if game.rows[player, colour] < tables.path_length:
        _step(game, tables, player, colour, figure)
    else:  # P6: a wasted step
        game.phase = DRAW


@inlined
def _step(game: Game, tables: Tables, player: int, colour: int, figure: int) -> None:
    """Move a figure one stone, or bring one on to the path, with what that does (E1, P1 to P6)."""
    row = wide(game.rows[player, colour]) + 1
    game.rows[player, colour] = row
    if figure:
        game.on_paths[player] += 1
        if figure == LARGE:
            game.large[player] = colour
    game.phase = DRAW
    if row == tables.goal_row:
        game.in_goal += 1
        if game.in_goal >= tables.goal_figures:  # E1
            game.phase = OVER
            game.reason = FIFTH_FIGURE
            return
    tile = game.tiles[colour, row]
    if tile == CLOVER:
        if can_advance(game, tables, player):  # P3, P6
            game.phase = ADVANCE
            game.may_decline = tables.clover_may_be_declined  # P4
            game.may_waste = tables.step_may_be_wasted  # P6
    elif tile == STONE:  # P2
        game.wishing_stones[player] += 1
        game.tiles[colour, row] = 0
    else:  # P1
        game.tile_points[player] += tile


@inlined
def _draw(game: Game, tables: Tables, player: int, source: int) -> None:
    """T7, from a discard pile, or with a source of -1 from the face-down pile."""
    game.barred = NO_COLOUR
    if source < 0:
        top = wide(game.draw_pile) - 1
        card = wide(game.deck[top])
        game.deck[top] = 0
        game.draw_pile = top
        put_in_hand(game, tables, player, card // CARD_STRIDE, card % CARD_STRIDE)
        if top == 0:  # E2
            game.phase = OVER
            game.reason = DRAW_PILE_EMPTY
            return
    else:
        top = wide(game.discard_sizes[source]) - 1
        place = wide(game.discards[source, top])
        game.discards[source, top] = 0
        game.discard_sizes[source] = top
        game.seen[player, card_place(tables, source, place)] += 1
        put_in_hand(game, tables, player, source, place)
    game.phase = PLAY
    game.to_move = player + 1 if player + 1 < tables.players else 0  # S5


@inlined
def card_place(tables: Tables, colour: int, place: int) -> int:
    """The place of a card among all cards, which counts of cards are indexed by."""
    return colour * wide(tables.values) + place


@inlined
def put_in_hand(game: Game, tables: Tables, player: int, colour: int, place: int) -> None:
    """Put a card into a hand."""
    game.hand[player, card_place(tables, colour, place)] += 1
    game.bits[player, colour] |= 1 << place


@inlined
def _take_from_hand(game: Game, tables: Tables, player: int, colour: int, place: int) -> None:
    """Take a card out of a hand; if an equal card was seen, it was that one."""
    card = card_place(tables, colour, place)
    left = wide(game.hand[player, card]) - 1
    game.hand[player, card] = left
    if left == 0:
        game.bits[player, colour] ^= 1 << place
    if game.seen[player, card]:
        game.seen[player, card] -= 1


# Which moves are legal.


@inlined
def waiting_figures(game: Game, tables: Tables, player: int) -> int:
    """The kinds of figure on the starting stone, as bits: 1 for small, 2 for large (T2)."""
    large = 0 if game.large[player] == NO_COLOUR else 1
    return wide(tables.waiting[game.on_paths[player], large])


@inlined
def can_advance(game: Game, tables: Tables, player: int) -> bool:
    """Whether a clover or a finished path could move any figure (P5, P6)."""
    for colour in range(COLOURS):
        if 0 < game.rows[player, colour] < tables.path_length:
            return True
    if tables.advance_may_enter == 0 or game.on_paths[player] == COLOURS:
        return False
    return waiting_figures(game, tables, player) != 0


@inlined
def ways_to_lay(game: Game, player: int, colour: int, waiting: int) -> int:
    """The ways to lay a card that fits, as bits: 1 without a figure entering, 2 small, 4 large."""
    return 1 if game.rows[player, colour] else 2 * waiting


@inlined
def ways_to_advance(game: Game, tables: Tables, player: int, colour: int, waiting: int) -> int:
    """The ways to use a step on a path, as bits: 1 for its figure, 2 small, 4 large (P5, P6)."""
    row = game.rows[player, colour]
    if row == 0:
        return 2 * waiting if tables.advance_may_enter else 0
    return 1 if row < tables.path_length or game.may_waste else 0


@inlined
def can_draw(game: Game, colour: int) -> bool:
    """Whether a discard pile can be drawn from (T7)."""
    return bool(game.discard_sizes[colour] != 0) & (colour != game.barred)


@inlined
def is_legal(game: Game, tables: Tables, action: int) -> bool:
    """Whether an action number is that of a legal move; it can be any number."""
    if action < 0 or action >= tables.actions:
        return False
    player = wide(game.to_move)
    waiting = waiting_figures(game, tables, player)
    if action >= FIRST_PLAY:
        card = (action - FIRST_PLAY) // WAYS_TO_PLAY
        way = (action - FIRST_PLAY) % WAYS_TO_PLAY
        colour = card % COLOURS
        place = wide(tables.place[card // COLOURS])
        if game.phase != PLAY or tables.value[place] != card // COLOURS:
            return False
        if not wide(game.bits[player, colour]) >> place & 1:
            return False
        if way == DISCARD:
            return True
        fits = wide(tables.fits[game.column[player, colour]]) >> place & 1
        return (fits and ways_to_lay(game, player, colour, waiting) >> way & 1) != 0
    if action < FIRST_ADVANCE:
        return game.phase == DRAW and (action == 0 or can_draw(game, action - 1))
    if game.phase != ADVANCE:
        return False
    if action == DECLINE:
        return game.may_decline != 0
    colour = (action - FIRST_ADVANCE) // WAYS_TO_ADVANCE
    way = (action - FIRST_ADVANCE) % WAYS_TO_ADVANCE
    return (ways_to_advance(game, tables, player, colour, waiting) >> way & 1) != 0


@inlined
def first_play(tables: Tables, colour: int, place: int) -> int:
    """The lowest action number of a card: that of its lay without a figure entering."""
    return FIRST_PLAY + WAYS_TO_PLAY * (COLOURS * wide(tables.value[place]) + colour)


@inlined
def write_mask(game: Game, tables: Tables, masks: Int8s, at: int) -> None:
    """Set row `at` to 1 for every legal action and to 0 for the others."""
    for action in range(masks.shape[1]):
        masks[at, action] = 0
    player = wide(game.to_move)
    waiting = waiting_figures(game, tables, player)
    if game.phase == PLAY:
        for colour in range(COLOURS):
            ways = ways_to_lay(game, player, colour, waiting)
            hand = wide(game.bits[player, colour])
            fits = wide(tables.fits[game.column[player, colour]])
            while hand:
                place = lowest_bit(hand)
                hand &= hand - 1
                first = first_play(tables, colour, place)
                masks[at, first + DISCARD] = 1
                if fits >> place & 1:
                    for way in range(DISCARD):
                        masks[at, first + way] = ways >> way & 1
    elif game.phase == DRAW:
        masks[at, 0] = 1
        for colour in range(COLOURS):
            masks[at, 1 + colour] = can_draw(game, colour)
    elif game.phase == ADVANCE:
        for colour in range(COLOURS):
            ways = ways_to_advance(game, tables, player, colour, waiting)
            for way in range(WAYS_TO_ADVANCE):
                masks[at, FIRST_ADVANCE + WAYS_TO_ADVANCE * colour + way] = ways >> way & 1
        masks[at, DECLINE] = game.may_decline


@inlined
def total_score(game: Game, tables: Tables, player: int) -> int:
    """F1 to F3."""
    stones = min(wide(game.wishing_stones[player]), wide(tables.stone_counts) - 1)
    total = wide(game.tile_points[player]) + wide(tables.stone_points[stones])
    for colour in range(COLOURS):
        large = game.large[player] == colour
        total += wide(tables.row_points[1 if large else 0, game.rows[player, colour]])
    return total
