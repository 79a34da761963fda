"""Views as text: the reader of what `format_view` writes."""

import re
from typing import Final

from keltis._shared.text import Line, Lines, quoted
from keltis.cards import Card, sort_cards
from keltis.notation._positions import (
    parse_figures,
    parse_piles,
    parse_position,
    parse_tiles,
    parse_turn,
    turn_fields,
)
from keltis.notation._rules import parse_rules
from keltis.notation._tokens import parse_cards, parse_count
from keltis.view import PlayerView, PublicPlayer

_COUNT: Final = re.compile("(0|[1-9][0-9]{0,2}) cards?")


def parse_view(text: str, *, version: int | None = None) -> PlayerView:
    r"""Read what one player sees, as `format_view` writes it, or you write it at your table.

    The viewer is the player whose hand has cards instead of a number of cards; if there is none, it
    is the view of a spectator. `InvalidState` lists all faults of an impossible view. `version` is
    that of `parse_state`.

    >>> import keltis
    >>> from keltis.notation import format_view, parse_view
    >>> view = keltis.observe(keltis.new_game(2, seed=1), 0)
    >>> parse_view(format_view(view)) == view
    True
    """
    return parse_position(text, _read_view, version)


def _read_view(lines: Lines, version: int) -> PlayerView:
    rules = lines.take("rules").read(lambda text: parse_rules(text, version=version))
    turn = lines.take("turn").read(parse_turn)
    tiles = lines.take("tiles").read(lambda text: parse_tiles(text, rules.path_length))
    draw_pile_size = _read_count(lines.take("pile"))
    discards = lines.take("discards").read(parse_piles)
    removed_size = _read_count(lines.take("removed"))
    hands: list[tuple[int, tuple[Card, ...]]] = []
    players: list[PublicPlayer] = []
    while not players or lines.has_next(f"hand {len(players)}"):
        players.append(_read_player(lines, len(players), hands))
    viewer, hand = hands[0] if hands else (None, None)
    return PlayerView(
        rules=rules,
        viewer=viewer,
        hand=hand,
        players=tuple(players),
        tiles=tiles,
        draw_pile_size=draw_pile_size,
        discards=discards,
        removed_size=removed_size,
        **turn_fields(rules, turn, players),
    )


def _read_player(
    lines: Lines, seat: int, hands: list[tuple[int, tuple[Card, ...]]]
) -> PublicPlayer:
    line = lines.take(f"hand {seat}")
    if _COUNT.fullmatch(line.value):
        hand_size = _read_count(line)
    elif hands:
        raise line.error(f"expected a number of cards, as the hand of seat {hands[0][0]} is known")
    else:
        hand = sort_cards(line.read(parse_cards))
        hands.append((seat, hand))
        hand_size = len(hand)
    columns = lines.take(f"columns {seat}").read(parse_piles)
    rows, large = lines.take(f"figures {seat}").read(parse_figures)
    points = lines.take(f"points {seat}").read(parse_count)
    stones = lines.take(f"stones {seat}").read(parse_count)
    seen = sort_cards(lines.take(f"seen {seat}").read(parse_cards))
    return PublicPlayer(
        columns=columns,
        rows=rows,
        large=large,
        tile_points=points,
        wishing_stones=stones,
        hand_size=hand_size,
        seen=seen,
    )


def _read_count(line: Line) -> int:
    """The number in `64 cards`."""
    match = _COUNT.fullmatch(line.value)
    if match is None:
        raise line.error(f"expected a number of cards, as in '64 cards', not {quoted(line.value)}")
    return int(match[1])
