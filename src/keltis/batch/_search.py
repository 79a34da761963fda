"""Search for one decision, from what its player may know: rollouts of whole turns.

The candidates are the moves whose best turns the value network likes most. All of them meet the
same determinizations. In a rollout each player makes the turn that the network values most, from
what that player knows, and it ends with the value of the searcher's own turn: the network does not
know the searcher's hand when it values the turns of others.
"""

import math
import sys
import time
from collections.abc import Sequence
from typing import Final, final

import attrs
import numpy as np
from numpy.typing import NDArray

from keltis._engine.legality import IllegalMove, illegality
from keltis._engine.moves import Move
from keltis._engine.rules import KELTIS
from keltis._engine.view import PlayerView, complete_state, hidden_cards
from keltis._lib.chance import GameRandom
from keltis._lib.checks import ABOVE_ZERO, as_number
from keltis._network import (
    BEST_PLAYS,
    DRAW_COST,
    HIGH_COST_CHANCE,
    HIGH_DRAW_COST,
    WIN_SHARE,
    ValueNetwork,
    own_network,
)
from keltis.batch._arguments import NO_LIMIT, as_limit, batch_seed
from keltis.batch._compiler import kernel
from keltis.batch._engine import determinize
from keltis.batch._greedy import make_move
from keltis.batch._layout import (
    OVER,
    Float64s,
    Games,
    Int64s,
    Shape,
    TableArray,
    UInt8s,
)
from keltis.batch._numbers import stream_state, wide
from keltis.batch._records import RecordCodec, card_code, codec
from keltis.batch._value import (
    TurnRooms,
    WeightArray,
    find_turns,
    network_room,
    write_end,
)
from keltis.errors import InvalidArgument
from keltis.learning import action_id

_CANDIDATES: Final = 5
_BEHIND: Final = 0.06
"""How far the value of a candidate may be behind the best."""
_ROLLOUT_PLAYS: Final = 1
"""For how many plays of a rollout's turn, the best ones, the discard piles are tried."""
_TURNS: Final = 3
"""The turns of each player in a rollout, after that of the candidate."""
_PRIOR: Final = 5
"""The number of rollouts that the value of the network counts as."""
_CHUNK: Final = 8
"""The least number of determinizations between two looks at the results and the clock."""
_LEAST: Final = 8
"""The number of determinizations after which candidates leave."""
_ERRORS: Final = 1.25
"""By how many standard errors of the difference a candidate that leaves is behind the best."""
_COST_STREAM: Final = NO_LIMIT
"""The stream of the chance of a high cost of a draw; determinizations have those from 0."""
_PLAYERS: Final = 4
"""All numbers of players up to this share kernels."""


@final
@attrs.frozen(eq=False)
class SearchStatistics:
    """The result of a search, by move.

    The choice of the search is the most visited move, and among equal ones that with the best
    value.
    """

    visits: NDArray[np.int64]
    """The numbers of rollouts. Only candidates have any."""
    values: NDArray[np.float64]
    """The values, from 0 to 1: the mean reward of the rollouts, with the value that the network
    gives as some more; without rollouts, the value of the network."""


def search_moves(
    view: PlayerView,
    moves: Sequence[Move],
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    network: ValueNetwork | None = None,
) -> SearchStatistics:
    """Search some legal moves of the viewer, who must be to move, by rollouts with a network.

    The budget is a number of rollouts, of seconds, or both; the first to run out ends the search.
    It also ends when one candidate is left. With iterations alone, the same view, moves and seed
    give the same result. `keltis.bots.SearchBot` plays by it. The network is that of the bot
    `learnt`, or one that `train` returned; it must have learnt the rules.

    >>> import keltis
    >>> from keltis.batch import search_moves
    >>> view = keltis.observe(keltis.new_game(2, seed=7), 0)
    >>> moves = keltis.legal_moves(view)
    >>> found = search_moves(view, moves, iterations=100, seed=1)
    >>> int(found.visits.sum()) <= 100, found.values.shape == (len(moves),)
    (True, True)
    """
    if iterations is None and seconds is None:
        raise InvalidArgument("a search needs a budget: pass iterations or seconds")
    end = math.inf
    if seconds is not None:
        seconds = as_number(seconds, "seconds", "a number above 0", ABOVE_ZERO, sys.float_info.max)
        end = time.perf_counter() + seconds
    left = NO_LIMIT if iterations is None else as_limit(iterations, "iterations", 1)
    chance = batch_seed(seed)
    network = network or own_network()
    network.require_trained(view.rules, len(view.players))
    root, games, hidden, missing = _root(view, moves, network)
    lines, rooms, nets = network_room(network, root.shape, rooms=2)
    high = GameRandom(int(chance), _COST_STREAM).random() < HIGH_COST_CHANCE
    lines[:1] = games
    cost = HIGH_DRAW_COST if high else DRAW_COST
    find_turns(lines, root.tables[0], rooms[0], nets[0], cost, BEST_PLAYS)
    utility, firsts = rooms["utility"][0], rooms["turns"][0, :, 0]
    found = np.argsort(-utility[: rooms["found"][0]], kind="stable")
    best = dict(zip(firsts[found[::-1]].tolist(), found[::-1].tolist(), strict=True))
    worst = int(found[-1])  # for a move without a turn, if chains have more than are looked at
    places = np.array([best.get(action_id(move), worst) for move in moves])
    visits, values = np.zeros(len(moves), np.int64), utility[places].astype(np.float64)
    given = values.copy()
    order = np.argsort(-given, kind="stable")[:_CANDIDATES]
    alive = order[given[order] >= given[order[0]] - _BEHIND]
    rewards = np.empty((len(alive), 0))
    done = 0
    while 1 < len(alive) <= left and (not done or time.perf_counter() < end):
        count = min(max(_CHUNK, done // 4), left // len(alive))
        block = np.empty((len(alive), count))
        known = games, hidden, missing, root.tables, chance
        roll_out(*known, done, lines, rooms, nets, places[alive], block)
        rewards = np.hstack([rewards, block])
        done += count
        left -= block.size
        visits[alive] = done
        values[alive] = (rewards.sum(1) + _PRIOR * given[alive]) / (done + _PRIOR)
        if done >= _LEAST:
            leader = values[alive].argmax()
            errors = (rewards[leader] - rewards).std(1, ddof=1) / math.sqrt(done)
            stays = values[alive] >= values[alive[leader]] - _ERRORS * errors
            alive, rewards = alive[stays], rewards[stays]
    return SearchStatistics(visits, values)


def _root(
    view: PlayerView, moves: Sequence[Move], network: ValueNetwork
) -> tuple[RecordCodec, NDArray[np.void], NDArray[np.uint8], NDArray[np.int64]]:
    """A codec, a record with the cards that the viewer knows, the hidden cards, and their number.

    The number is by seat. The moves are checked.
    """
    if view.viewer != view.to_move:
        raise InvalidArgument(
            f"expected the view of seat {view.to_move}, who is to move, not of {view.viewer}"
        )
    if not moves:
        raise InvalidArgument("moves must not be empty: is the game over?")
    rules, players = view.rules, len(view.players)
    hidden = hidden_cards(view)
    state = complete_state(view, hidden)  # hidden cards anywhere: they are taken away again
    for move in moves:
        reason = illegality(state, move)
        if reason is not None:
            raise IllegalMove(reason, move, state)
    cards = max(len(rules.deck), len(KELTIS.deck))
    shape = Shape(max(players, _PLAYERS), network.values, network.rows, cards)
    root = codec(rules, players, shape)
    games = root.blanks(1)
    game = games[0]
    root.write(game, state)
    game["deck"] = 0
    missing = np.zeros(players, np.int64)
    for seat, player in enumerate(view.players):
        if seat != view.viewer:
            missing[seat] = player.hand_size - len(player.seen)
            game["hand"][seat] = game["seen"][seat]
            game["bits"][seat] = 0
            for card in player.seen:
                game["bits"][seat, card.colour] |= 1 << rules.values.index(card.value)
    codes = np.array([card_code(rules, card) for card in hidden], np.uint8)
    return root, games, codes, missing


@kernel
def roll_out(
    root: Games,
    hidden: UInt8s,
    missing: Int64s,
    rules: TableArray,
    seed: np.uint64,
    first: int,
    lines: Games,
    rooms: TurnRooms,
    nets: WeightArray,
    chosen: Int64s,
    rewards: Float64s,
) -> None:
    """Write the rewards of some turns of the first room, in determinizations from number `first`.

    The root has the cards that its player knows. A rollout ends with a turn of that player, or with
    the game. The reward is the mean value of that player's turns but for the first, whose value is
    the least exact; the last of `lines` has the determinization.
    """
    tables, room = rules[0], rooms[1]
    viewer, players, dealt = wide(root[0].to_move), wide(rules[0].players), len(lines) - 1
    cards = np.empty(len(hidden), np.uint8)
    for number in range(rewards.shape[1]):
        lines[dealt] = root[0]
        state = stream_state(seed, np.uint64(first + number))
        determinize(lines[dealt], tables, hidden, missing, state, cards)
        for candidate in range(len(chosen)):
            lines[0] = lines[dealt]
            turn = chosen[candidate]
            for place in range(rooms[0].length[turn]):
                make_move(lines, 0, tables, rooms[0].turns[turn, place])
            made = 0
            total = 0.0
            left = _TURNS - 1
            while left and lines[0].phase != OVER:
                best = find_turns(lines, tables, room, nets[0], DRAW_COST, _ROLLOUT_PLAYS)
                made += 1
                if made > players and made % players == 0:
                    total += room.utility[best]
                    left -= 1
                for place in range(room.length[best] if left else 0):
                    make_move(lines, 0, tables, room.turns[best, place])
            if left:
                write_end(lines[0], tables, viewer, room.values[0])
                win, margin = room.values[0]
                total += left * (WIN_SHARE * win + (1 - WIN_SHARE) * margin)
            rewards[candidate, number] = total / (_TURNS - 1)
