"""The value network of the bot `learnt` over records: turns, self-play and learning.

The features are those of `keltis.bots`, compiled. The first layer is a sum of rows of weights, and
a way to play changes the sums of one or two colours only.
"""

import math
from typing import Annotated, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from keltis import _network
from keltis._network import (
    BEST_PLAYS,
    DRAW_COST,
    HIDDEN_1,
    HIDDEN_2,
    HIGH_COST_CHANCE,
    HIGH_DRAW_COST,
    MARGIN_POINTS,
    MAX_CHAIN,
    MAX_LINES,
    MAX_TURNS,
    OUTPUTS,
    PLAYER_FACTS,
    SHARED_FACTS,
    WIN_SHARE,
    ValueNetwork,
)
from keltis.batch._compiler import fast_inlined, fast_kernel, inlined, kernel
from keltis.batch._engine import (
    DISCARD,
    FIRST_ADVANCE,
    FIRST_PLAY,
    WAYS_TO_ADVANCE,
    WAYS_TO_PLAY,
    can_draw,
    list_actions,
    total_score,
)
from keltis.batch._greedy import make_move, turns_left
from keltis.batch._layout import (
    ADVANCE,
    COLOURS,
    DRAW,
    NO_COLOUR,
    OVER,
    Float32s,
    GameData,
    Games,
    Int64s,
    RecordArray,
    Shape,
    Tables,
    UInt8s,
    record_type,
)
from keltis.batch._numbers import wide
from keltis.batch._records import make_records
from keltis.errors import InvalidArgument

FACE_DOWN, FROM_PILE, ANY_TURN, KINDS = 0, 1, 2, 3
"""Kinds of turns. All that discard and draw alike have the same shared features."""
_write_colour = fast_inlined(_network.write_colour)
_write_shared = fast_inlined(_network.write_shared)


class Weights(Protocol):
    """The weights, and in the same form their gradients and means."""

    colour: Annotated[Float32s, "colour features", HIDDEN_1]
    shared: Annotated[Float32s, "shared features", HIDDEN_1]
    second: Annotated[Float32s, HIDDEN_1, HIDDEN_2]
    second_shared: Annotated[Float32s, "shared features", HIDDEN_2]
    output: Annotated[Float32s, OUTPUTS, HIDDEN_2]
    bias: Annotated[Float32s, OUTPUTS]


class TurnRoom(Protocol):
    """Room to value the turns of a player, and the turns found."""

    unseen: Annotated[Int64s, "cards"]
    """By card, the copies that the viewer cannot locate."""
    hidden: int
    """How many these are in all."""
    found: int
    """How many turns are found."""
    depth: int
    facts: Annotated[Int64s, "colour facts"]
    shared_facts: Annotated[Int64s, "shared facts"]
    index: Annotated[Int64s, COLOURS + 1, "most"]
    """By colour, and for what colours share, the indices of the features."""
    factor: Annotated[Float32s, COLOURS + 1, "most"]
    count: Annotated[Int64s, COLOURS + 1]
    sums: Annotated[Float32s, MAX_CHAIN + 2, COLOURS, HIDDEN_1]
    """By depth of the turn and colour, the sums of the first layer."""
    summed: Annotated[Int64s, MAX_CHAIN + 2, COLOURS]
    """By depth and colour, the depth whose sums it has: a move changes those of few colours."""
    shared_1: Annotated[Float32s, KINDS, HIDDEN_1]
    """By kind of turn, the sums of the first layer of what the colours share."""
    shared_2: Annotated[Float32s, KINDS, HIDDEN_2]
    """The same of the second layer."""
    known: Annotated[UInt8s, KINDS]
    """By kind of turn, whether these sums are known."""
    hidden_1: Annotated[Float32s, HIDDEN_1]
    hidden_2: Annotated[Float32s, HIDDEN_2]
    actions: Annotated[Int64s, MAX_CHAIN + 2, "actions"]
    listed: Annotated[Int64s, MAX_CHAIN + 2]
    tried: Annotated[Int64s, MAX_CHAIN + 2]
    line: Annotated[Int64s, MAX_CHAIN + 2]
    turns: Annotated[Int64s, MAX_TURNS, MAX_CHAIN + 2]
    """By turn found, its actions."""
    length: Annotated[Int64s, MAX_TURNS]
    values: Annotated[Float32s, MAX_TURNS, OUTPUTS]
    utility: Annotated[Float32s, MAX_TURNS]
    used: Annotated[UInt8s, MAX_TURNS]


WeightArray: TypeAlias = RecordArray[Weights]
TurnRooms: TypeAlias = RecordArray[TurnRoom]


def weights_type(shape: Shape) -> "np.dtype[np.void]":
    """The data type of the weights for games of this shape."""
    return record_type(
        Weights,
        {
            "colour features": _network.colour_features(shape.values, shape.rows),
            "shared features": _network.shared_features(),
        },
    )


def turn_room_type(shape: Shape) -> "np.dtype[np.void]":
    """The data type of the room for games of this shape."""
    sizes = shape.values, shape.rows, shape.players
    return record_type(
        TurnRoom,
        {
            "cards": COLOURS * shape.values,
            "actions": 4 * COLOURS * shape.values,
            "colour facts": _network.colour_facts(*sizes),
            "shared facts": SHARED_FACTS + PLAYER_FACTS * shape.players,
            "most": _network.most_features(*sizes) + 4,  # rows are summed by four
        },
    )


def network_room(
    network: ValueNetwork, shape: Shape, rooms: int = 1
) -> tuple[NDArray[np.void], NDArray[np.void], NDArray[np.void]]:
    """The room that `find_turns` needs for games of this shape, and the weights."""
    if (network.values, network.rows) != (shape.values, shape.rows):
        raise InvalidArgument(
            f"the network reads {network.values} values and {network.rows} rows: use batches whose "
            f"shape has as many, not {shape}"
        )
    nets = make_records(1, weights_type(shape))
    nets.view(np.float32)[:] = network.weights
    lines = make_records(MAX_CHAIN + 4, shape.game)  # one more for a determinization
    return lines, make_records(rooms, turn_room_type(shape)), nets


# Facts and features.


@kernel
def find_unseen(game: GameData, tables: Tables, viewer: int, room: TurnRoom) -> None:
    """Write by card how many copies the viewer cannot locate, and how many they are in all."""
    values = wide(tables.values)
    for card in range(COLOURS * values):
        visible = wide(game.hand[viewer, card]) - wide(game.seen[viewer, card])
        for player in range(wide(tables.players)):
            visible += wide(game.seen[player, card]) + wide(game.laid[player, card])
        room.unseen[card] = wide(tables.copies) - visible
    room.hidden = 0
    for colour in range(COLOURS):
        for depth in range(wide(game.discard_sizes[colour])):
            room.unseen[colour * values + wide(game.discards[colour, depth])] -= 1
    for card in range(COLOURS * values):
        room.hidden += room.unseen[card]


@kernel
def list_colour(game: GameData, tables: Tables, viewer: int, colour: int, room: TurnRoom) -> None:
    """Write the features of one colour; the facts that colours share must be written."""
    values, players = wide(tables.values), wide(tables.players)
    width, rows = len(game.hand[0]) // COLOURS, len(game.tiles[0]) - 1  # of the weights
    facts = room.facts
    for place in range(len(facts)):  # the rules may have fewer values than the weights
        facts[place] = 0
    for place in range(values):
        card = colour * values + place
        facts[place] = game.hand[viewer, card]
        facts[width + place] = room.unseen[card]
    size = wide(game.discard_sizes[colour])
    facts[2 * width] = size
    for depth in range(min(size, 2)):
        facts[2 * width + 1 + depth] = game.discards[colour, size - 1 - depth]
    start = 2 * width + 3
    for row in range(rows):
        facts[start + row] = game.tiles[colour, row + 1]
    start += rows
    for ahead in range(players):
        player = (viewer + ahead) % players
        column = wide(game.column[player, colour])
        facts[start] = game.rows[player, colour]
        facts[start + 1] = tables.direction[column]
        facts[start + 2] = tables.last[column]
        facts[start + 3] = game.large[player] == colour
        for place in range(values):
            facts[start + 4 + place] = game.seen[player, colour * values + place]
        start += width + 4
    room.count[colour] = _write_colour(
        facts, room.shared_facts, width, rows, room.index[colour], room.factor[colour]
    )


@kernel
def list_shared(game: GameData, tables: Tables, viewer: int, room: TurnRoom) -> None:
    """Write the features that colours share."""
    facts, players = room.shared_facts, wide(tables.players)
    goal = wide(tables.goal_row)
    facts[_network.PILE] = game.draw_pile
    facts[_network.PENDING] = game.phase == DRAW
    facts[_network.LEFT] = wide(tables.goal_figures) - wide(game.in_goal)
    facts[_network.UNSEEN] = room.hidden
    facts[_network.PLAYERS] = players
    facts[_network.HAND_SIZE] = tables.hand_size
    facts[_network.LENGTH] = tables.path_length
    facts[_network.GOAL] = goal
    facts[_network.DECLINABLE] = tables.clover_may_be_declined
    facts[_network.MAY_ENTER] = tables.advance_may_enter
    facts[_network.MAY_WASTE] = tables.step_may_be_wasted
    facts[_network.OPENED] = 0
    for ahead in range(players):
        player, start = (viewer + ahead) % players, SHARED_FACTS + PLAYER_FACTS * ahead
        in_goal = 0
        nearest = goal
        for colour in range(COLOURS):
            row = wide(game.rows[player, colour])
            in_goal += row >= goal
            if 0 < row < goal:
                nearest = min(nearest, goal - row)
        facts[start + _network.SCORE] = total_score(game, tables, player)
        facts[start + _network.STONES] = game.wishing_stones[player]
        facts[start + _network.ON_PATHS] = game.on_paths[player]
        facts[start + _network.LARGE_WAITS] = game.large[player] == NO_COLOUR
        facts[start + _network.IN_GOAL] = in_goal
        facts[start + _network.NEAREST] = nearest
    room.count[COLOURS] = _write_shared(
        facts, turns_left(game, tables), room.index[COLOURS], room.factor[COLOURS]
    )


# The network.


@fast_inlined
def add_rows(
    weights: Float32s, index: Int64s, factor: Float32s, count: int, sums: Float32s, width: int
) -> None:
    """Add rows of weights to the sums, four at once: so the sums are loaded a quarter as often."""
    for place in range(count, count + 3):
        index[place] = 0
        factor[place] = 0.0
    for place in range(0, count, 4):
        row_0, factor_0 = index[place], factor[place]
        row_1, factor_1 = index[place + 1], factor[place + 1]
        row_2, factor_2 = index[place + 2], factor[place + 2]
        row_3, factor_3 = index[place + 3], factor[place + 3]
        for unit in range(width):
            sums[unit] += (
                factor_0 * weights[row_0, unit]
                + factor_1 * weights[row_1, unit]
                + factor_2 * weights[row_2, unit]
                + factor_3 * weights[row_3, unit]
            )


@fast_kernel
def sum_colour(room: TurnRoom, net: Weights, depth: int, colour: int) -> None:
    """Write the sums of one colour, whose features are listed."""
    room.summed[depth, colour] = depth
    sums = room.sums[depth, colour]
    for unit in range(HIDDEN_1):
        sums[unit] = 0.0
    add_rows(
        net.colour, room.index[colour], room.factor[colour], room.count[colour], sums, HIDDEN_1
    )


@fast_kernel
def sum_shared(room: TurnRoom, net: Weights, kind: int) -> None:
    """Write the sums of the features that colours share, which are listed."""
    index, factor, count = room.index[COLOURS], room.factor[COLOURS], room.count[COLOURS]
    shared_1, shared_2 = room.shared_1[kind], room.shared_2[kind]
    for unit in range(HIDDEN_1):
        shared_1[unit] = 0.0
    for unit in range(HIDDEN_2):
        shared_2[unit] = 0.0
    add_rows(net.shared, index, factor, count, shared_1, HIDDEN_1)
    add_rows(net.second_shared, index, factor, count, shared_2, HIDDEN_2)


@fast_kernel
def forward(room: TurnRoom, net: Weights, depth: int, kind: int, logits: Float32s) -> None:
    """Write the logits from the sums of the colours and of what they share."""
    shared_1, hidden_1, hidden_2 = room.shared_1[kind], room.hidden_1, room.hidden_2
    second, output = net.second, net.output
    for unit in range(HIDDEN_1):
        hidden_1[unit] = 0.0
    for unit in range(HIDDEN_2):
        hidden_2[unit] = room.shared_2[kind, unit]
    for colour in range(COLOURS):
        sums = room.sums[room.summed[depth, colour], colour]
        for unit in range(HIDDEN_1):
            hidden_1[unit] += max(np.float32(0), sums[unit] + shared_1[unit])
    for before in range(0, HIDDEN_1, 8):
        unit_0, unit_1 = hidden_1[before], hidden_1[before + 1]  # loaded once
        unit_2, unit_3 = hidden_1[before + 2], hidden_1[before + 3]
        unit_4, unit_5 = hidden_1[before + 4], hidden_1[before + 5]
        unit_6, unit_7 = hidden_1[before + 6], hidden_1[before + 7]
        for unit in range(HIDDEN_2):
            hidden_2[unit] += (
                unit_0 * second[before, unit]
                + unit_1 * second[before + 1, unit]
                + unit_2 * second[before + 2, unit]
                + unit_3 * second[before + 3, unit]
                + unit_4 * second[before + 4, unit]
                + unit_5 * second[before + 5, unit]
                + unit_6 * second[before + 6, unit]
                + unit_7 * second[before + 7, unit]
            )
    for number in range(OUTPUTS):
        total = net.bias[number]
        for unit in range(HIDDEN_2):
            total += max(np.float32(0), hidden_2[unit]) * output[number, unit]
        logits[number] = total


@inlined
def sigmoid(logit: float) -> float:
    return 1.0 / (1.0 + math.exp(-logit))


@kernel
def write_end(game: GameData, tables: Tables, viewer: int, values: Float32s) -> None:
    """Write the values of a game that is over, or will be with the card drawn (E1, E2)."""
    mine = total_score(game, tables, viewer)
    best = -(2**31)
    equals = 1
    for player in range(wide(tables.players)):
        if player != viewer:
            total = total_score(game, tables, player)
            equals += total == mine
            best = max(best, total)
    lead = mine - best if tables.players > 1 else mine
    values[0] = 1.0 / equals if lead >= 0 else 0.0
    values[1] = 0.5 + 0.5 * math.tanh(lead / MARGIN_POINTS)


@kernel
def is_end(game: GameData) -> bool:
    """Whether the game is over, or ends when the face-down card is drawn."""
    return bool(game.phase == OVER or (game.phase == DRAW and game.draw_pile == 1))


@kernel
def _add_turn(
    game: GameData, tables: Tables, viewer: int, room: TurnRoom, net: Weights, depth: int, kind: int
) -> None:
    """Value an afterstate, whose sums are at this depth, as the next of the turns found."""
    found = room.found
    values = room.values[found]
    if is_end(game):
        write_end(game, tables, viewer, values)
    else:
        if kind == ANY_TURN or not room.known[kind]:
            list_shared(game, tables, viewer, room)
            sum_shared(room, net, kind)
            room.known[kind] = 1
        forward(room, net, depth, kind, values)
        for number in range(OUTPUTS):
            values[number] = sigmoid(values[number])
    room.utility[found] = WIN_SHARE * values[0] + (1 - WIN_SHARE) * values[1]
    room.found = found + 1


@inlined
def _kind(room: TurnRoom, length: int, drawn: int) -> int:
    """The kind of the turn that so many actions in `line` and a draw make."""
    action = room.line[0]
    discards = action >= FIRST_PLAY and (action - FIRST_PLAY) % WAYS_TO_PLAY == DISCARD
    return drawn if length == 0 or (length == 1 and discards) else ANY_TURN


@kernel
def _moved_colour(action: int) -> int:
    """The colour that a play or a step changes; -1 for none."""
    if action >= FIRST_PLAY:
        return (action - FIRST_PLAY) // WAYS_TO_PLAY % COLOURS
    step = action - FIRST_ADVANCE
    return step // WAYS_TO_ADVANCE if step < WAYS_TO_ADVANCE * COLOURS else -1


@kernel
def _update_colour(
    game: GameData,
    tables: Tables,
    viewer: int,
    room: TurnRoom,
    net: Weights,
    depth: int,
    colour: int,
) -> None:
    list_colour(game, tables, viewer, colour, room)
    sum_colour(room, net, depth, colour)


@inlined
def _share_sums(room: TurnRoom, depth: int) -> None:
    """Let a depth have the sums of the one before it, until colours of its own are summed."""
    for colour in range(COLOURS):
        room.summed[depth, colour] = room.summed[depth - 1, colour]


@kernel
def _add_draws(
    games: Games, at: int, tables: Tables, room: TurnRoom, net: Weights, cost: float
) -> None:
    """Add the turns that end with a draw from a discard pile; the rest of it is in `line`."""
    viewer = wide(games[at].to_move)
    length = room.depth
    kind = _kind(room, length, FROM_PILE)
    for colour in range(COLOURS):
        if not can_draw(games[at], colour) or room.found == MAX_TURNS:
            continue
        games[at + 1] = games[at]
        make_move(games, at + 1, tables, 1 + colour)
        _share_sums(room, at + 1)
        _update_colour(games[at + 1], tables, viewer, room, net, at + 1, colour)
        _add_turn(games[at + 1], tables, viewer, room, net, at + 1, kind)
        found = room.found - 1
        room.utility[found] -= cost
        for place in range(length):
            room.turns[found, place] = room.line[place]
        room.turns[found, length] = 1 + colour
        room.length[found] = length + 1


@kernel
def _find_plays(games: Games, tables: Tables, room: TurnRoom, net: Weights) -> None:
    """Find the turns from game 0 that end with a face-down card or the end of the game.

    The lines of play are searched one by one, as Numba cannot cache a function that calls itself.
    """
    viewer = wide(games[0].to_move)
    depth = 0
    first = 0
    room.listed[0] = list_actions(games[0], tables, room.actions[0])
    room.tried[0] = 0
    while depth >= 0:
        game = games[depth]
        is_leaf = game.phase in (DRAW, OVER) or depth == MAX_CHAIN
        if is_leaf and room.found < MAX_TURNS:
            found = room.found
            for place in range(depth):
                room.turns[found, place] = room.line[place]
            room.length[found] = depth
            if game.phase == DRAW:
                room.turns[found, depth] = 0
                room.length[found] = depth + 1
            _add_turn(game, tables, viewer, room, net, depth, _kind(room, depth, FACE_DOWN))
            depth -= 1
        elif (
            is_leaf
            or room.tried[depth] == room.listed[depth]
            or (depth and room.found - first >= MAX_LINES)
        ):
            depth -= 1
        else:
            if depth == 0:
                first = room.found
            action = room.actions[depth, room.tried[depth]]
            room.tried[depth] += 1
            room.line[depth] = action
            games[depth + 1] = game
            make_move(games, depth + 1, tables, action)
            depth += 1
            _share_sums(room, depth)
            colour = _moved_colour(action)
            if colour >= 0:
                _update_colour(games[depth], tables, viewer, room, net, depth, colour)
            room.tried[depth] = 0
            if games[depth].phase == ADVANCE:
                room.listed[depth] = list_actions(games[depth], tables, room.actions[depth])


@kernel
def _best_turn(room: TurnRoom, count: int) -> int:
    """The first of the best of some turns that have not been used."""
    best = -1
    for place in range(count):
        if not room.used[place] and (best < 0 or room.utility[place] > room.utility[best]):
            best = place
    return best


@kernel
def find_turns(
    games: Games, tables: Tables, room: TurnRoom, net: Weights, cost: float, best_plays: int
) -> int:
    """Find the ways to finish the turn of game 0, with their values. Returns the place of the best.

    Every play is tried with a face-down card, and so many best ones with the discard piles, too; a
    draw from a discard pile costs something. The other `games` are room.
    """
    viewer = wide(games[0].to_move)
    find_unseen(games[0], tables, viewer, room)
    list_shared(games[0], tables, viewer, room)  # facts that the colours need
    for colour in range(COLOURS):
        _update_colour(games[0], tables, viewer, room, net, 0, colour)
    room.known[FACE_DOWN] = room.known[FROM_PILE] = 0
    room.found = 0
    _find_plays(games, tables, room, net)
    for place in range(room.found):
        room.used[place] = 0
    plays = wide(room.found)
    for _ in range(min(best_plays, plays)):
        best = _best_turn(room, plays)
        room.used[best] = 1
        games[1] = games[0]
        _share_sums(room, 1)
        touched = 0
        for place in range(room.length[best] - 1):
            action = room.turns[best, place]
            room.line[place] = action
            make_move(games, 1, tables, action)
            colour = _moved_colour(action)
            if colour >= 0:
                touched |= 1 << colour
        if games[1].phase != DRAW:  # it ends the game
            continue
        for colour in range(COLOURS):
            if touched >> colour & 1:
                _update_colour(games[1], tables, viewer, room, net, 1, colour)
        room.depth = room.length[best] - 1
        _add_draws(games, 1, tables, room, net, cost)
    for place in range(room.found):
        room.used[place] = 0
    return _best_turn(room, wide(room.found))


@kernel
def learnt_action(lines: Games, tables: Tables, room: TurnRoom, net: Weights, chance: float) -> int:
    """The first action of the turn that the bot `learnt` makes in the first game of `lines`."""
    cost = HIGH_DRAW_COST if chance < HIGH_COST_CHANCE else DRAW_COST
    return wide(room.turns[find_turns(lines, tables, room, net, cost, BEST_PLAYS), 0])
