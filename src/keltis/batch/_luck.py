"""The luck of the cards, with the turns of the players looked ahead.

A card from the face-down pile is secret until its player's next turn, so nobody's moves can depend
on it before. Its luck is measured there: every card that it could have been is put in its place,
the player makes the turn that a bot would make, and a network values what is reached. Until then
all cards that were drawn last count as unknown.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from keltis._engine.moves import Move
from keltis._engine.state import GameState
from keltis._network import BEST_PLAYS, DRAW_COST, own_network, own_opened_network
from keltis.batch._compiler import kernel
from keltis.batch._greedy import greedy_action, greedy_room, make_move
from keltis.batch._layout import (
    CARD_STRIDE,
    COLOURS,
    DRAW,
    OVER,
    PLAY,
    Float64s,
    GameData,
    Games,
    Int64s,
    TableArray,
    Tables,
    WorkspaceArray,
)
from keltis.batch._numbers import wide
from keltis.batch._opened import (
    LEAD_SPAN,
    ChainRooms,
    OpenedNets,
    OpenedRooms,
    open_hands,
    opened_room,
    value_opened,
    write_result,
)
from keltis.batch._policies import Policy
from keltis.batch._records import codec
from keltis.batch._value import TurnRooms, WeightArray, find_turns, find_unseen, network_room
from keltis.errors import InvalidArgument
from keltis.game import Record, Worth
from keltis.learning import action_id

NOT_DRAWN: Final = -1
_ANY_CHANCE: Final = 0.5
"""By which greedy bots choose among equal moves."""


def drawn_luck(
    record: Record[GameState, Move], *, policies: Sequence[Policy] | None = None
) -> Worth:
    """Return what the cards from the face-down pile gave in a game, beyond their exact means.

    The expectation is 0 by seat, however the players play, as long as they know no hidden card. The
    better the policies and the network foresee the game, the more of its result this is, and the
    fewer games are needed. A card that its player had no turn to use does not count.

    :param policies: by seat, the bot that the player is like, `"greedy"` or `"learnt"`: it makes
        the turns that are looked ahead. By default players whose names begin with "greedy" are
        like `greedy`, and all others like `learnt`. Other policies cannot make the result wrong,
        only less exact

    >>> from keltis.arena import correct_luck, play_tournament
    >>> from keltis.batch import drawn_luck
    >>> result = play_tournament(["greedy", "random"], deals=3, seed=7, keep_records=True)
    >>> [each.name for each in correct_luck(result, drawn_luck)]
    ['greedy', 'random']
    """
    rules, players = record.start.rules, record.player_count
    names = record.names or ("",) * players
    named: list[Policy] = ["greedy" if name.startswith("greedy") else "learnt" for name in names]
    chosen = named if policies is None else policies
    if len(chosen) != players:
        raise InvalidArgument(f"expected a policy for each of {players} seats, not {len(chosen)}")
    bot, value = own_network(), own_opened_network()
    bot.require_trained(rules, players)
    made = codec(rules, players)
    games = made.blanks(1)
    made.write(games[0], record.start)
    actions = np.array([action_id(move) for move in record.moves], np.int64)
    greedy = np.array([policy == "greedy" for policy in chosen], np.int64)
    luck = np.zeros((2, players))
    measure_luck(
        games,
        made.tables,
        actions,
        greedy,
        *network_room(bot, made.shape),
        *greedy_room(made.shape),
        *opened_room(value, made.shape),
        luck,
    )
    shares, points = luck.tolist()
    return Worth(tuple(shares), tuple(points))


@kernel
def measure_luck(
    games: Games,
    rules: TableArray,
    actions: Int64s,
    greedy: Int64s,
    lines: Games,
    rooms: TurnRooms,
    bots: WeightArray,
    greedy_games: Games,
    works: WorkspaceArray,
    nets: OpenedNets,
    layers: OpenedRooms,
    chains: ChainRooms,
    luck: Float64s,
) -> None:
    """Play the first game on by these actions, and add the luck of its cards, by seat.

    `luck` has that of shares, and that of points. `greedy` says whose turns are those of greedy.
    """
    tables, players = rules[0], wide(rules[0].players)
    cards = COLOURS * wide(tables.values)
    drawn = np.full(players, NOT_DRAWN)
    counts, values = np.empty(cards, np.int64), np.empty((cards, players, 2))
    for place in range(len(actions)):
        player = wide(games[0].to_move)
        if games[0].phase == PLAY and drawn[player] != NOT_DRAWN:
            bots_room = lines, rooms, bots, greedy_games, works
            net_room = nets, layers, chains
            hidden = _value_cards(games, tables, greedy, drawn, bots_room, net_room, counts, values)
            for card in range(cards):
                if counts[card]:
                    share = (1.0 if card == drawn[player] else 0.0) - counts[card] / hidden
                    for seat in range(players):
                        luck[0, seat] += share * values[card, seat, 0]
                        luck[1, seat] += share * values[card, seat, 1] * (players - 1) / players
        note_draw(games[0], tables, actions[place], drawn)
        make_move(games, 0, tables, actions[place])


@kernel
def _value_cards(
    games: Games,
    tables: Tables,
    greedy: Int64s,
    drawn: Int64s,
    bots_room: tuple[Games, TurnRooms, WeightArray, Games, WorkspaceArray],
    net_room: tuple[OpenedNets, OpenedRooms, ChainRooms],
    counts: Int64s,
    values: Float64s,
) -> int:
    """Value what the turn reaches with each card that the player to move can have drawn last.

    `counts` gets the copies of each card that could have been it. Returns how many they are.
    """
    lines, rooms, bots, greedy_games, works = bots_room
    nets, layers, chains = net_room
    room, player, players = rooms[0], wide(games[0].to_move), wide(tables.players)
    later = drawn.copy()
    later[player] = NOT_DRAWN
    lines[0] = games[0]
    open_hands(lines[0], tables, drawn)
    find_unseen(lines[0], tables, player, room)
    hidden = wide(room.hidden)
    for card in range(len(counts)):
        counts[card] = room.unseen[card]
    for card in range(len(counts)):
        if not counts[card]:
            continue
        lines[0] = games[0]
        swap_cards(lines[0], tables, player, drawn[player], card)
        play_turn(lines, tables, greedy[player], rooms, bots, greedy_games, works)
        if lines[0].phase == OVER or lines[0].draw_pile == 0:
            write_result(lines[0], tables, layers[0])
        else:
            open_hands(lines[0], tables, later)
            value_opened(lines[0], tables, greedy, room, layers[0], chains[0], nets[0])
        for seat in range(players):
            values[card, seat, 0] = layers[0].values[seat, 0]
            values[card, seat, 1] = layers[0].values[seat, 1] * LEAD_SPAN
    return hidden


@kernel
def note_draw(game: GameData, tables: Tables, action: int, drawn: Int64s) -> None:
    """Note what a player will have drawn last from the face-down pile by an action."""
    if game.phase == DRAW:
        player = game.to_move
        drawn[player] = NOT_DRAWN
        if action == 0:
            card = wide(game.deck[wide(game.draw_pile) - 1])
            drawn[player] = card // CARD_STRIDE * wide(tables.values) + card % CARD_STRIDE


@kernel
def swap_cards(game: GameData, tables: Tables, player: int, old: int, new: int) -> None:
    """Put another card into a hand in place of one."""
    values = wide(tables.values)
    game.hand[player, old] -= 1
    if not game.hand[player, old]:
        game.bits[player, old // values] ^= 1 << old % values
    game.hand[player, new] += 1
    game.bits[player, new // values] |= 1 << new % values


@kernel
def play_turn(
    lines: Games,
    tables: Tables,
    greedy: int,
    rooms: TurnRooms,
    bots: WeightArray,
    greedy_games: Games,
    works: WorkspaceArray,
) -> None:
    """Make the turn of a bot in the first game of `lines`."""
    player = wide(lines[0].to_move)
    if greedy:
        while lines[0].phase != OVER and lines[0].to_move == player:
            greedy_games[0] = lines[0]
            _act(lines, tables, greedy_action(greedy_games, tables, works[0], _ANY_CHANCE))
        return
    turn = find_turns(lines, tables, rooms[0], bots[0], DRAW_COST, BEST_PLAYS)
    for place in range(rooms[0].length[turn]):
        _act(lines, tables, wide(rooms[0].turns[turn, place]))


@kernel
def _act(lines: Games, tables: Tables, action: int) -> None:
    """Make a move in the first game. A card from the face-down pile stays unknown, in no hand."""
    if action:
        make_move(lines, 0, tables, action)
    else:
        lines[0].draw_pile -= 1
        lines[0].phase = PLAY
        lines[0].to_move = (wide(lines[0].to_move) + 1) % wide(tables.players)
