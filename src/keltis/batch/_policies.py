"""The bots that have a compiled form, over records."""

from collections.abc import Container
from typing import Final, Literal, TypeAlias

import numpy as np

from keltis._network import own_network
from keltis.batch._compiler import kernel
from keltis.batch._engine import random_action
from keltis.batch._greedy import greedy_action, greedy_room, make_move
from keltis.batch._layout import (
    OVER,
    Bools,
    Games,
    Int64s,
    TableArray,
    Tables,
    Workspace,
    WorkspaceArray,
)
from keltis.batch._numbers import GROWTH, stream_state, unit_number
from keltis.batch._records import RecordCodec
from keltis.batch._value import TurnRooms, WeightArray, learnt_action, network_room

Policy: TypeAlias = Literal["random", "greedy", "learnt"]
"""The name of a bot that has a compiled form."""
POLICIES: Final[tuple[Policy, ...]] = ("random", "greedy", "learnt")
_GREEDY, _LEARNT = 1, 2

NetworkRoom: TypeAlias = tuple[Games, TurnRooms, WeightArray] | None
"""What the policy `learnt` needs; without it, its kernels are not compiled."""


def policy_room(
    codec: RecordCodec, policies: Container[Policy]
) -> tuple[Games, WorkspaceArray, NetworkRoom]:
    """The room that these policies need for such games."""
    rooms = greedy_room(codec.shape)
    if "learnt" not in policies:
        return *rooms, None
    network = own_network()
    network.require_trained(codec.rules, codec.players)
    return *rooms, network_room(network, codec.shape)


@kernel
def policy_action(
    room: Games, tables: Tables, policy: int, chance: float, work: Workspace, network: NetworkRoom
) -> int:
    """The action of a policy in the first game of the room."""
    if network is not None and policy == _LEARNT:
        lines, rooms, nets = network
        lines[0] = room[0]
        return learnt_action(lines, tables, rooms[0], nets[0], chance)
    if policy == _GREEDY:
        return greedy_action(room, tables, work, chance)
    return random_action(room[0], tables, chance)


@kernel
def choose_actions(
    games: Games,
    rules: TableArray,
    seed: np.uint64,
    policy: int,
    acting: Bools,
    room: Games,
    works: WorkspaceArray,
    network: NetworkRoom,
    actions: Int64s,
) -> None:
    """Write the actions of a policy in the games that act."""
    for at in range(len(games)):
        if acting[at]:
            room[0] = games[at]
            chance = unit_number(stream_state(seed, np.uint64(at)) + GROWTH)
            actions[at] = policy_action(room, rules[0], policy, chance, works[0], network)


@kernel
def play_policy(
    games: Games,
    rules: TableArray,
    seed: np.uint64,
    first: int,
    most: int,
    decisions: Int64s,
    policy: int,
    room: Games,
    works: WorkspaceArray,
    network: NetworkRoom,
) -> None:
    """Do what `play_randomly` does, with the moves of a policy."""
    for at in range(len(games)):
        room[0] = games[at]
        state = stream_state(seed, np.uint64(first + at))
        made = 0
        while room[0].phase != OVER and made < most:
            state += GROWTH
            chance = unit_number(state)
            action = policy_action(room, rules[0], policy, chance, works[0], network)
            make_move(room, 0, rules[0], action)
            made += 1
        games[at] = room[0]
        decisions[at] = made
