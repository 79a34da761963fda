"""`keltis celtic`: what only CELTIC! has in the terminal."""

from pathlib import Path

import pytest

from cli.programs import Program
from keltis.celtic import (
    Filling,
    GameState,
    Lay,
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
from keltis.cli import main
from keltis.cli._celtic import CELTIC, MENU_SIZE
from keltis.cli._display import WIDTH, make_console, print_listing
from keltis.cli._session import Session
from keltis.cli._terminal import InputError, Listing
from keltis.documents import from_json

START = new_game()


def games(count: int) -> list[GameRecord]:
    """Games of random bots."""
    return [play_match([RandomBot(), RandomBot()], seed=seed) for seed in range(count)]


def forced(player: Player) -> GameState:
    """A position in which this player must pass, and the game goes on."""
    return next(
        state
        for game in games(60)
        for state, move in game
        if move == PASS and state.to_move is player
    )


def saved(name: str) -> GameRecord:
    """The game in a file."""
    return parse_record(Path(name).read_text(encoding="utf-8"))


def written(text: str) -> str:
    """The name of a file with this text."""
    Path("given.txt").write_text(text, encoding="utf-8")
    return "given.txt"


# The commands


def test_celtic_alone_prints_its_help(celtic: Program) -> None:
    assert celtic() == 2
    assert celtic.out == ""
    assert all(name in celtic.err for name in ("watch", "play", "solve", "show", "replay"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            "watch greedy",
            "unknown bot 'greedy': expected random, search, module:factory",
        ),
        ("play --against search:games=many", "games must be a whole number from 1, not 'many'"),
        ("play --seat green", "expected orange or blue, not 'green'"),
        ("solve --seed=-1", "expected a whole number from 0, not '-1'"),
        ("weave", "invalid choice: 'weave'"),
    ],
)
def test_wrong_usage_has_exit_code_2(
    words: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["celtic", *words.split()])
    assert message in " ".join(capsys.readouterr().err.split())


# Watching


def test_watch_narrates_passes(celtic: Program) -> None:
    words = ("--no-board", "--save", "game.json")
    assert any(
        celtic("watch", "random", "--seed", seed, *words) == 0 and "must pass" in celtic.text
        for seed in range(60)
    )
    record = from_json(GameRecord, Path("game.json").read_text(encoding="utf-8"))
    assert celtic.text.count("must pass: no tile fits.") == record.moves.count(PASS) > 0


@pytest.mark.parametrize(("lines", "heading"), [("24", False), ("40", True)])
def test_watch_draws_the_board_in_its_place(
    lines: str,
    heading: bool,
    celtic: Program,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in (
        ("FORCE_COLOR", "1"),
        ("TERM", "xterm"),
        ("COLUMNS", "80"),
        ("LINES", lines),
    ):
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert main(["celtic", "watch", "random", "--seed", "1", "--delay", "0"]) == 0
    text = capsys.readouterr().out
    assert "\x1b[1A" in text
    assert ("is to lay a tile" in text.partition("1. ")[2]) is heading
    assert "..." not in text  # nothing had to be cut
    assert celtic.out == ""


def test_the_winner_leads_and_in_a_draw_both_do() -> None:
    drawn = next(
        game for game in games(60) if game.outcome is not None and game.outcome.winner is None
    )
    won = next(
        game for game in games(60) if game.outcome is not None and game.outcome.winner is not None
    )
    assert len(CELTIC.scoreboard(drawn).best) == 2
    assert len(CELTIC.scoreboard(won).best) == 1


# Playing


def test_a_game_gets_a_file_and_an_explanation(celtic: Program) -> None:
    words = ("--seed", 1, "--against", "random", "--seat", "blue", "--name", "Bob")
    assert celtic("play", *words, lines="1\n" * 40) == 0
    assert "B Bob" in celtic.out
    assert "The game is over: " in celtic.text
    assert "decides the game" in celtic.out
    assert "The game is in celtic-game-1.txt: keltis celtic replay celtic-game-1.txt" in celtic.out
    assert saved("celtic-game-1.txt").outcome is not None


@pytest.mark.parametrize("player", [Owner.ORANGE, Owner.BLUE])
def test_a_forced_pass_is_made_and_narrated(player: Player, celtic: Program) -> None:
    state = forced(player)
    words = (
        "--load",
        written(format_state(state)),
        "--seat",
        player,
        "--against",
        "random",
        "--save",
        "game.txt",
    )
    assert celtic("play", *words, lines="quit\n") == 0
    assert "> You must pass: no tile fits." in celtic.text
    assert saved("game.txt").moves[0] == PASS


def test_a_pass_that_you_force_is_narrated(celtic: Program) -> None:
    game, place = next(
        (game, place - 1)
        for game in games(60)
        for place, (state, move) in enumerate(game)
        if move == PASS and state.to_move is Owner.BLUE and place
    )
    words = ("--load", written(format_record(game.until(place))), "--seat", "orange")
    assert celtic("play", *words, lines=f"{game.moves[place]}\nquit\n") == 0
    assert "search must pass: no tile fits." in celtic.text


def test_a_cell_shows_its_tiles_and_a_number_lays_one(celtic: Program) -> None:
    assert celtic("play", "--against", "random", "--save", "game.txt", lines="0,-1\n3\nquit\n") == 0
    assert "0,-1: 1-15 -1,0: 16-30 1,0: 31-45 0,1: 46-60" in celtic.text
    assert "corner 3 ╭ ES 5 ╮ SW neutral 11 ╭ ES 13 ╮ SW" in celtic.text
    assert saved("game.txt").moves[0] == parse_move("lay 0,-1 ES orange")


def test_undo_goes_back_to_your_last_decision(celtic: Program) -> None:
    lines = "undo\n0,-1 S\n0,1 N\nundo\nundo\nundo\n0,-1 ES\nquit\n"
    assert (
        celtic("play", "--against", "random", "--seed", 2, "--save", "game.txt", lines=lines) == 0
    )
    assert celtic.text.count("nothing to take back") == 2
    assert "Taken back: lay 0,1 N orange." in celtic.out
    assert "Taken back: lay 0,-1 S orange." in celtic.out
    assert str(saved("game.txt").moves[0]) == "lay 0,-1 ES orange"


@pytest.mark.usefixtures("in_tmp_path")
def test_undo_does_not_stop_at_a_forced_pass() -> None:
    game, place = next(
        (game, place)
        for game in games(60)
        for place, (state, move) in enumerate(game)
        if move == PASS and state.to_move is Owner.ORANGE
    )
    record = game.until(place + 1).rename(("Ann", "random"))
    session = Session(CELTIC, record, seat=0, seed=1)
    assert isinstance(session.undo(), Lay)
    assert session.match.asked == 0
    assert len(session.record) < place


# Showing


def test_show_draws_and_takes_a_position_too(celtic: Program) -> None:
    file = written("# mine\n" + format_state(forced(Owner.BLUE)))
    assert celtic("show", file) == 0
    assert "blue must pass" in celtic.out
    assert celtic("show", file, "--svg", "board.svg", "--theme", "dark") == 0
    assert celtic.out == "written: board.svg\n"
    assert Path("board.svg").read_text(encoding="utf-8").startswith("<svg ")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("keltis record 1", "this is a game of Keltis: use keltis and a command"),
        ('{"format": "keltis-record"}', "as in keltis show given.txt"),
        ("rules: KELTIS\nturn: 0", "this is a game of Keltis"),
        ('{"format": "poem"}', "$.format"),
        ("celtic record 9", "unsupported version 9"),
        ("rules: CELTIC\nturn: nobody", "line 2"),
    ],
)
def test_files_of_the_other_game(content: str, message: str, celtic: Program) -> None:
    assert celtic("show", written(content)) == 1
    assert celtic.out == ""
    assert celtic.err.startswith("keltis: given.txt: ")
    assert message in celtic.err


# Replaying


# The choices, and the moves that a person types


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


# The puzzles


@pytest.mark.parametrize(("words", "hard"), [((), False), (("--hard",), True)])
def test_solve_prints_a_filling_and_its_rows(
    words: tuple[str, ...], hard: bool, celtic: Program
) -> None:
    assert celtic("solve", "--seed", 2, *words) == 0
    rows = [
        line
        for line in celtic.out.splitlines()
        if len(line) == 5 and set(line) <= set("123456789ABCDEF")
    ]
    assert is_hard(Filling.parse("/".join(rows))) or not hard
    assert len(rows) == 5
    assert ("25 tiles, 1 knot\n" in celtic.out) or not hard
    assert "With --seed 2 the same solution is found again." in celtic.out


def test_solve_draws_too(celtic: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda seeds: seeds - 1)
    assert celtic("solve", "--svg", "filling.svg") == 0
    assert "written: filling.svg" in celtic.out
    assert "With --seed 999999 " in celtic.out
    assert Path("filling.svg").read_text(encoding="utf-8").startswith("<svg ")


def test_solve_counts(celtic: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    assert celtic("solve", "--count") == 0
    assert celtic.out == f"{count_fillings()}\n"
    known = [
        Filling.parse(text)
        for text in ("46EEC/7FF95/7FF85/57F85/113A9", "2EAE8/6FEF8/553FC/3FAFD/2BA91")
    ]
    # All of them take half a minute.
    monkeypatch.setattr("keltis.cli._celtic.fillings", lambda: iter(known))
    assert celtic("solve", "--count", "--hard") == 0
    assert celtic.out == "1\n"


def test_tiles_without_a_solution(celtic: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keltis.cli._celtic.solve", lambda **_: None)
    assert celtic("solve") == 1
    assert celtic.err == "keltis: these tiles have no solution\n"
