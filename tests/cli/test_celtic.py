"""`keltis celtic`: what only CELTIC! has in the terminal."""

from functools import cache

import pytest

from cli.programs import Program, read, write
from keltis.celtic import (
    Filling,
    GameState,
    Owner,
    Player,
    count_fillings,
    is_hard,
    legal_moves,
    new_game,
    parse_move,
)
from keltis.celtic._engine.moves import PASS
from keltis.celtic.bots import RandomBot, play_match
from keltis.celtic.notation import format_state
from keltis.celtic.record import GameRecord, format_record, parse_record
from keltis.cli._celtic import CELTIC
from keltis.cli._display import WIDTH, make_console, print_listing
from keltis.cli._session import Session
from keltis.cli._terminal import Group, InputError

START = new_game()


@cache
def games() -> list[GameRecord]:
    """Games of random bots."""
    return [play_match([RandomBot(), RandomBot()], seed=seed) for seed in range(60)]


def find_pass(player: Player) -> tuple[GameRecord, int]:
    """A game in which this player must pass and the game goes on, and the number of that move."""
    return next(
        (game, number)
        for game in games()
        for number, (state, move) in enumerate(game)
        if move == PASS and state.to_move is player
    )


def forced(player: Player) -> GameState:
    """A position in which this player must pass, and the game goes on."""
    game, number = find_pass(player)
    return game.states[number]


# Passes


def test_passes_are_narrated(celtic: Program) -> None:
    game, _ = find_pass(Owner.BLUE)
    celtic.print("replay --no-board", write(format_record(game)))
    assert celtic.text.count("must pass: no tile fits.") == game.moves.count(PASS) > 0


@pytest.mark.parametrize("player", [Owner.ORANGE, Owner.BLUE])
def test_a_forced_pass_is_made_and_narrated(player: Player, celtic: Program) -> None:
    file = write(format_state(forced(player)))
    words = f"--seat {player} --against random --save game.txt"
    assert celtic("play --load", file, words, lines="quit\n") == 0
    assert "> You must pass: no tile fits." in celtic.text
    assert parse_record(read("game.txt")).moves[0] == PASS
    assert f"{player} must pass" in celtic.print("show", file)


def test_a_pass_that_you_force_is_narrated(celtic: Program) -> None:
    game, number = find_pass(Owner.BLUE)
    words = f"--load {write(format_record(game.until(number - 1)))} --seat orange"
    assert celtic("play", words, lines=f"{game.moves[number - 1]}\nquit\n") == 0
    assert "Fionn must pass: no tile fits." in celtic.text


@pytest.mark.usefixtures("in_tmp_path")
def test_undo_does_not_stop_at_a_forced_pass() -> None:
    game, number = find_pass(Owner.ORANGE)
    record = game.until(number + 1).rename(("Ann", "random"))
    session = Session(CELTIC, record, seat=0, seed=1)
    assert session.undo().startswith("Taken back: lay")
    assert session.match.asked == 0
    assert len(session.record) < number


# Playing


def test_a_game_ends_with_an_explanation(celtic: Program) -> None:
    words = "--seed 1 --against random --seat blue --name Bob"
    out = celtic.print("play", words, lines="1\n" * 40)
    assert "B Bob" in out
    assert "The game is over: " in celtic.text
    assert "decides the game" in out
    assert "The game is in celtic-game-1.txt: keltis celtic replay celtic-game-1.txt" in out


def test_a_cell_shows_its_tiles_and_a_number_lays_one(celtic: Program) -> None:
    assert celtic("play --against random --save game.txt", lines="0,-1\n3\nquit\n") == 0
    assert "0,-1: 1-15 -1,0: 16-30 1,0: 31-45 0,1: 46-60" in celtic.text
    assert "3 ╭ ES 4 ├ NES 5 ╮ SW" in celtic.text
    assert "11 ╭ ES neutral" in celtic.text
    assert parse_record(read("game.txt")).moves[0] == parse_move("lay 0,-1 ES orange")


def test_undo_goes_back_to_your_last_decision(celtic: Program) -> None:
    lines = "undo\n0,-1 S\n0,1 N\nundo\nundo\nundo\n0,-1 ES\nquit\n"
    assert celtic("play --against random --seed 2 --save game.txt", lines=lines) == 0
    assert celtic.text.count("nothing to take back") == 2
    assert "Taken back: lay 0,1 N orange." in celtic.out
    assert "Taken back: lay 0,-1 S orange." in celtic.out
    assert str(parse_record(read("game.txt")).moves[0]) == "lay 0,-1 ES orange"


# The choices, and the moves that a person types


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("LAY  0,-1   ES  Orange", "lay 0,-1 ES orange"),
        ("0 , -1 se", "lay 0,-1 ES orange"),
        ("0,-1 wsne", "lay 0,-1 NESW orange"),
        ("0,-1 s neutral", "lay 0,-1 S neutral"),
    ],
)
def test_moves_may_be_typed_loosely(text: str, answer: str) -> None:
    assert CELTIC.parse_move(text, START, CELTIC.choices(START)) == parse_move(answer)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pass", "You cannot pass: a player who can lay a tile may not pass"),
        ("0,0 N", "You cannot lay 0,0 N orange: there is a tile on this cell already."),
        ("0,-1 S blue", "the tile is the other player's"),
        ("0,-1 NESW neutral", "no such tile is left"),
        ("3,3", "No tile can be laid on 3,3. Tiles fit on 0,-1 -1,0 1,0 0,1."),
        ("lay 0,-1 X orange", "'lay 0,-1 x orange'. Did you mean: lay 0,-1 S orange"),
        ("0,-1 " * 2000, "Try a cell such as 0,-1, or 0,-1 ES for a tile on it."),
        ("\x00", "I don\N{RIGHT SINGLE QUOTATION MARK}t know"),
    ],
)
def test_input_errors_are_explained(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        CELTIC.parse_move(text, START, CELTIC.choices(START))
    assert message in str(error.value)
    assert len(str(error.value)) < 250


def test_choices_number_all_legal_moves_and_their_listings_fit_the_screen() -> None:
    console = make_console()
    kinds: set[tuple[bool, bool]] = set()
    for state, move in (pair for game in games()[:6] for pair in game):
        if move == PASS:
            continue
        choices = CELTIC.choices(state)
        assert tuple(choice.move for choice in choices) == legal_moves(state)
        closes = any(choice.note for choice in choices)
        with console.capture() as capture:
            print_listing(console, CELTIC.menu(state, choices))
        assert ("knot" in capture.get()) is closes
        with console.capture() as capture:
            for cell in dict.fromkeys(str(choice.move).split()[1] for choice in choices):
                group = CELTIC.parse_move(cell, state, choices)
                assert isinstance(group, Group)
                print_listing(console, CELTIC.rows(group))
        text = capture.get()
        assert all(len(line) <= WIDTH for line in text.splitlines())
        assert all(f"{choice.number:>2} " in text for choice in choices)
        kinds.add((len(choices) > CELTIC.most_choices, closes))
    assert len(kinds) == 4


# The puzzles


@pytest.mark.parametrize("words", ["", "--hard"])
def test_solve_prints_a_filling_and_its_rows(words: str, celtic: Program) -> None:
    lines = celtic.print("solve --seed 2", words).splitlines()
    rows = [line for line in lines if len(line) == 5 and set(line) <= set("123456789ABCDEF")]
    assert len(rows) == 5
    assert is_hard(Filling.parse("/".join(rows))) or not words
    assert ("25 tiles, 1 knot\n" in celtic.out) or not words
    assert "With --seed 2 the same solution is found again." in celtic.out


def test_solve_draws_too(celtic: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda seeds: seeds - 1)
    out = celtic.print("solve --svg filling.svg")
    assert "written: filling.svg" in out
    assert "With --seed 999999 " in out
    assert read("filling.svg").startswith("<svg ")


def test_solve_counts(celtic: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    assert celtic.print("solve --count") == f"{count_fillings()}\n"
    texts = ("46EEC/7FF95/7FF85/57F85/113A9", "2EAE8/6FEF8/553FC/3FAFD/2BA91")
    # All of them take half a minute.
    monkeypatch.setattr("keltis.cli._celtic.fillings", lambda: map(Filling.parse, texts))
    assert celtic.print("solve --count --hard") == "1\n"


def test_tiles_without_a_solution(celtic: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keltis.cli._celtic.solve", lambda **_: None)
    assert celtic.fail("solve") == "keltis: these tiles have no solution"
