"""The luck of the cards by the network of `learnt`, compiled: `keltis.bots.drawn_luck`."""

import math

import numpy as np

from keltis import _weights
from keltis._engine.moves import Move
from keltis._engine.state import GameState
from keltis._network import MARGIN_POINTS, ValueNetwork, own_network
from keltis.batch._compiler import kernel
from keltis.batch._greedy import make_move
from keltis.batch._layout import (
    CARD_STRIDE,
    COLOURS,
    PLAY,
    Float64s,
    GameData,
    Games,
    Int64s,
    TableArray,
    Tables,
)
from keltis.batch._numbers import wide
from keltis.batch._records import codec
from keltis.batch._value import (
    ANY_TURN,
    TurnRoom,
    TurnRooms,
    WeightArray,
    Weights,
    find_unseen,
    forward,
    list_colour,
    list_shared,
    network_room,
    sigmoid,
    sum_colour,
    sum_shared,
)
from keltis.game import Record, Worth
from keltis.learning import action_id


def drawn_luck(record: Record[GameState, Move], *, network: ValueNetwork | None = None) -> Worth:
    """Return what `keltis.bots.drawn_luck` does with `NetworkValue`, in a hundredth of the time.

    The network is that of the bot `learnt`, or one that `train` returned; it must have learnt the
    rules.

    >>> from keltis.arena import correct_luck, play_tournament
    >>> from keltis.batch import drawn_luck
    >>> result = play_tournament(["greedy", "random"], deals=3, seed=7, keep_records=True)
    >>> [each.name for each in correct_luck(result, drawn_luck)]
    ['greedy', 'random']
    """
    rules, players = record.start.rules, record.player_count
    network = network or own_network()
    network.require_trained(rules, players)
    made = codec(rules, players)
    games = made.blanks(1)
    made.write(games[0], record.start)
    actions = np.array([action_id(move) for move in record.moves], np.int64)
    luck = np.zeros((2, players))
    measure_luck(games, made.tables, actions, *network_room(network, made.shape), luck)
    shares, points = luck.tolist()
    return Worth(tuple(shares), tuple(points))


@kernel
def measure_luck(
    games: Games,
    rules: TableArray,
    actions: Int64s,
    lines: Games,
    rooms: TurnRooms,
    nets: WeightArray,
    luck: Float64s,
) -> None:
    """Play the first game on by these actions, and add the luck of its cards, by seat.

    `luck` has that of shares, and that of points.
    """
    for place in range(len(actions)):
        if actions[place] == 0 and games[0].draw_pile > 1:  # the last card ends the game (E2)
            add_luck(games[0], lines, rules[0], rooms[0], nets[0], luck)
        make_move(games, 0, rules[0], actions[place])


@kernel
def add_luck(
    game: GameData, lines: Games, tables: Tables, room: TurnRoom, net: Weights, luck: Float64s
) -> None:
    """Add the luck of the card that is drawn next, as the mean of all that could be is known."""
    values, players = wide(tables.values), wide(tables.players)
    player, cards = wide(game.to_move), COLOURS * wide(tables.values)
    counts = np.zeros(cards, np.int64)
    hidden = _count_hidden(game, tables, counts)
    top = wide(game.draw_pile) - 1
    card = wide(game.deck[top])
    drawn = card // CARD_STRIDE * values + card % CARD_STRIDE
    lines[0] = game
    after = lines[0]
    after.draw_pile = top
    after.phase = PLAY
    after.to_move = (player + 1) % players
    for seat in range(players):
        for place in range(cards):
            after.seen[seat, place] = after.hand[seat, place]
    wins, leads = np.zeros((cards, players)), np.zeros((cards, players))
    for viewer in range(players):
        find_unseen(after, tables, viewer, room)
        room.hidden -= 1
        list_shared(after, tables, viewer, room)
        sum_shared(room, net, ANY_TURN)
        for colour in range(COLOURS):
            list_colour(after, tables, viewer, colour, room)
            sum_colour(room, net, 0, colour)
            room.summed[1, colour] = 0
        for card in range(cards):
            if counts[card]:
                _value_card(after, tables, viewer, player, card, room, net, wins, leads)
    for card in range(cards):
        if counts[card]:
            share = (1.0 if card == drawn else 0.0) - counts[card] / hidden
            total, mean = wins[card].sum(), leads[card].mean()
            for seat in range(players):
                luck[0, seat] += share * wins[card, seat] / total
                luck[1, seat] += share * (leads[card, seat] - mean) * (players - 1) / players


@kernel
def _count_hidden(game: GameData, tables: Tables, counts: Int64s) -> int:
    """Count each card in the draw pile and of those removed. Returns how many they are in all."""
    pile = wide(game.draw_pile)
    hidden = pile + wide(tables.removed)
    for place in range(hidden):  # the removed cards are at the end of the deck
        at = place if place < pile else wide(tables.cards) - hidden + place
        card = wide(game.deck[at])
        counts[card // CARD_STRIDE * wide(tables.values) + card % CARD_STRIDE] += 1
    return hidden


@kernel
def _value_card(
    after: GameData,
    tables: Tables,
    viewer: int,
    player: int,
    card: int,
    room: TurnRoom,
    net: Weights,
    wins: Float64s,
    leads: Float64s,
) -> None:
    """Write what the position is worth to the viewer if the player has drawn this card.

    The sums of all colours without the card are at depth 0, and stay.
    """
    colour = card // wide(tables.values)
    room.unseen[card] -= 1
    after.hand[player, card] += 1
    after.seen[player, card] += 1
    list_colour(after, tables, viewer, colour, room)
    sum_colour(room, net, 1, colour)
    logits = room.values[0]
    forward(room, net, 1, ANY_TURN, logits)
    room.summed[1, colour] = 0
    wins[card, viewer] = sigmoid(logits[0]) ** _weights.OPEN
    lead = max(-_weights.SURE, min(2 * sigmoid(logits[1]) - 1, _weights.SURE))
    leads[card, viewer] = _weights.OPEN_LEAD * MARGIN_POINTS * math.atanh(lead)
    room.unseen[card] += 1
    after.hand[player, card] -= 1
    after.seen[player, card] -= 1
