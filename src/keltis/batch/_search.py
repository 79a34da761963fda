"""Tree search for one decision, from what its player may know.

The search selects by PUCT, expands, rolls out and backpropagates. There is one tree for all
determinizations. A node stands for a move after the moves on the way to it, and counts how often
the move was legal, as other hidden cards allow other moves. Rollouts are games that the policy of
the search bot plays to their ends; it gives the scores of `keltis.bots` in plain Python.
"""

import math
import sys
import time
from collections.abc import Sequence
from typing import Annotated, Final, Protocol, TypeAlias, final

import attrs
import numpy as np
from numpy.typing import NDArray

from keltis import _weights
from keltis._engine.legality import IllegalMove, illegality
from keltis._engine.moves import Move
from keltis._engine.view import PlayerView, complete_state, hidden_cards
from keltis._lib.checks import ABOVE_ZERO, as_number
from keltis.batch._arguments import NO_LIMIT, as_limit, batch_seed
from keltis.batch._compiler import inlined, kernel
from keltis.batch._engine import (
    DECLINE,
    DISCARD,
    FIRST_ADVANCE,
    LARGE,
    WAYS_TO_ADVANCE,
    apply_action,
    card_place,
    determinize,
    first_play,
    other_moves,
    plays,
    total_score,
    waiting_figures,
)
from keltis.batch._layout import (
    CLOVER,
    COLOURS,
    DRAW,
    OVER,
    PLAY,
    STONE,
    Float64s,
    GameData,
    Games,
    Int64s,
    RecordArray,
    Shape,
    TableArray,
    Tables,
    UInt8s,
    record_type,
)
from keltis.batch._numbers import GROWTH, lowest_bit, stream_state, unit_number, wide
from keltis.batch._records import RecordCodec, card_code, codec, make_records
from keltis.errors import InvalidArgument
from keltis.learning import action_id

MAX_NODES: Final = 2**21
"""The size at which a tree stops growing: 64 MB."""
NO_NODE: Final = 0
"""Ends a list of nodes: node 0 is the root, which is no child."""
MAX_DEPTH: Final = 512
"""The depth of the tree after which its nodes are leaves."""
PATIENT_DECISIONS: Final = 1000
"""The length of a rollout after which players draw from the face-down pile, so that it ends."""
_CHUNK: Final = 64
"""The number of iterations between two looks at the clock."""
_LEAST: Final = Shape(players=6, values=12, rows=10, cards=180)
"""The least shape of a game, so that all usual rules and numbers of players share kernels."""
_Index: TypeAlias = Annotated[int, np.int32]


class NodeData(Protocol):
    """The statistics of one move after the moves on the way to it."""

    total_reward: float
    """The sum of the rewards of all visits, for the player who made the move."""
    prior: Annotated[float, np.float32]
    """The probability, by the policy, that this is the best move."""
    visits: _Index
    available: _Index
    """The number of selections in which the move was legal."""
    child: _Index
    """The first of the nodes of the moves after this one."""
    sibling: _Index
    """The next node of a move after the same moves."""
    action: _Index


Nodes: TypeAlias = RecordArray[NodeData]


@final
@attrs.frozen(eq=False)
class SearchStatistics:
    """The result of a search: by move, how often it was visited and how it ended."""

    visits: NDArray[np.int64]
    """The visit counts. The most visited move is the choice of the search."""
    total_rewards: NDArray[np.float64]
    """The sums of the rewards of all visits; a reward is from 0 to 1."""


def search_moves(
    view: PlayerView,
    moves: Sequence[Move],
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
) -> SearchStatistics:
    """Search some legal moves of the viewer, who must be to move, by Monte Carlo tree search.

    The budget is a number of iterations, of seconds, or both; the first to run out ends the search.
    The search also stops when the iterations left could not change the most visited move. With
    iterations alone, the same view, moves and seed give the same result. `keltis.bots.SearchBot`
    plays by it.

    >>> import keltis
    >>> from keltis.batch import search_moves
    >>> view = keltis.observe(keltis.new_game(2, seed=7), 0)
    >>> moves = keltis.legal_moves(view)
    >>> found = search_moves(view, moves, iterations=1000, seed=1)
    >>> str(moves[found.visits.argmax()])
    'lay B0 large'
    """
    if iterations is None and seconds is None:
        raise InvalidArgument("a search needs a budget: pass iterations or seconds")
    end = math.inf
    if seconds is not None:
        seconds = as_number(seconds, "seconds", "a number above 0", ABOVE_ZERO, sys.float_info.max)
        end = time.perf_counter() + seconds
    budget = NO_LIMIT if iterations is None else as_limit(iterations, "iterations", 1)
    chunk = budget if seconds is None else _CHUNK
    chance = batch_seed(seed)
    root, games, hidden, missing = _root(view, moves)
    nodes, room = (
        make_records(MAX_NODES, record_type(NodeData, {})),
        make_records(1, root.shape.game),
    )
    actions = np.array([action_id(move) for move in moves], np.int64)
    children = np.empty(len(moves), np.int64)
    used = plant_tree(games, root.tables, nodes, actions, children)
    done = 0
    while done < budget and (done == 0 or time.perf_counter() < end):
        known = games, root.tables, hidden, missing, chance
        left = budget - done
        used = grow_tree(*known, nodes, used, children, min(chunk, left), left, room)
        done += chunk
        if nodes["visits"][children].sum() < done:  # it stopped early
            break
    return SearchStatistics(
        nodes["visits"][children].astype(np.int64), nodes["total_reward"][children]
    )


def _root(
    view: PlayerView, moves: Sequence[Move]
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
    sizes = zip(attrs.astuple(Shape.of(rules, players)), attrs.astuple(_LEAST), strict=True)
    root = codec(rules, players, Shape(*map(max, sizes)))
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


# The policy.


@inlined
def score_actions(game: GameData, tables: Tables, actions: Int64s, scores: Float64s) -> int:
    """List the legal actions, in the order of `legal_moves`, each with its policy score.

    Returns how many they are.
    """
    count = 0
    player = wide(game.to_move)
    if game.phase == PLAY:
        for colour in range(COLOURS):
            if game.bits[player, colour]:
                count = _score_colour(game, tables, player, colour, actions, scores, count)
        return count
    others = other_moves(game, tables)
    while others:
        actions[count] = lowest_bit(others)
        scores[count] = _other_score(game, tables, player, actions[count])
        others &= others - 1
        count += 1
    return count


@inlined
def _score_colour(
    game: GameData,
    tables: Tables,
    player: int,
    colour: int,
    actions: Int64s,
    scores: Float64s,
    count: int,
) -> int:
    """List the lays and discards of the cards of one colour, after `count` other actions."""
    waiting = waiting_figures(game, tables, player)
    hand, fitting, ways = plays(game, tables, player, colour, waiting)
    turns = wide(game.draw_pile) / wide(tables.players)
    last = wide(tables.last[game.column[player, colour]])
    entering = game.rows[player, colour] == 0
    held = _hand_count(game, tables, player, colour) if entering else 0
    step = 0.0
    if fitting and not entering:
        step = _step_score(game, tables, player, colour)
    above = held
    below = 0
    while hand:
        place = lowest_bit(hand)
        hand &= hand - 1
        first = first_play(tables, colour, place)
        fits = fitting >> place & 1
        skipped = _distance(tables, place, last) if fits and last >= 0 else 0
        if entering:
            copies = wide(game.hand[player, card_place(tables, colour, place)])
            below += copies
            for figure in range(1, DISCARD):
                if ways >> figure & 1:
                    actions[count] = first + figure
                    scores[count] = _entry_score(tables, place, figure, above, below, turns)
                    count += 1
            above -= copies
            late = turns < _weights.LATE
            score = _weights.USELESS if late else _weights.HELD - _weights.HELD * held
        elif fits:
            actions[count] = first
            patience = min(1.0, turns / _weights.PATIENCE)
            scores[count] = (
                _weights.LAY + _weights.LAY_STEP * step - _weights.GAP * skipped * patience
            )
            count += 1
            score = _weights.USEFUL_GAP * skipped + _weights.USEFUL
        else:
            score = _weights.USELESS
        actions[count] = first + DISCARD
        scores[count] = score - _use_for_next(game, tables, player, colour, place)
        count += 1
    return count


@inlined
def _hand_count(game: GameData, tables: Tables, player: int, colour: int) -> int:
    """How many cards of a colour are in a hand."""
    held = 0
    bits = wide(game.bits[player, colour])
    while bits:
        held += wide(game.hand[player, card_place(tables, colour, lowest_bit(bits))])
        bits &= bits - 1
    return held


@inlined
def _entry_score(
    tables: Tables, place: int, figure: int, above: int, below: int, turns: float
) -> float:
    """A new path pays off with a card near an end of the values, and more of its colour in hand.

    `above` and `below` are the numbers of these cards on either side, with the card itself.
    """
    if turns < _weights.LATE:
        return _weights.LATE_ENTRY
    end = wide(tables.values) - 1 if above >= below else 0
    following = max(above, below)
    value = following + _weights.ROOM * _distance(tables, place, end) + _weights.ENTRY
    return value + _weights.LARGE_ENTRY * (following - 2) if figure == LARGE else value


@inlined
def _use_for_next(game: GameData, tables: Tables, player: int, colour: int, place: int) -> float:
    """The use of a discarded card for the next player."""
    following = player + 1 if player + 1 < tables.players else 0
    column = wide(game.column[following, colour])
    last = wide(tables.last[column])
    if last < 0 or not wide(tables.fits[column]) >> place & 1:
        return 0.0
    return max(0.0, _weights.GIFT - _weights.GIFT_GAP * _distance(tables, place, last))


@inlined
def _distance(tables: Tables, place: int, other: int) -> int:
    """The difference of two values, given by their places."""
    return abs(wide(tables.value[place]) - wide(tables.value[other]))


@inlined
def _step_score(game: GameData, tables: Tables, player: int, colour: int) -> float:
    """The gain of the next stone of a path for the player to move."""
    row = wide(game.rows[player, colour])
    if row == tables.path_length:
        return _weights.FINISHED_STEP
    kind = 1 if game.large[player] == colour else 0
    gain = wide(tables.row_points[kind, row + 1]) - wide(tables.row_points[kind, row])
    if row + 1 == tables.goal_row and game.in_goal + 1 == tables.goal_figures:  # E1
        mine = total_score(game, tables, player) + gain
        for other in range(wide(tables.players)):
            if other != player and total_score(game, tables, other) >= mine:
                return -_weights.SURE
        return _weights.SURE
    tile = wide(game.tiles[colour, row + 1])
    if tile == CLOVER:
        return gain + _weights.CLOVER_STEP
    if tile == STONE:
        return gain + _weights.STONE_STEP
    return gain + 1.0 * tile


@inlined
def _other_score(game: GameData, tables: Tables, player: int, action: int) -> float:
    """The policy score of a draw or a step."""
    if action in (0, DECLINE):
        return 0.0
    if action >= FIRST_ADVANCE:
        colour = (action - FIRST_ADVANCE) // WAYS_TO_ADVANCE
        wasted = game.rows[player, colour] == tables.path_length  # P6
        return 0.0 if wasted else _step_score(game, tables, player, colour)
    colour = action - 1
    column = wide(game.column[player, colour])
    last = wide(tables.last[column])
    place = wide(game.discards[colour, wide(game.discard_sizes[colour]) - 1])
    if last < 0 or not wide(tables.fits[column]) >> place & 1:
        return -_weights.DRAW
    return _weights.DRAW - _weights.DRAW_GAP * _distance(tables, place, last)


@inlined
def roll_out(
    game: GameData, tables: Tables, state: np.uint64, actions: Int64s, scores: Float64s
) -> None:
    """Play a game to its end, each time with the best policy score after noise.

    The noise comes from the stream that has this state.
    """
    made = 0
    while game.phase != OVER:
        count = score_actions(game, tables, actions, scores)
        if game.phase == DRAW and made > PATIENT_DECISIONS:
            count = 1
        best = 0
        best_score = -np.inf
        for place in range(count):
            state += GROWTH
            score = scores[place] + _weights.NOISE * unit_number(state)
            if score > best_score:
                best_score = score
                best = place
        apply_action(game, tables, actions[best])
        made += 1


# The tree.


@inlined
def select(nodes: Nodes, children: Int64s, count: int) -> int:
    """The place of the available child with the highest PUCT score."""
    visits = 0
    reward = 0.0
    for place in range(count):
        visits += wide(nodes[children[place]].visits)
        reward += nodes[children[place]].total_reward
    unvisited_value = reward / visits if visits else 0.5
    best = 0
    best_score = -1.0
    for place in range(count):
        child = nodes[children[place]]
        child.available += 1
        value = child.total_reward / child.visits if child.visits else unvisited_value
        exploration = math.sqrt(child.available) / (1 + child.visits)
        score = value + _weights.EXPLORATION * float(child.prior) * exploration
        if score > best_score:
            best_score = score
            best = place
    return best


@inlined
def expand(
    nodes: Nodes,
    used: int,
    parent: int,
    actions: Int64s,
    scores: Float64s,
    count: int,
    children: Int64s,
    places: Int64s,
) -> int:
    """Find the children of a node for these actions, and create missing ones.

    The priors are a softmax of the policy scores, which become its weights. `places` is room, by
    action number. Returns how many nodes were created, or -1 if there was no room for them.
    """
    for place in range(count):
        places[actions[place]] = NO_NODE
    child = wide(nodes[parent].child)
    while child != NO_NODE:
        places[nodes[child].action] = child
        child = wide(nodes[child].sibling)
    missing = 0
    best = -np.inf
    for place in range(count):
        children[place] = places[actions[place]]
        missing += children[place] == NO_NODE
        best = max(best, scores[place])
    if missing == 0:
        return 0
    if used + missing > len(nodes):
        return -1
    total = 0.0
    for place in range(count):
        scores[place] = math.exp((scores[place] - best) / _weights.TEMPERATURE)
        total += scores[place]
    for place in range(count):
        if children[place] == NO_NODE:
            node = nodes[used]
            node.total_reward = 0.0
            node.prior = scores[place] / total
            node.visits = 0
            node.available = 0
            node.child = NO_NODE
            node.sibling = nodes[parent].child
            node.action = actions[place]
            nodes[parent].child = used
            children[place] = used
            used += 1
    return missing


@inlined
def write_rewards(game: GameData, tables: Tables, totals: Float64s, rewards: Float64s) -> None:
    """Write the value of a finished game for each player, from 0 to 1."""
    players = wide(tables.players)
    best = -np.inf
    winners = 0
    for player in range(players):
        totals[player] = total_score(game, tables, player)
        if totals[player] > best:
            best = totals[player]
            winners = 0
        winners += totals[player] == best
    for player in range(players):
        other_best = 0.0 if players == 1 else -np.inf
        for other in range(players):
            if other != player:
                other_best = max(other_best, totals[other])
        margin = 0.5 + 0.5 * math.tanh((totals[player] - other_best) / _weights.MARGIN / 2)
        win = 1.0 / winners if totals[player] == best else 0.0
        rewards[player] = (1 - _weights.WIN_SHARE) * margin + _weights.WIN_SHARE * win


@inlined
def _is_decided(nodes: Nodes, children: Int64s, left: int) -> bool:
    """Whether no other move can overtake the most visited in the iterations left."""
    first = 0
    second = 0
    for place in range(len(children)):
        visits = wide(nodes[children[place]].visits)
        if visits > first:
            second = first
            first = visits
        elif visits > second:
            second = visits
    return first - second > left


@kernel
def plant_tree(
    root: Games, rules: TableArray, nodes: Nodes, actions: Int64s, children: Int64s
) -> int:
    """Create the nodes of some legal actions after the root. Returns how many nodes are used."""
    size = wide(rules[0].actions)
    listed = np.empty(size, np.int64)
    scores = np.empty(size, np.float64)
    chosen = np.empty(len(actions), np.float64)
    count = score_actions(root[0], rules[0], listed, scores)
    for place in range(len(actions)):
        for at in range(count):
            if listed[at] == actions[place]:
                chosen[place] = scores[at]
    places = np.empty(size, np.int64)
    return 1 + expand(nodes, 1, NO_NODE, actions, chosen, len(actions), children, places)


@kernel
def grow_tree(
    root: Games,
    rules: TableArray,
    hidden: UInt8s,
    missing: Int64s,
    seed: np.uint64,
    nodes: Nodes,
    used: int,
    roots: Int64s,
    iterations: int,
    left: int,
    room: Games,
) -> int:
    """Run iterations of the search. Returns how many nodes are used then.

    The root has the cards that its player knows. Each iteration determinizes it in `room`, descends
    the tree from one of the nodes `roots`, plays a rollout, and adds the rewards to the nodes on
    the way. It stops early when the `left` iterations of the whole search could not change the most
    visited move.
    """
    tables = rules[0]
    size = wide(tables.actions)
    actions = np.empty(size, np.int64)
    scores = np.empty(size, np.float64)
    children = np.empty(size, np.int64)
    places = np.empty(size, np.int64)
    cards = np.empty(len(hidden), np.uint8)
    path = np.empty(MAX_DEPTH, np.int64)
    movers = np.empty(MAX_DEPTH, np.int64)
    totals = np.empty(wide(tables.players), np.float64)
    rewards = np.empty(wide(tables.players), np.float64)
    for done in range(iterations):
        if _is_decided(nodes, roots, left - done):
            break
        node = roots[select(nodes, roots, len(roots))]
        # Common random numbers: all moves meet the same determinizations in the same order.
        state = stream_state(seed, np.uint64(nodes[node].visits))
        room[0] = root[0]
        game = room[0]
        state = determinize(game, tables, hidden, missing, state, cards)
        depth = 0
        while True:
            path[depth] = node
            movers[depth] = wide(game.to_move)
            depth += 1
            apply_action(game, tables, wide(nodes[node].action))
            if nodes[node].visits == 0 or game.phase == OVER or depth == MAX_DEPTH:
                break
            count = score_actions(game, tables, actions, scores)
            created = expand(nodes, used, node, actions, scores, count, children, places)
            if created < 0:
                break
            used += created
            node = children[select(nodes, children, count)]
        roll_out(game, tables, state, actions, scores)
        write_rewards(game, tables, totals, rewards)
        for at in range(depth):
            nodes[path[at]].visits += 1
            nodes[path[at]].total_reward += rewards[movers[at]]
    return used
