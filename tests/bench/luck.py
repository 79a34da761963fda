"""How many games the correction of luck saves, and whether it is unbiased.

    python tests/bench/luck.py --entrants learnt greedy --deals 2000
    python tests/bench/luck.py --entrants greedy random --deals 500000 --pile 4

All deals are played in both seatings, by compiled bots. Without `--pile` the games are whole ones
under `KELTIS`; with it, most cards are removed and so many are in the pile, so that many games can
be measured. `--old FILE` lets `learnt` play with that file against our own weights.
"""

import argparse
import math
import time
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np

from keltis import KELTIS, Rules
from keltis._network import ValueNetwork, own_network, own_opened_network
from keltis.batch import new_games
from keltis.batch._compiler import kernel
from keltis.batch._engine import total_score
from keltis.batch._greedy import greedy_room, make_move
from keltis.batch._layout import (
    OVER,
    Float64s,
    Games,
    Int64s,
    TableArray,
    WorkspaceArray,
)
from keltis.batch._luck import measure_luck
from keltis.batch._numbers import GROWTH, stream_state, unit_number
from keltis.batch._opened import ChainRooms, OpenedNets, OpenedRooms, opened_room
from keltis.batch._policies import POLICIES, policy_action
from keltis.batch._value import TurnRooms, WeightArray, network_room

MOST: Final = 2000
"""The decisions after which a game is left as it is."""
GREEDY: Final = POLICIES.index("greedy")
DEALS: Final = 2000
"""The deals of a chunk."""


@kernel
def measure_games(
    games: Games,
    rules: TableArray,
    seed: np.uint64,
    policies: Int64s,
    greedy: Int64s,
    first: int,
    room: Games,
    lines: Games,
    rooms: TurnRooms,
    bots: WeightArray,
    others: WeightArray,
    greedy_games: Games,
    works: WorkspaceArray,
    nets: OpenedNets,
    layers: OpenedRooms,
    chains: ChainRooms,
    scores: Float64s,
    luck: Float64s,
) -> None:
    """Play games, and measure their luck. The seat `first` plays with the first weights."""
    actions = np.empty(MOST, np.int64)
    for at in range(len(games)):
        room[0] = games[at]
        state = stream_state(seed, np.uint64(at))
        made = 0
        while room[0].phase != OVER and made < MOST:
            state += GROWTH
            seat = room[0].to_move
            own = bots if seat == first else others
            network = (lines, rooms, own)
            greedy_games[0] = room[0]
            chance = unit_number(state)
            actions[made] = policy_action(
                greedy_games, rules[0], policies[seat], chance, works[0], network
            )
            make_move(room, 0, rules[0], actions[made])
            made += 1
        for seat in range(2):
            scores[at, seat] = total_score(room[0], rules[0], seat)
        room[0] = games[at]
        measure_luck(
            room,
            rules,
            actions[:made],
            greedy,
            lines,
            rooms,
            bots,
            greedy_games,
            works,
            nets,
            layers,
            chains,
            luck[at],
        )


def main() -> None:
    """Print the means with and without luck, and how many times fewer games are needed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--entrants", nargs=2, choices=POLICIES, default=["learnt", "greedy"])
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pile", type=int)
    parser.add_argument("--old", type=Path)
    options = parser.parse_args()
    rules = KELTIS
    if options.pile:
        rules = Rules(cards_removed=((2, len(KELTIS.deck) - 16 - options.pile),))
    shares, leads = np.empty((2, 2, options.deals)), np.empty((2, 2, options.deals))
    other = ValueNetwork.load(options.old) if options.old else own_network()
    begun = time.process_time()
    for start in range(0, options.deals, DEALS):
        count = min(DEALS, options.deals - start)
        seed = options.seed * 2**32 + start
        for seat in range(2):
            batch = new_games(count, 2, seed=seed, rules=rules)
            _, games = batch.__getstate__()
            names = options.entrants if seat == 0 else options.entrants[::-1]
            policies = np.array([POLICIES.index(name) for name in names])
            scores, luck = np.empty((count, 2)), np.zeros((count, 2, 2))
            lines, rooms, bots = network_room(own_network(), batch.shape)
            _, _, others = network_room(other, batch.shape)
            measure_games(
                games,
                batch.tables,
                np.uint64(seed + seat),
                policies,
                (policies == GREEDY).astype(np.int64),
                seat,
                games[:1].copy(),
                lines,
                rooms,
                bots,
                others,
                *greedy_room(batch.shape),
                *opened_room(own_opened_network(), batch.shape),
                scores,
                luck,
            )
            lead = scores[:, seat] - scores[:, 1 - seat]
            part = slice(start, start + count)
            shares[seat, :, part] = np.sign(lead) / 2 + 0.5, luck[:, 0, seat]
            leads[seat, :, part] = lead, luck[:, 1, seat] - luck[:, 1, 1 - seat]
    spent = (time.process_time() - begun) / (2 * options.deals)
    print(f"{2 * options.deals} games, {1000 * spent:.2f} ms of CPU time each")
    for name, numbers in (("share", shares), ("lead", leads)):
        played, gained = numbers.mean(0)
        half = 1.96 / math.sqrt(options.deals)
        show = partial("{:.4f} ± {:.4f}".format)
        mean, spread = gained.mean(), half * gained.std()
        fair = played - gained
        print(
            f"{name}: played {show(played.mean(), half * played.std())}, "
            f"without luck {show(fair.mean(), half * fair.std())}, "
            f"luck {show(mean, spread)}: {played.var() / fair.var():.2f} times fewer games"
        )


if __name__ == "__main__":
    main()
