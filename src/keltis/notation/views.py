"""What a player may know, as text."""

from keltis.errors import InvalidArgument
from keltis.notation.positions import figures_text, piles_text, tiles_text, turn_text
from keltis.notation.rules import format_rules
from keltis.notation.words import format_cards
from keltis.view import PlayerView


def format_view(view: PlayerView) -> str:
    """A view as text: as a position, but of hidden cards it says only how many there are.

    >>> import keltis
    >>> from keltis.view import observe
    >>> lines = format_view(observe(keltis.new_game(2, seed=1), 0)).splitlines()
    >>> lines[3], lines[6], lines[12]
    ('pile: 64 cards', 'hand 0: R6 R9 Y4 Y9 P8 B2 B5 B6', 'hand 1: 8 cards')
    """
    if type(view) is not PlayerView:
        raise InvalidArgument(f"expected a PlayerView, not {type(view).__name__}")
    lines = [
        f"rules: {format_rules(view.rules)}",
        f"turn: {turn_text(view.to_move, view.phase, view.may_decline, view.barred)}",
        f"tiles: {tiles_text(view.tiles)}",
        f"pile: {view.draw_pile_size} cards",
        f"discards: {piles_text(view.discards)}",
        f"removed: {view.removed_size} cards",
    ]
    for seat, player in enumerate(view.players):
        hand = view.hand if seat == view.viewer else None
        lines += [
            f"hand {seat}: {f'{player.hand_size} cards' if hand is None else format_cards(hand)}",
            f"columns {seat}: {piles_text(player.columns)}",
            f"figures {seat}: {figures_text(player.rows, player.large)}",
            f"points {seat}: {player.tile_points}",
            f"stones {seat}: {player.wishing_stones}",
            f"seen {seat}: {format_cards(player.seen)}",
        ]
    return "\n".join(lines)
