"""Tree search for one decision, from what the player may know."""

import math
import time
from collections.abc import Sequence
from typing import Final, final

import attrs
import numpy as np
from numpy.typing import NDArray

from keltis.actions import action_id
from keltis.batch._batch import Batch, batch_seed
from keltis.batch._layout import CARD_STRIDE, Shape
from keltis.batch._records import make_records
from keltis.batch._tables import card_code
from keltis.batch._tree import NODE, grow_tree, plant_tree
from keltis.moves import Move
from keltis.view import PlayerView, complete_state, hidden_cards

MAX_NODES: Final = 2**21
"""The size of a tree after which it does not grow; 64 MB."""
_CHUNK: Final = 64
"""The iterations between two looks at the clock."""


@final
@attrs.frozen(eq=False)
class SearchStatistics:
    """What a search has found out about some moves, in their order."""

    visits: NDArray[np.int64]
    """The visit counts."""
    total_rewards: NDArray[np.float64]
    """The sums of the rewards of all visits, each from 0 to 1."""


def search_moves(
    view: PlayerView,
    moves: Sequence[Move],
    *,
    iterations: int | None,
    seconds: float | None = None,
    seed: int | None = None,
) -> SearchStatistics:
    batch, hidden, missing = _root(view)
    tables = batch.tables
    nodes = make_records(MAX_NODES, NODE)
    actions = np.array([action_id(move) for move in moves], np.int64)
    roots = np.empty(len(moves), np.int64)
    room = make_records(1, batch.shape.game)
    used = plant_tree(batch.games, tables, nodes, actions, roots)
    end = math.inf if seconds is None else time.perf_counter() + seconds
    done = 0
    chance = np.uint64(batch_seed(seed))
    while done != iterations and (not done or time.perf_counter() < end):
        left = -1 if iterations is None else iterations - done
        count = _CHUNK if iterations is None else min(left, _CHUNK)
        used = grow_tree(
            batch.games, tables, hidden, missing, chance, nodes, used, roots, count, left, room
        )
        done += count
    return SearchStatistics(nodes["visits"][roots], nodes["total_reward"][roots])


def _root(view: PlayerView) -> tuple[Batch, NDArray[np.uint8], NDArray[np.int64]]:
    """A batch of the view with the cards that the viewer knows, the hidden ones, and their places.

    """
    rules, players = view.rules, len(view.players)
    hidden = hidden_cards(view)
    shape = Shape.of(rules, players)
    shape = attrs.evolve(shape, players=max(4, players))
    # Any state that the view allows will do: hidden cards are taken out of it.
    batch = Batch.of([complete_state(view, hidden)], shape=shape)
    game = batch.games[0]
    game["deck"] = 0
    missing = np.zeros(players, np.int64)
    for seat, player in enumerate(view.players):
        if seat == view.viewer:
            continue
        missing[seat] = player.hand_size - len(player.seen)
        game["hand"][seat] = game["seen"][seat]
        game["bits"][seat] = 0
        for card in player.seen:
            game["bits"][seat, card.colour] |= 1 << rules.values.index(card.value)
    return batch, np.array([card_code(rules, card) for card in hidden], np.uint8), missing
