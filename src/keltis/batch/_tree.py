"""The search tree as kernels: selection by PUCT, expansion, rollout and backpropagation.

There is one tree for all determinizations. A node stands for a move after the moves on the way to
it, and counts how often the move was legal, as other hidden cards allow other moves.
"""

import math
from typing import Final, Protocol

import numpy as np

from keltis import _weights
from keltis.batch._bits import wide
from keltis.batch._chance import GROWTH, stream_state, unit_number
from keltis.batch._compiler import inlined, kernel
from keltis.batch._layout import (
    CARD_STRIDE,
    OVER,
    Float64s,
    Game,
    Games,
    Int64s,
    TableArray,
    Tables,
    UInt8s,
)
from keltis.batch._rollout import roll_out, score_actions
from keltis.batch._turn import apply_action, put_in_hand, total_score

NODE: Final = np.dtype(
    [
        ("total_reward", np.float64),
        ("prior", np.float32),
        ("visits", np.int32),
        ("available", np.int32),
        ("child", np.int32),
        ("sibling", np.int32),
        ("action", np.int32),
    ],
    align=True,
)
"""The data type of a node. `Node` explains the fields."""
NO_NODE: Final = 0
"""Ends a list of nodes: node 0 is the root, which is nobody's child."""
MAX_DEPTH: Final = 512
"""The depth of the tree after which its nodes are leaves."""


class Node(Protocol):
    """The statistics of one move after the moves on the way to it."""

    total_reward: float
    """The sum of the rewards of all visits, for the player who made the move."""
    prior: float
    """The probability, by the policy, that this is the best move."""
    visits: int
    available: int
    """The number of selections in which the move was legal."""
    child: int
    """The first of the nodes of the moves after this one."""
    sibling: int
    """The next node of a move after the same moves."""
    action: int


class Nodes(Protocol):
    """An array of nodes, of which the first are used."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Node: ...


@inlined
def determinize(
    game: Game,
    tables: Tables,
    hidden: UInt8s,
    missing: Int64s,
    state: np.uint64,
    cards: UInt8s,
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
def write_rewards(game: Game, tables: Tables, totals: Float64s, rewards: Float64s) -> None:
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
    visited move; -1 is for no limit.
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
        if left >= 0 and _is_decided(nodes, roots, left - done):
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
