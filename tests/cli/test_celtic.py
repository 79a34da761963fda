"""The choices in CELTIC!, and the moves that a person types."""

import pytest

from keltis.celtic import legal_moves, new_game, parse_move
from keltis.celtic.bots import RandomBot, play_match
from keltis.celtic.moves import PASS
from keltis.cli._celtic import CELTIC, MENU_SIZE
from keltis.cli._display import WIDTH, make_console, print_listing
from keltis.cli._terminal import InputError, Listing

START = new_game()


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("LAY  0,-1   ES  Orange", parse_move("lay 0,-1 ES orange")),
        ("0 , -1 se", parse_move("lay 0,-1 ES orange")),
        ("0,-1 wsne", parse_move("lay 0,-1 NESW orange")),
        ("0,-1 s neutral", parse_move("lay 0,-1 S neutral")),
    ],
)
def test_moves_may_be_typed_loosely(text: str, answer: object) -> None:
    assert CELTIC.parse_move(text, START, CELTIC.choices(START)) == answer


def test_a_cell_lists_its_tiles() -> None:
    tiles = CELTIC.parse_move("0, 1", START, CELTIC.choices(START))
    assert isinstance(tiles, Listing)
    assert tiles.rows[0] == ("0,1:", "end", "46 ╵ N", "", "", "neutral", "54 ╵ N")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pass", "You cannot pass: a player who can lay a tile may not pass"),
        ("0,0 N", "You cannot lay 0,0 N orange: there is a tile on this cell already."),
        ("0,-1 S blue", "the tile is the other player's"),
        ("0,-1 NESW neutral", "no such tile is left"),
        ("3,3", "No tile can be laid on 3,3. Tiles fit on 0,-1 -1,0 1,0 0,1."),
        (
            "lay 0,-1 X orange",
            "neither a move nor a cell: 'lay 0,-1 x orange'. Did you mean: lay 0,-1 S orange",
        ),
        ("0,-1 " * 2000, "This is neither a move nor a cell"),
        ("\x00", "Type ? for help."),
    ],
)
def test_input_errors_are_explained(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        CELTIC.parse_move(text, START, CELTIC.choices(START))
    assert message in str(error.value)
    assert len(str(error.value)) < 250


def test_choices_number_all_legal_moves_and_their_listings_fit_the_screen() -> None:
    console = make_console()
    few = many = closing = 0
    for seed in range(3):
        for state, move in play_match([RandomBot(), RandomBot()], seed=seed):
            if move == PASS:
                continue
            choices = CELTIC.choices(state)
            assert tuple(choice.move for choice in choices) == legal_moves(state)
            cells = [str(choice.move).split()[1] for choice in choices]
            listings = [CELTIC.menu(choices)]
            listings += [
                listing
                for cell in dict.fromkeys(cells)
                if isinstance(listing := CELTIC.parse_move(cell, state, choices), Listing)
            ]
            assert len(listings) == 1 + len(set(cells))
            with console.capture() as capture:
                for listing in listings:
                    print_listing(console, listing)
            assert all(len(line) <= WIDTH for line in capture.get().splitlines())
            few += len(choices) <= MENU_SIZE
            many += len(choices) > MENU_SIZE
            closing += CELTIC.menu(choices).note.endswith("* closes a knot.")
    assert all((few, many, closing))


def test_cells_where_a_knot_can_be_closed_are_marked() -> None:
    listing = next(
        CELTIC.menu(choices)
        for seed in range(60)
        for state, move in play_match([RandomBot(), RandomBot()], seed=seed)
        if move != PASS
        and len(choices := CELTIC.choices(state)) > MENU_SIZE
        and any(choice.note for choice in choices)
    )
    assert listing.note.endswith(" * closes a knot.")
    assert any(cell.endswith("*") for row in listing.rows for cell in row)
