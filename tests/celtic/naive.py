"""A second engine, as plain as the rulings and slow, to compare the library with."""

from collections.abc import Iterator, Mapping, Sequence

from keltis.celtic import Cell, GameState, Lay, Owner, Player, Rules, Shape, opponent

# The sides clockwise, with the bit in a mask and the way to the neighbour:
NORTH, EAST, SOUTH, WEST = range(4)
AWAY = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}

StrandEnd = tuple[int, int, int, str]
"""x, y, side, and "left" or "right"."""


def is_open(mask: int, side: int) -> bool:
    return (mask >> side) % 2 == 1


def beyond(cell: Cell, side: int) -> Cell:
    return cell[0] + AWAY[side][0], cell[1] + AWAY[side][1]


def groups(design: Mapping[Cell, int]) -> list[set[StrandEnd]]:
    """The strand ends of a design in groups, one for each path (K2)."""
    ends = [
        (*cell, side, hand)
        for cell, mask in design.items()
        for side in range(4)
        if is_open(mask, side)
        for hand in ("left", "right")
    ]
    group_of: dict[StrandEnd, set[StrandEnd]] = {end: {end} for end in ends}
    for one in ends:
        for other in (within(design, one), across(design, one)):
            if other is not None and group_of[one] is not group_of[other]:
                group_of[one] |= group_of[other]
                for end in group_of[other]:
                    group_of[end] = group_of[one]
    return list({id(group): group for group in group_of.values()}.values())


def within(design: Mapping[Cell, int], end: StrandEnd) -> StrandEnd:
    """The strand end that this one leads to within its tile."""
    x, y, side, hand = end
    turn = 1 if hand == "right" else 3
    side = (side + turn) % 4
    while not is_open(design[x, y], side):
        side = (side + turn) % 4
    return x, y, side, "left" if hand == "right" else "right"


def across(design: Mapping[Cell, int], end: StrandEnd) -> StrandEnd | None:
    """The strand end that this one meets across the border, if there is one."""
    x, y, side, hand = end
    there = beyond((x, y), side)
    facing = (side + 2) % 4
    return (*there, facing, hand) if is_open(design.get(there, 0), facing) else None


def knot_cells(design: Mapping[Cell, int]) -> list[list[Cell]]:
    """The cells that each closed path visits, sorted."""
    closed = [
        group for group in groups(design) if all(across(design, end) is not None for end in group)
    ]
    return sorted(sorted({(x, y) for x, y, _, _ in group}) for group in closed)


def design_of(lays: Sequence[Lay]) -> dict[Cell, int]:
    return {(lay.x, lay.y): lay.mask for lay in lays}


def left_of(state: GameState) -> dict[tuple[Owner, Shape], int]:
    """The number of tiles left of each kind."""
    left = {
        (owner, shape): state.rules.supplies[owner][shape] for owner in Owner for shape in Shape
    }
    for lay in state.lays:
        left[lay.supply, Shape.of(lay.mask)] -= 1
    return left


def lays_for(state: GameState, player: Player) -> Iterator[Lay]:
    """The tiles that the player could lay, by trying everything (K5 to K7)."""
    design, left = design_of(state.lays), left_of(state)
    for x in range(-6, 7):
        for y in range(-6, 7):
            for mask in range(1, 16):
                if fits(design, (x, y), mask, state.rules.width, state.rules.height):
                    for owner in (player, Owner.NEUTRAL):
                        if left[owner, Shape.of(mask)]:
                            yield Lay(x, y, mask, owner)


def can_be_laid(rules: Rules, lays: Sequence[Lay]) -> bool:
    """Whether the tiles can be laid one after the other, by anybody (K1, K4 to K7)."""
    start = Lay(0, 0, rules.start, Owner.NEUTRAL)
    pending = list(lays)
    if start not in pending:
        return False
    pending.remove(start)
    design = design_of([start])
    while fitting := [
        lay for lay in pending if fits(design, (lay.x, lay.y), lay.mask, rules.width, rules.height)
    ]:
        design |= design_of(fitting[:1])
        pending.remove(fitting[0])
    kinds = [(lay.supply, Shape.of(lay.mask)) for lay in lays]
    return not pending and all(
        kinds.count((owner, shape)) <= rules.supplies[owner][shape] for owner, shape in kinds
    )


def fits(design: Mapping[Cell, int], cell: Cell, mask: int, width: int, height: int) -> bool:
    if cell in design:
        return False
    joined = False
    for side in range(4):
        there = beyond(cell, side)
        if there in design:
            if is_open(mask, side) != is_open(design[there], (side + 2) % 4):
                return False
            joined = joined or is_open(mask, side)
    if not joined:
        return False
    wide, high = extent({**design, cell: mask})
    return wide <= width and high <= height


def extent(design: Mapping[Cell, int]) -> tuple[int, int]:
    """The width and height of the tiles and all cells that they open to."""
    cells = [
        *design,
        *(
            beyond(cell, side)
            for cell, mask in design.items()
            for side in range(4)
            if is_open(mask, side)
        ),
    ]
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    return max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def moves(state: GameState) -> set[str]:
    """The notations of all legal moves."""
    lays = {str(lay) for lay in lays_for(state, state.to_move)}
    if not lays and any(True for _ in lays_for(state, opponent(state.to_move))):
        return {"pass"}
    return lays
