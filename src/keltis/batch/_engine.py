"""The rules over records: what the scalar engine does in `setup`, `play`, `legality` and `scoring`.

Everything that can be a table comes from the scalar engine (`Tables`); the lockstep tests compare
both engines after every decision.

Kernels run compiled or as plain Python. So fields are made `int` before they are shifted: as small
integers of NumPy they would overflow.
"""

import numpy as np

from keltis.batch._compiler import inlined, kernel
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
    Bools,
    Float64s,
    GameData,
    Games,
    Int8s,
    Int32s,
    Int64s,
    TableArray,
    Tables,
    UInt8s,
    UInt64s,
)
from keltis.batch._numbers import (
    GROWTH,
    lowest_bit,
    nth_bit,
    popcount,
    stream_state,
    unit_number,
    wide,
)

# Action numbers, as in keltis.learning.
FIRST_ADVANCE, DECLINE, FIRST_PLAY = 6, 21, 22
WAYS_TO_ADVANCE, WAYS_TO_PLAY = 3, 4
DISCARD = 3
"""Among the ways to play a card: 0 for a lay without a figure entering, then small, then large."""
LARGE = 2


# The deal.


@kernel
def deal_game(game: GameData, tables: Tables, chances: Float64s) -> None:
    """Begin a blank game as `new_game` does, with `chances` for `rng.random()` (S1 to S6)."""
    used = 0
    for place in range(wide(tables.tile_count)):
        game.tiles[tables.stones[place, 0], tables.stones[place, 1]] = tables.tiles[place]
    for last in range(wide(tables.tile_count) - 1, 0, -1):  # S4
        chosen = int(chances[used] * (last + 1))
        used += 1
        colour, row = tables.stones[last, 0], tables.stones[last, 1]
        other, other_row = tables.stones[chosen, 0], tables.stones[chosen, 1]
        tile = game.tiles[colour, row]
        game.tiles[colour, row] = game.tiles[other, other_row]
        game.tiles[other, other_row] = tile
    cards = wide(tables.cards)
    for place in range(cards):
        game.deck[place] = tables.deck[place]
    for last in range(cards - 1, 0, -1):
        chosen = int(chances[used] * (last + 1))
        used += 1
        game.deck[last], game.deck[chosen] = game.deck[chosen], game.deck[last]
    left = cards - wide(tables.removed)  # S2
    for place in range(left, cards):
        _sort_in(game.deck, left, place)
    for player in range(wide(tables.players)):  # S3
        for _ in range(wide(tables.hand_size)):
            left -= 1
            card = wide(game.deck[left])
            game.deck[left] = 0
            put_in_hand(game, tables, player, card // CARD_STRIDE, card % CARD_STRIDE)
    game.draw_pile = left


@inlined
def _sort_in(cards: UInt8s, start: int, place: int) -> None:
    """Put the card at a place among the sorted cards from `start` to it."""
    card = cards[place]
    while place > start and cards[place - 1] > card:
        cards[place] = cards[place - 1]
        place -= 1
    cards[place] = card


@inlined
def deal_room(tables: Tables) -> Float64s:
    """Room for the random numbers of a deal."""
    return np.empty(wide(tables.tile_count) + wide(tables.cards), np.float64)


@inlined
def deal_game_of_seed(
    game: GameData, tables: Tables, seed: np.uint64, number: np.uint64, chances: Float64s
) -> None:
    """Begin a blank game as `new_game` does with `GameRandom(seed, number)`; `chances` is room."""
    state = stream_state(seed, number)
    for used in range(len(chances)):
        state += GROWTH
        chances[used] = unit_number(state)
    deal_game(game, tables, chances)


@inlined
def determinize(
    game: GameData, tables: Tables, hidden: UInt8s, missing: Int64s, state: np.uint64, cards: UInt8s
) -> np.uint64:
    """Deal the hidden cards to the hands, the draw pile and the removed ones, evenly.

    `missing` is the number of hidden cards by seat; `cards` is room to shuffle in. Returns the
    state of the stream after the shuffle.
    """
    count = len(hidden)
    for place in range(count):
        cards[place] = hidden[place]
    for last in range(count - 1, 0, -1):
        state += GROWTH
        chosen = int(unit_number(state) * (last + 1))
        cards[last], cards[chosen] = cards[chosen], cards[last]
    pile = wide(game.draw_pile)
    for place in range(pile):
        game.deck[place] = cards[place]
    used = pile + wide(tables.removed)
    first = wide(tables.cards) - used
    for place in range(pile, used):  # unsorted: no kernel reads them
        game.deck[first + place] = cards[place]
    for player in range(wide(tables.players)):
        for _ in range(missing[player]):
            card = wide(cards[used])
            put_in_hand(game, tables, player, card // CARD_STRIDE, card % CARD_STRIDE)
            used += 1
    return state


# What a move does.


@inlined
def apply_action(game: GameData, tables: Tables, action: int) -> None:
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
def _discard(game: GameData, tables: Tables, player: int, colour: int, place: int) -> None:
    """T1."""
    _take_from_hand(game, tables, player, colour, place)
    size = wide(game.discard_sizes[colour])
    game.discards[colour, size] = place
    game.discard_sizes[colour] = size + 1
    game.phase = DRAW
    if tables.own_discard_barred:  # T7
        game.barred = colour


@inlined
def _lay(game: GameData, tables: Tables, player: int, colour: int, place: int, figure: int) -> None:
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
def _advance(game: GameData, tables: Tables, player: int, colour: int, figure: int) -> None:
    """P3 to P6, T5."""
    if game.rows[player, colour] < tables.path_length:
        _step(game, tables, player, colour, figure)
    else:  # P6: a wasted step
        game.phase = DRAW


@inlined
def _step(game: GameData, tables: Tables, player: int, colour: int, figure: int) -> None:
    """Move a figure one stone, or bring one onto the path, with what that does (E1, P1 to P6)."""
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
def _draw(game: GameData, tables: Tables, player: int, source: int) -> None:
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
def put_in_hand(game: GameData, tables: Tables, player: int, colour: int, place: int) -> None:
    """Put a card into a hand."""
    game.hand[player, card_place(tables, colour, place)] += 1
    game.bits[player, colour] |= 1 << place


@inlined
def _take_from_hand(game: GameData, tables: Tables, player: int, colour: int, place: int) -> None:
    """Take a card out of a hand; if an equal card was seen, it was that one."""
    card = card_place(tables, colour, place)
    left = wide(game.hand[player, card]) - 1
    game.hand[player, card] = left
    if left == 0:
        game.bits[player, colour] ^= 1 << place
    if game.seen[player, card]:
        game.seen[player, card] -= 1


# Which moves are legal: `plays` and `other_moves` say it, and the rest counts and lists what they
# return.


@inlined
def waiting_figures(game: GameData, tables: Tables, player: int) -> int:
    """The kinds of figure on the starting stone, as bits: 1 for small, 2 for large (T2)."""
    large = 0 if game.large[player] == NO_COLOUR else 1
    return wide(tables.waiting[game.on_paths[player], large])


@inlined
def can_advance(game: GameData, tables: Tables, player: int) -> bool:
    """Whether a clover or a finished path could move any figure (P5, P6)."""
    for colour in range(COLOURS):
        if 0 < game.rows[player, colour] < tables.path_length:
            return True
    if tables.advance_may_enter == 0 or game.on_paths[player] == COLOURS:
        return False
    return waiting_figures(game, tables, player) != 0


@inlined
def plays(
    game: GameData, tables: Tables, player: int, colour: int, waiting: int
) -> tuple[int, int, int]:
    """The cards of a colour in the hand, those that fit, and the ways to lay one; all as bits.

    The ways are 1 without a figure entering, 2 with a small one and 4 with the large one (T2).
    """
    hand = wide(game.bits[player, colour])
    fitting = hand & wide(tables.fits[game.column[player, colour]])  # T4
    return hand, fitting, 1 if game.rows[player, colour] else 2 * waiting


@inlined
def next_card(hand: int, fitting: int, ways: int) -> tuple[int, int, int]:
    """Of what `plays` returned: the first card, the ways to play it as bits, the other cards."""
    place = lowest_bit(hand)
    return place, ways * (fitting >> place & 1) | 1 << DISCARD, hand & (hand - 1)


@inlined
def can_draw(game: GameData, colour: int) -> bool:
    """Whether a discard pile can be drawn from (T7)."""
    return bool(game.discard_sizes[colour] != 0) & (colour != game.barred)


@inlined
def ways_to_advance(game: GameData, tables: Tables, player: int, colour: int, waiting: int) -> int:
    """The ways to use a step on a path, as bits like those of `plays` (P5, P6)."""
    row = game.rows[player, colour]
    if row == 0:
        return 2 * waiting if tables.advance_may_enter else 0
    return 1 if row < tables.path_length or game.may_waste else 0


@inlined
def other_moves(game: GameData, tables: Tables) -> int:
    """The legal draws and steps, as bits of their action numbers, which are below `FIRST_PLAY`."""
    if game.phase == DRAW:
        actions = 1
        for colour in range(COLOURS):
            actions |= int(can_draw(game, colour)) << (1 + colour)
        return actions
    if game.phase != ADVANCE:
        return 0
    player = wide(game.to_move)
    waiting = waiting_figures(game, tables, player)
    actions = wide(game.may_decline) << DECLINE
    for colour in range(COLOURS):
        ways = ways_to_advance(game, tables, player, colour, waiting)
        actions |= ways << (FIRST_ADVANCE + WAYS_TO_ADVANCE * colour)
    return actions


@inlined
def is_legal(game: GameData, tables: Tables, action: int) -> bool:
    """Whether an action number is that of a legal move; it can be any number."""
    if action < 0 or action >= tables.actions:
        return False
    if action < FIRST_ADVANCE:  # without a look at the other piles
        return game.phase == DRAW and (action == 0 or can_draw(game, action - 1))
    if action < FIRST_PLAY:
        return (other_moves(game, tables) >> action & 1) != 0
    card = (action - FIRST_PLAY) // WAYS_TO_PLAY
    way = (action - FIRST_PLAY) % WAYS_TO_PLAY
    place = wide(tables.place[card // COLOURS])
    if game.phase != PLAY or tables.value[place] != card // COLOURS:
        return False
    player = wide(game.to_move)
    waiting = waiting_figures(game, tables, player)
    hand, fitting, ways = plays(game, tables, player, card % COLOURS, waiting)
    if way == DISCARD:
        return (hand >> place & 1) != 0
    return (fitting >> place & ways >> way & 1) != 0


@inlined
def first_play(tables: Tables, colour: int, place: int) -> int:
    """The lowest action number of a card: that of its lay without a figure entering."""
    return FIRST_PLAY + WAYS_TO_PLAY * (COLOURS * wide(tables.value[place]) + colour)


@inlined
def list_actions(game: GameData, tables: Tables, actions: Int64s) -> int:
    """Write the legal actions in the order of `legal_moves`. Returns how many there are."""
    count = 0
    if game.phase == PLAY:
        player = wide(game.to_move)
        waiting = waiting_figures(game, tables, player)
        for colour in range(COLOURS):
            hand, fitting, ways = plays(game, tables, player, colour, waiting)
            while hand:
                place, left, hand = next_card(hand, fitting, ways)
                while left:
                    actions[count] = first_play(tables, colour, place) + lowest_bit(left)
                    left &= left - 1
                    count += 1
    others = other_moves(game, tables)
    while others:
        actions[count] = lowest_bit(others)
        others &= others - 1
        count += 1
    return count


@inlined
def write_mask(game: GameData, tables: Tables, masks: Int8s, at: int) -> None:
    """Set row `at` to 1 for every legal action and to 0 for the others."""
    for action in range(masks.shape[1]):
        masks[at, action] = 0
    if game.phase == PLAY:
        player = wide(game.to_move)
        waiting = waiting_figures(game, tables, player)
        for colour in range(COLOURS):
            hand, fitting, ways = plays(game, tables, player, colour, waiting)
            while hand:
                place, left, hand = next_card(hand, fitting, ways)
                first = first_play(tables, colour, place)
                for way in range(WAYS_TO_PLAY):
                    masks[at, first + way] = left >> way & 1
    else:
        others = other_moves(game, tables)
        for action in range(FIRST_PLAY if game.phase == ADVANCE else FIRST_ADVANCE):
            masks[at, action] = others >> action & 1


@inlined
def random_action(game: GameData, tables: Tables, chance: float) -> int:
    """The action `int(chance * count)` of the legal ones, in the order of `legal_moves`.

    They are counted and never listed.
    """
    if game.phase == PLAY:
        return _random_play(game, tables, chance)
    others = other_moves(game, tables)
    return nth_bit(others, int(chance * popcount(others)))


@inlined
def _random_play(game: GameData, tables: Tables, chance: float) -> int:
    player = wide(game.to_move)
    waiting = waiting_figures(game, tables, player)
    count = 0
    for colour in range(COLOURS):
        count += _play_count(game, tables, player, colour, waiting)
    number = int(chance * count)
    colour = 0
    here = _play_count(game, tables, player, colour, waiting)
    while number >= here:
        number -= here
        colour += 1
        here = _play_count(game, tables, player, colour, waiting)
    hand, fitting, ways = plays(game, tables, player, colour, waiting)
    place, left, hand = next_card(hand, fitting, ways)
    while number >= popcount(left):
        number -= popcount(left)
        place, left, hand = next_card(hand, fitting, ways)
    return first_play(tables, colour, place) + nth_bit(left, number)


@inlined
def _play_count(game: GameData, tables: Tables, player: int, colour: int, waiting: int) -> int:
    """How many ways there are to play the cards of a colour."""
    hand, fitting, ways = plays(game, tables, player, colour, waiting)
    return popcount(hand) + popcount(fitting) * popcount(ways)


@inlined
def total_score(game: GameData, tables: Tables, player: int) -> int:
    """F1 to F3."""
    stones = min(wide(game.wishing_stones[player]), wide(tables.stone_counts) - 1)
    total = wide(game.tile_points[player]) + wide(tables.stone_points[stones])
    for colour in range(COLOURS):
        large = game.large[player] == colour
        total += wide(tables.row_points[1 if large else 0, game.rows[player, colour]])
    return total


# The kernels that Python calls: loops over all games of a batch. They index two-dimensional arrays
# themselves, as it takes twice as long to pass a row as an array.


@kernel
def deal_first_game(games: Games, rules: TableArray, blank: Games, chances: Float64s) -> None:
    """Deal the first of some games, with `chances` for `rng.random()`."""
    games[0] = blank[0]
    deal_game(games[0], rules[0], chances)


@kernel
def deal_games_of_seed(
    games: Games, rules: TableArray, blank: Games, seeds: UInt64s, numbers: UInt64s
) -> None:
    """Deal all games, each with the stream of its number and its seed."""
    chances = deal_room(rules[0])
    for at in range(len(games)):
        games[at] = blank[0]
        deal_game_of_seed(games[at], rules[0], seeds[at], numbers[at], chances)


@kernel
def find_illegal(
    games: Games, rules: TableArray, actions: Int64s, acting: Bools, illegal: Bools
) -> int:
    """Write for each game whether it acts and its action is illegal. Returns how many are."""
    count = 0
    for at in range(len(games)):
        illegal[at] = acting[at] and not is_legal(games[at], rules[0], actions[at])
        count += illegal[at]
    return count


@kernel
def apply_actions(games: Games, rules: TableArray, actions: Int64s, acting: Bools) -> None:
    """Make the moves, which must be legal, in the games that act."""
    for at in range(len(games)):
        if acting[at]:
            apply_action(games[at], rules[0], actions[at])


@kernel
def write_masks(games: Games, rules: TableArray, masks: Int8s) -> None:
    """Write the mask of every game."""
    for at in range(len(games)):
        write_mask(games[at], rules[0], masks, at)


@kernel
def write_scores(games: Games, rules: TableArray, scores: Int32s) -> None:
    """Write the total score of every player of every game."""
    for at in range(len(games)):
        for player in range(scores.shape[1]):
            scores[at, player] = total_score(games[at], rules[0], player)


@kernel
def play_randomly(
    games: Games, rules: TableArray, seed: np.uint64, first: int, most: int, decisions: Int64s
) -> None:
    """Play all games to their ends, or for `most` decisions, with random moves.

    The games have the numbers from `first`; `decisions` is written to.
    """
    tables = rules[0]
    for at in range(len(games)):
        game = games[at]
        state = stream_state(seed, np.uint64(first + at))
        made = 0
        while game.phase != OVER and made < most:
            state += GROWTH
            apply_action(game, tables, random_action(game, tables, unit_number(state)))
            made += 1
        decisions[at] = made
