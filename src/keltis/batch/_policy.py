"""Policies over records, and games that are played out with them."""

import numpy as np

from keltis.batch._bits import lowest_bit, nth_bit, popcount, wide
from keltis.batch._chance import GROWTH, stream_state, unit_number
from keltis.batch._compiler import inlined, kernel
from keltis.batch._greedy import greedy_action, make_move
from keltis.batch._layout import (
    COLOURS,
    DRAW,
    OVER,
    PLAY,
    Game,
    Games,
    Int32s,
    Int64s,
    TableArray,
    Tables,
    UInt8s,
    WorkspaceArray,
)
from keltis.batch._turn import (
    DECLINE,
    DISCARD,
    FIRST_ADVANCE,
    WAYS_TO_ADVANCE,
    apply_action,
    can_draw,
    first_play,
    total_score,
    waiting_figures,
    ways_to_advance,
    ways_to_lay,
)


@inlined
def random_action(game: Game, tables: Tables, chance: float) -> int:
    """The action `int(chance * count)` of the legal ones, in the order of `legal_moves`.

    They are counted and never listed.
    """
    player = wide(game.to_move)
    waiting = waiting_figures(game, tables, player)
    if game.phase == PLAY:
        return _random_play(game, tables, player, waiting, chance)
    if game.phase == DRAW:
        return _random_draw(game, chance)
    return _random_advance(game, tables, player, waiting, chance)


@kernel
def choose_randomly(game: Game, tables: Tables, chance: float) -> int:
    """Do what `random_action` does: its code, once for the kernels that need not be quick."""
    return random_action(game, tables, chance)


@inlined
def _fitting_bits(game: Game, tables: Tables, player: int, colour: int) -> int:
    """The cards of a colour in the hand that fit the column, as bits."""
    return wide(game.bits[player, colour]) & wide(tables.fits[game.column[player, colour]])


@inlined
def _lay_count(game: Game, player: int, colour: int, entries: int) -> int:
    """How many ways there are to lay a card that fits; `entries` counts the waiting figures."""
    return 1 if game.rows[player, colour] else entries


@inlined
def _play_count(game: Game, tables: Tables, player: int, colour: int, entries: int) -> int:
    """How many ways there are to play the cards of a colour."""
    fitting = popcount(_fitting_bits(game, tables, player, colour))
    lays = fitting * _lay_count(game, player, colour, entries)
    return popcount(wide(game.bits[player, colour])) + lays


@inlined
def _random_play(game: Game, tables: Tables, player: int, waiting: int, chance: float) -> int:
    entries = (waiting & 1) + (waiting >> 1)
    count = 0
    for colour in range(COLOURS):
        count += _play_count(game, tables, player, colour, entries)
    number = int(chance * count)
    colour = 0
    here = _play_count(game, tables, player, colour, entries)
    while number >= here:
        number -= here
        colour += 1
        here = _play_count(game, tables, player, colour, entries)
    hand = wide(game.bits[player, colour])
    fitting = _fitting_bits(game, tables, player, colour)
    lays = _lay_count(game, player, colour, entries)
    place = lowest_bit(hand)
    fits = fitting >> place & 1
    while number > lays * fits:  # a card has its lays and the discard
        number -= lays * fits + 1
        hand &= hand - 1
        place = lowest_bit(hand)
        fits = fitting >> place & 1
    ways = ways_to_lay(game, player, colour, waiting) * fits
    return first_play(tables, colour, place) + nth_bit(ways | 1 << DISCARD, number)


@inlined
def _random_draw(game: Game, chance: float) -> int:
    bits = 1
    for colour in range(COLOURS):
        bits |= int(can_draw(game, colour)) << (1 + colour)
    return nth_bit(bits, int(chance * popcount(bits)))


@inlined
def _random_advance(game: Game, tables: Tables, player: int, waiting: int, chance: float) -> int:
    bits = wide(game.may_decline) << (DECLINE - FIRST_ADVANCE)
    for colour in range(COLOURS):
        ways = ways_to_advance(game, tables, player, colour, waiting)
        bits |= ways << (WAYS_TO_ADVANCE * colour)
    return FIRST_ADVANCE + nth_bit(bits, int(chance * popcount(bits)))


@kernel
def play_out_games(
    games: Games,
    rules: TableArray,
    seed: np.uint64,
    first: int,
    most: int,
    room: Games,
    works: WorkspaceArray,  # noqa: ARG001 - all policies have the same arguments
    scores: Int32s,
    reasons: UInt8s,
    decisions: Int64s,
) -> None:
    """Play copies of all games to their ends, or for `most` decisions, with random moves.

    The games have the numbers from `first`, and the copies are made in `room`.
    """
    tables = rules[0]
    for at in range(len(games)):
        room[0] = games[at]
        game = room[0]
        state = stream_state(seed, np.uint64(first + at))
        made = 0
        while game.phase != OVER and made < most:
            state += GROWTH
            apply_action(game, tables, random_action(game, tables, unit_number(state)))
            made += 1
        _write_end(game, tables, at, made, scores, reasons, decisions)


@kernel
def play_out_greedily(
    games: Games,
    rules: TableArray,
    seed: np.uint64,
    first: int,
    most: int,
    room: Games,
    works: WorkspaceArray,
    scores: Int32s,
    reasons: UInt8s,
    decisions: Int64s,
) -> None:
    """Do what `play_out_games` does, with the moves of the greedy bot."""
    tables = rules[0]
    for at in range(len(games)):
        room[0] = games[at]
        state = stream_state(seed, np.uint64(first + at))
        made = 0
        while room[0].phase != OVER and made < most:
            state += GROWTH
            chance = unit_number(state)
            action = greedy_action(room, tables, works[0], chance)
            make_move(room, 0, tables, action)
            made += 1
        _write_end(room[0], tables, at, made, scores, reasons, decisions)


@inlined
def _write_end(
    game: Game,
    tables: Tables,
    at: int,
    made: int,
    scores: Int32s,
    reasons: UInt8s,
    decisions: Int64s,
) -> None:
    for player in range(scores.shape[1]):
        scores[at, player] = total_score(game, tables, player)
    reasons[at] = game.reason
    decisions[at] = made
