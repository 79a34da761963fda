"""The value network of positions whose hands are known, but for the cards that were drawn last.

It reads a position as one player sees it: each colour by two layers with the same weights, and then
what the colours share. Beside the features of the bot `learnt` it is told who is to move, who plays
like a greedy bot, and what the next steps can give (`Chains`).
"""

from typing import Annotated, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from keltis import _network
from keltis._network import (
    CHAIN_FEATURES,
    HAND_SIZE,
    LAYER_1,
    LAYER_2,
    LAYER_3,
    OPENED,
    OUTPUTS,
    SLOTS,
    TOP_FEATURES,
    ValueNetwork,
)
from keltis.batch._chains import AHEAD, NO_END, Chains, find_chains
from keltis.batch._compiler import fast_inlined, fast_kernel, kernel
from keltis.batch._engine import total_score
from keltis.batch._layout import (
    COLOURS,
    Float32s,
    GameData,
    Int64s,
    RecordArray,
    Shape,
    Tables,
    record_type,
)
from keltis.batch._numbers import wide
from keltis.batch._records import make_records
from keltis.batch._value import (
    TurnRoom,
    add_rows,
    find_unseen,
    list_colour,
    list_shared,
    sigmoid,
)

_SHARED_FEATURES: Final = _network.shared_features()
SHARED: Final = COLOURS
"""The place of what colours share, behind the colours."""
LEAD_SPAN: Final = 216.0
"""The second output is 0.5 + lead / this."""


class OpenedWeights(Protocol):
    """The weights of `keltis._network.opened_shapes`, or in the same form their gradients."""

    colour: Annotated[Float32s, "colour features", LAYER_1]
    shared: Annotated[Float32s, "shared features", LAYER_1]
    second: Annotated[Float32s, LAYER_1, LAYER_2]
    second_shared: Annotated[Float32s, "shared features", LAYER_2]
    third: Annotated[Float32s, LAYER_2, LAYER_3]
    third_shared: Annotated[Float32s, "shared features", LAYER_3]
    third_top: Annotated[Float32s, TOP_FEATURES, LAYER_3]
    output: Annotated[Float32s, OUTPUTS, LAYER_3]
    bias: Annotated[Float32s, OUTPUTS]


class OpenedRoom(Protocol):
    """The layers of one position; a row for each colour, and one for what the colours share."""

    first: Annotated[Float32s, COLOURS + 1, LAYER_1]
    second: Annotated[Float32s, COLOURS + 1, LAYER_2]
    summed: Annotated[Float32s, LAYER_2]
    """The sums of the colours."""
    third: Annotated[Float32s, LAYER_3]
    top: Annotated[Float32s, TOP_FEATURES]
    logits: Annotated[Float32s, OUTPUTS]
    values: Annotated[Float32s, "players", OUTPUTS]
    """By viewer."""


OpenedNets: TypeAlias = RecordArray[OpenedWeights]
OpenedRooms: TypeAlias = RecordArray[OpenedRoom]
ChainRooms: TypeAlias = RecordArray[Chains]


def opened_weights_type(shape: Shape) -> "np.dtype[np.void]":
    """The data type of the weights for games of this shape."""
    (colour, _), (shared, _), *_ = _network.opened_shapes(shape.values, shape.rows)
    return record_type(OpenedWeights, {"colour features": colour, "shared features": shared})


def opened_room(
    network: ValueNetwork, shape: Shape
) -> tuple[NDArray[np.void], NDArray[np.void], NDArray[np.void]]:
    """The weights, and room for the layers and the chains of games of this shape."""
    nets = make_records(1, opened_weights_type(shape))
    nets.view(np.float32)[:] = network.weights
    sizes = {"players": shape.players}
    rooms = make_records(1, record_type(OpenedRoom, sizes))
    return nets, rooms, make_records(1, record_type(Chains, sizes))


@kernel
def open_hands(game: GameData, tables: Tables, drawn: Int64s) -> None:
    """Let all hands be known, without the cards drawn last: by seat one, or -1."""
    for seat in range(wide(tables.players)):
        if drawn[seat] >= 0:
            game.hand[seat, drawn[seat]] -= 1
        for card in range(COLOURS * wide(tables.values)):
            game.seen[seat, card] = game.hand[seat, card]


@kernel
def list_opened(
    game: GameData,
    tables: Tables,
    viewer: int,
    greedy: Int64s,
    room: TurnRoom,
    layers: OpenedRoom,
    chains: Chains,
    net: OpenedWeights,
) -> None:
    """Write all features of a position with open hands, whose chains are known."""
    find_unseen(game, tables, viewer, room)
    list_shared(game, tables, viewer, room)
    players = wide(tables.players)
    room.shared_facts[OPENED] = 1
    room.shared_facts[HAND_SIZE] = 0  # no hand has unknown cards but those drawn last
    base, count = _SHARED_FEATURES, room.count[SHARED]
    index, factor = room.index[SHARED], room.factor[SHARED]
    index[count] = base
    factor[count] = greedy[viewer]
    index[count + 1] = base + 1
    factor[count + 1] = 0.0
    for ahead in range(1, players):
        factor[count + 1] += greedy[(viewer + ahead) % players] / (players - 1)
    index[count + 2] = base + 2
    factor[count + 2] = 1.0 if game.to_move == viewer else 0.0
    room.count[SHARED] = count + 3
    for place in range(TOP_FEATURES):
        layers.top[place] = 0.0
    for colour in range(COLOURS):
        list_colour(game, tables, viewer, colour, room)
    first = len(net.colour) - SLOTS * CHAIN_FEATURES
    for ahead in range(players):
        _list_chains(game, tables, viewer, ahead, first, room, layers, chains)


@kernel
def _list_chains(
    game: GameData,
    tables: Tables,
    viewer: int,
    ahead: int,
    first: int,
    room: TurnRoom,
    layers: OpenedRoom,
    chains: Chains,
) -> None:
    """Add the features of what the next steps of one player can give, with the cards in hand.

    `first` is the first of these features.
    """
    players, values = wide(tables.players), wide(tables.values)
    player, slot = (viewer + ahead) % players, min(ahead, SLOTS - 1)
    base = first + slot * CHAIN_FEATURES
    best = second = 0
    ending = NO_END
    for colour in range(COLOURS):
        column = wide(game.column[player, colour])
        fits, last = wide(tables.fits[column]), wide(tables.last[column])
        way = wide(tables.direction[column])
        now = rising = falling = 0
        for place in range(values):
            held = wide(game.hand[player, colour * values + place])
            now += held * (fits >> place & 1)
            rising += held * (last < 0 or (way <= 1 and place >= last))
            falling += held * (last < 0 or (way in (0, 2) and place <= last))
        cards = max(rising, falling) if now else 0
        gain = chains.gain[player, colour]
        ends = chains.ending[player, colour] > NO_END
        index, factor, count = room.index[colour], room.factor[colour], room.count[colour]
        for number in range(CHAIN_FEATURES):
            index[count + number] = base + number
            factor[count + number] = 0.0
        for step in range(AHEAD):
            factor[count + step] = gain[step] / 8
            if cards > step or (step == 0 and now):
                factor[count + AHEAD + step] = gain[step] / 8
        factor[count + 6] = ends
        if now:
            factor[count + 7] = ends
            factor[count + 8] = 1.0
            factor[count + 9] = max(0, gain[0] - 4) / 8
            factor[count + 10] = max(0, gain[0] - 8) / 8
            ending = max(ending, wide(chains.ending[player, colour]))
            second = max(second, min(best, wide(gain[0])))
            best = max(best, wide(gain[0]))
        room.count[colour] = count + CHAIN_FEATURES
    top, start = layers.top, slot * (TOP_FEATURES // SLOTS)
    top[start] += best / 8
    top[start + 1] += second / 8
    if ending > NO_END:
        lead = _lead_after(game, tables, viewer, player, ending)
        top[start + 2] += 1.0
        top[start + 3] += lead > 0
        top[start + 4] += lead < 0
        top[start + 5] += lead / 16


@kernel
def _lead_after(game: GameData, tables: Tables, viewer: int, player: int, points: int) -> int:
    """The viewer's lead over the best other player, if a player gets so many points."""
    mine, best = 0, -(2**31)
    for seat in range(wide(tables.players)):
        total = total_score(game, tables, seat) + (points if seat == player else 0)
        if seat == viewer:
            mine = total
        else:
            best = max(best, total)
    return mine - best


@fast_inlined
def _multiply(weights: Float32s, units: Float32s, sums: Float32s) -> None:
    """Add the product of units and weights."""
    for before in range(len(units)):
        size = units[before]
        if size:
            for unit in range(len(sums)):
                sums[unit] += size * weights[before, unit]


@fast_kernel
def _forward_colour(room: TurnRoom, layers: OpenedRoom, net: OpenedWeights, colour: int) -> None:
    first, second = layers.first[colour], layers.second[colour]
    for unit in range(LAYER_1):
        first[unit] = layers.first[SHARED, unit]
    for unit in range(LAYER_2):
        second[unit] = layers.second[SHARED, unit]
    index, factor, count = room.index[colour], room.factor[colour], room.count[colour]
    add_rows(net.colour, index, factor, count, first, LAYER_1)
    for unit in range(LAYER_1):
        first[unit] = max(np.float32(0), first[unit])
    _multiply(net.second, first, second)
    for unit in range(LAYER_2):
        second[unit] = max(np.float32(0), second[unit])


@fast_kernel
def forward_opened(room: TurnRoom, layers: OpenedRoom, net: OpenedWeights) -> None:
    """Write the layers and the logits of a position, whose features are listed."""
    first, second, third, summed = layers.first, layers.second, layers.third, layers.summed
    index, factor, count = room.index[SHARED], room.factor[SHARED], room.count[SHARED]
    for unit in range(LAYER_1):
        first[SHARED, unit] = 0.0
    for unit in range(LAYER_2):
        second[SHARED, unit] = 0.0
        summed[unit] = 0.0
    for unit in range(LAYER_3):
        third[unit] = 0.0
    add_rows(net.shared, index, factor, count, first[SHARED], LAYER_1)
    add_rows(net.second_shared, index, factor, count, second[SHARED], LAYER_2)
    add_rows(net.third_shared, index, factor, count, third, LAYER_3)
    for colour in range(COLOURS):
        _forward_colour(room, layers, net, colour)
        for unit in range(LAYER_2):
            summed[unit] += second[colour, unit]
    _multiply(net.third, summed, third)
    _multiply(net.third_top, layers.top, third)
    for unit in range(LAYER_3):
        third[unit] = max(np.float32(0), third[unit])
    for number in range(OUTPUTS):
        total = net.bias[number]
        for unit in range(LAYER_3):
            total += third[unit] * net.output[number, unit]
        layers.logits[number] = total


@kernel
def value_opened(
    game: GameData,
    tables: Tables,
    greedy: Int64s,
    room: TurnRoom,
    layers: OpenedRoom,
    chains: Chains,
    net: OpenedWeights,
) -> None:
    """Write the values of a position with open hands for all players.

    They are the share of the win, and 0.5 + lead / `LEAD_SPAN`; the shares have the sum 1, and the
    leads 0.
    """
    players, values = wide(tables.players), layers.values
    find_chains(game, tables, chains)
    for viewer in range(players):
        list_opened(game, tables, viewer, greedy, room, layers, chains, net)
        forward_opened(room, layers, net)
        for number in range(OUTPUTS):
            values[viewer, number] = sigmoid(layers.logits[number])
    wins = leads = 0.0
    for viewer in range(players):
        wins += values[viewer, 0]
        leads += values[viewer, 1] - 0.5
    for viewer in range(players):
        values[viewer, 0] /= wins
        values[viewer, 1] -= leads / players


@kernel
def write_result(game: GameData, tables: Tables, layers: OpenedRoom) -> None:
    """Write the values of a game that is over for all players."""
    players, values = wide(tables.players), layers.values
    best, winners, total = -(2**31), 0, 0
    for seat in range(players):
        score = total_score(game, tables, seat)
        total += score
        if score > best:
            best, winners = score, 0
        winners += score == best
    for seat in range(players):
        score = total_score(game, tables, seat)
        values[seat, 0] = 1.0 / winners if score == best else 0.0
        lead = score - (total - score) / max(1, players - 1)
        values[seat, 1] = 0.5 + lead / LEAD_SPAN
