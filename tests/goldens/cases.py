"""What each golden is: a text that the public API gives."""

import contextlib
import functools
import gzip
import io
import json
import os
import random
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, Literal, TypeAlias, TypeVar
from unittest import mock

import attrs
from typing_extensions import TypeForm

import keltis
from document_helpers import Validator, paths, value_at, with_value
from keltis import GameRecord, GameState, IllegalMove, Rules, celtic, legal_moves, new_game, observe
from keltis.arena import TournamentResult, games_to_csv, play_tournament, summary
from keltis.bots import make_bot
from keltis.documents import Json, from_json, schema, to_json
from keltis.events import Event
from keltis.game import Game, M, R, Record, S, V
from keltis.notation import format_rules, format_state, format_view, parse_move
from keltis.record import RecordView, format_record, format_record_view, parse_record

T = TypeVar("T")

OLD_FILES: Final = Path(__file__).parents[1] / "data" / "0.2.0"


@attrs.frozen
class Case:
    """How a golden is computed."""

    text: Callable[[], str]
    slow: bool = False
    needs: str = "keltis"
    """A module without which the golden cannot be computed."""


Cases: TypeAlias = Mapping[str, Case]


# What the goldens are made from


@functools.cache
def record_of(name: str) -> GameRecord:
    text = (OLD_FILES / name).read_text("utf-8")
    return parse_record(text) if name.endswith(".txt") else from_json(GameRecord, text)


@functools.cache
def celtic_record_of(name: str) -> celtic.GameRecord:
    return celtic.record.parse_record((OLD_FILES / name).read_text("utf-8"))


def rules_of(name: str) -> Rules:
    """The rules of a game: `keltis`, `literal`, `manual`, `own` or `other-board`."""
    return record_of(f"{name}-2-seed.txt").start.rules


def old_lines(name: str) -> list[str]:
    content = (OLD_FILES / name).read_bytes()
    return (gzip.decompress(content) if name.endswith(".gz") else content).decode().splitlines()


# Deals


def deal(preset: str, players: int, seed: int) -> str:
    """Everything that chance decides: all lines but the rules."""
    state = new_game(players, seed=seed, rules=keltis.PRESETS[preset])
    return format_state(state).partition("\n")[2]


def completion(viewer: int) -> str:
    view = observe(record_of("keltis-2-seed.txt").state_at(61), viewer)
    return format_state(keltis.determinize(view, random.Random(7))).partition("\n")[2]


def resampled(viewer: int | None) -> str:
    seen = record_of("keltis-2-seed.txt").observe(viewer)
    return format_record(keltis.record.resample_record(seen, random.Random(7))).partition("turn:")[
        2
    ]


DEALS: Final[Cases] = {
    **{
        f"{name}, {players} players, seed {seed}": Case(partial(deal, name, players, seed))
        for name, players, seed in [
            ("KELTIS", 2, 0),
            ("KELTIS", 2, 2008),
            ("KELTIS", 3, 2008),
            ("KELTIS_LITERAL", 2, 7),
            ("REFERENCE_MANUAL", 4, 2**64),
        ]
    },
    **{f"hidden cards for seat {seat}": Case(partial(completion, seat)) for seat in (0, 1)},
    **{f"a game as seen by {seat}": Case(partial(resampled, seat)) for seat in (0, 1, None)},
}


# Bots


def bot_game(name: str, players: int, seed: int) -> str:
    bot, rng = make_bot(name), random.Random(seed)
    state = new_game(players, seed=seed, rules=rules_of("keltis"))
    played = []
    while moves := legal_moves(state):
        move = bot(observe(state, state.to_move), moves, rng)
        played.append(str(move))
        state = keltis.apply_move(state, move)
    return "\n".join(played)


def celtic_game(bots: Sequence[str], seed: int) -> str:
    return "\n".join(map(str, celtic.bots.play_match(bots, seed=seed).moves))


BOTS: Final[Cases] = {
    # The games of `greedy` are some that `sum`, which adds floats in another way since Python 3.12,
    # would change. In those of `learnt` the best move is clear, whatever rounds the last bits.
    **{
        f"{name}, {players} players, seed {seed}": Case(
            partial(bot_game, name, players, seed),
            needs="numpy" if name == "learnt" else "keltis",
        )
        for name, games in {
            "random": [(2, 0), (3, 0), (4, 0)],
            "greedy": [(2, 6), (2, 9), (3, 4), (4, 10)],
            "learnt": [(2, 0), (3, 0)],
        }.items()
        for players, seed in games
    },
    **{
        f"CELTIC! {' against '.join(bots)}, seed {seed}": Case(partial(celtic_game, bots, seed))
        for bots in (("random", "random"), ("search:games=30", "search:games=20"))
        for seed in (0, 1)
    },
}


# Tournaments


@functools.cache
def tournament(players: int) -> TournamentResult:
    if players == 2:
        return play_tournament(["random", "greedy"], deals=2, seed=7, rules=rules_of("keltis"))
    bots = ["greedy", "random", "greedy"]
    rules = rules_of("literal")
    return play_tournament(bots, players=3, deals=1, seed=7, rules=rules, max_turns=80)


def tournament_text(show: Callable[[TournamentResult], str], players: int) -> str:
    return show(tournament(players))


TOURNAMENTS: Final[Cases] = {
    f"{name}, {players} players": Case(partial(tournament_text, show, players))
    for name, show in (("games", games_to_csv), ("summary", summary))
    for players in (2, 3)
}


# Batches


def playouts(policy: Literal["random", "greedy"], players: int, rules: str) -> str:
    batch = keltis.batch.new_games(12, players, seed=7, rules=rules_of(rules))
    ends = batch.play_out(policy=policy, seed=1)
    rows = zip(ends.scores.tolist(), ends.reasons.tolist(), ends.decisions.tolist(), strict=True)
    return "\n".join(f"{scores} {reason} {decisions}" for scores, reason, decisions in rows)


POLICIES: Final[tuple[Literal["random", "greedy"], ...]] = ("random", "greedy")
BATCHES: Final[Cases] = {
    f"{policy}, {rules}, {players} players": Case(
        partial(playouts, policy, players, rules), slow=True, needs="numba"
    )
    for policy in POLICIES
    for players, rules in ((2, "keltis"), (3, "literal"), (4, "manual"))
}


# Pictures


def elements(svg: str) -> str:
    """A picture with one element a line, so that the first difference can be shown."""
    return svg.replace("><", ">\n<")


def picture(draw: Callable[[], str]) -> str:
    return elements(draw())


def board_cases() -> Iterator[tuple[str, Callable[[], str]]]:
    render = keltis.render
    record = record_of("keltis-2-seed.txt")
    three = record_of("other-board-3-seed.json")
    start, middle, end = record.start, record.state_at(61), record.final
    stone = (keltis.Colour.RED, 3)
    svg = render.board_svg
    yield "text, start", partial(render.board_text, start)
    yield "text, seat 1", partial(render.board_text, middle, seat=1, names=record.names)
    yield "text, other board, revealed", partial(render.board_text, three.final, reveal=True)
    yield "text, colours", partial(render.board_text, end, colour=True)
    yield "table of moves", lambda: str(render.moves_table(record))
    yield "svg, start", partial(svg, start)
    yield "svg, view", partial(svg, observe(middle, 1), names=record.names, theme="dark")
    yield "svg, other board, revealed", partial(svg, three.final, reveal=True, theme="auto")
    yield (
        "svg, marks",
        partial(
            svg,
            middle,
            last=[move for _, move in record.until(61).turns[-1]],
            highlight=[keltis.Card(keltis.Colour.BLUE, 8), stone],
            arrows=[((keltis.Colour.RED, 1), stone)],
            panels=False,
            size=300,
        ),
    )
    yield "film", partial(render.film_svg, record)
    yield "film, dark", partial(render.film_svg, record.states[::20], frames=4, theme="dark")
    yield "animation", partial(render.animated_svg, record)
    yield "animation, dark", partial(render.animated_svg, three, pace=0.2, theme="dark")


def celtic_cases() -> Iterator[tuple[str, Callable[[], str]]]:
    render = celtic.render
    record = celtic_record_of("celtic-forfeit.txt")
    wide = celtic_record_of("celtic-wide.txt")
    middle, svg = record.state_at(9), render.board_svg
    lay = next(move for move in celtic.legal_moves(middle) if isinstance(move, celtic.Lay))
    filling = celtic.Filling.parse("46EEC/7FF95/7FF85/57F85/113A9")
    yield "text, start", partial(render.board_text, record.start)
    yield "text, preview", partial(render.board_text, middle, preview=lay, colour=True)
    yield "text, end", partial(render.board_text, record.final, names=record.names)
    yield "text, puzzle", partial(render.board_text, filling)
    yield "table of moves", lambda: str(render.moves_table(record))
    yield "svg, end", partial(svg, record.final, names=record.names)
    yield "svg, dark", partial(svg, wide.final, theme="dark")
    yield "svg, marks", partial(svg, middle, last=record.moves[8:9], highlight=[lay.cell])
    yield "svg, puzzle", partial(svg, filling, panels=False)
    yield "film", partial(render.film_svg, record)
    yield "film, dark", partial(render.film_svg, wide, frames=3, theme="dark")
    yield "animation", partial(render.animated_svg, record)
    yield "animation, dark", partial(render.animated_svg, wide, theme="dark")


def picture_cases(prefix: str, cases: Iterator[tuple[str, Callable[[], str]]]) -> Cases:
    return {f"{prefix} {name}": Case(partial(picture, draw)) for name, draw in cases}


PICTURES: Final[Cases] = {
    **picture_cases("board,", board_cases()),
    **picture_cases("CELTIC!,", celtic_cases()),
}


# Numbers for learners


def encodings(game: Game[S, V, M, R], record: Record[S, M]) -> str:
    return "\n".join(
        game.learning.observation(state, seat).hex()
        for state in record.states
        for seat in range(record.player_count)
    )


def layout_text(game: Game[S, V, M, R], rules: R, players: int) -> str:
    found = game.learning.layout(rules, players)
    return "\n".join([found.checksum, *map(str, found.fields)])


def actions(move_of: Callable[[int], object], count: int) -> str:
    return "\n".join(f"{number} {move_of(number)}" for number in range(count))


CELTIC_RECORDS: Final = {
    name: celtic_record_of(name) for name in ("celtic-forfeit.txt", "celtic-wide.txt")
}
NUMBERS: Final[Cases] = {
    "actions": Case(partial(actions, keltis.move_of, keltis.ACTION_COUNT)),
    "CELTIC! actions": Case(partial(actions, celtic.move_of, celtic.ACTION_COUNT)),
    **{
        f"encodings of {name}": Case(partial(encodings, keltis.GAME, record_of(name)))
        for name in ("keltis-2-seed.txt", "manual-3-seed.json", "other-board-3-seed.json")
    },
    **{
        f"layout, {name}, {players} players": Case(
            partial(layout_text, keltis.GAME, rules_of(name), players)
        )
        for name, players in (("keltis", 2), ("manual", 3), ("other-board", 4))
    },
    **{
        f"CELTIC! encodings of {name}": Case(partial(encodings, celtic.GAME, record))
        for name, record in CELTIC_RECORDS.items()
    },
    **{
        f"CELTIC! layout of {name}": Case(partial(layout_text, celtic.GAME, record.start.rules, 2))
        for name, record in CELTIC_RECORDS.items()
    },
}


# Documents and files


@attrs.frozen
class Document:
    """A document in JSON as this release writes it, its schema, and the reader if there is one."""

    text: str
    schema: Mapping[str, Json]
    read: Callable[[str], object] | None = None


def by_type(lines: Iterable[str]) -> dict[str, str]:
    """The first document of each type."""
    found: dict[str, str] = {}
    for line in lines:
        found.setdefault(json.loads(line)["type"], line)
    return found


def refused_draw(state: GameState) -> IllegalMove:
    try:
        keltis.apply_move(state, parse_move("draw pile"))
    except IllegalMove as error:
        return error
    raise AssertionError


def document_of(value: object, kind: TypeForm[T], *, readable: bool = True) -> Document:
    return Document(to_json(value), schema(kind), partial(from_json, kind) if readable else None)


def board_documents() -> Iterator[tuple[str, Document]]:
    game, other = record_of("keltis-2-seed.txt"), record_of("other-board-3-seed.json")
    middle, own = game.state_at(60), other.state_at(61)
    yield "state", document_of(middle, GameState)
    yield "state, over", document_of(game.final, GameState)
    yield "state, own rules, over", document_of(other.final, GameState)
    yield "view", document_of(observe(own, 0), keltis.PlayerView)
    yield "view, spectator", document_of(observe(middle, None), keltis.PlayerView)
    for kind, line in by_type(old_lines("moves.jsonl.gz")).items():
        yield f"move, {kind}", document_of(from_json(keltis.Move, line), keltis.Move)
    happened = [*old_lines("events.jsonl.gz"), *old_lines("events-wasted-step.jsonl")]
    for kind, line in by_type(happened).items():
        yield f"event, {kind}", document_of(from_json(Event, line), Event)
    yield "refusal", document_of(refused_draw(game.start), IllegalMove, readable=False)
    yield "rules", document_of(other.start.rules, Rules, readable=False)
    yield "record, seed", document_of(game, GameRecord)
    late = GameRecord(middle, game.moves[60:70], names=game.names)
    yield "record, position", document_of(late, GameRecord)
    for viewer in (1, None):
        seen = game.until(24).observe(viewer)
        yield f"record seen by {viewer}", document_of(seen, RecordView, readable=False)
    text = (OLD_FILES / "tournament-literal-3.json").read_text("utf-8")
    yield "tournament", document_of(from_json(TournamentResult, text), TournamentResult)


def celtic_documents() -> Iterator[tuple[str, Document]]:
    game, forfeited = celtic_record_of("celtic-celtic.txt"), celtic_record_of("celtic-forfeit.txt")
    for name, position in (("state", game.state_at(9)), ("state, over", forfeited.final)):
        yield name, document_of(position, celtic.GameState)
    for kind, move in (("lay", game.moves[0]), ("pass", celtic.Pass())):
        yield f"move, {kind}", document_of(move, celtic.Move)
    events = [
        to_json(event)
        for state_before, turn in forfeited
        for event in celtic.events.events(state_before, turn)
    ]
    for kind, text in by_type(events).items():
        event = from_json(celtic.events.Event, text)
        yield f"event, {kind}", document_of(event, celtic.events.Event)
    error = celtic.IllegalMove(celtic.Illegality.MUST_LAY, celtic.Pass(), game.start)
    yield "refusal", document_of(error, celtic.IllegalMove, readable=False)
    rules = celtic_record_of("celtic-wide.txt").start.rules
    yield "rules", document_of(rules, celtic.Rules, readable=False)
    yield "record", document_of(forfeited, celtic.GameRecord)


@functools.cache
def documents() -> dict[str, Document]:
    return {
        **dict(board_documents()),
        **{f"CELTIC! {name}": document for name, document in celtic_documents()},
    }


def indented(text: str) -> str:
    return json.dumps(json.loads(text), indent=1, ensure_ascii=False)


def damaged(document: Json) -> Iterator[tuple[str, Json]]:
    """The document with one thing wrong, in places of which no two are alike."""
    for path in paths(document):
        if len(path) > 3 or any(key in (*range(1, 99), *"YPGB") for key in path):
            continue
        place = "$" + "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
        value = value_at(document, path)
        if path:
            for other in (None, -1, "?"):
                yield f"{place} = {other!r}", with_value(document, path, other)
        if isinstance(value, dict):
            yield f"{place} with one more key", with_value(document, path, {**value, "odd": None})
            for key in value:
                rest = {other: value[other] for other in value if other != key}
                yield f"{place} without {key}", with_value(document, path, rest)


def verdicts(name: str) -> str:
    """What the schema and the reader say about a document and its damaged copies."""
    document = documents()[name]
    validator, whole = Validator(document.schema), json.loads(document.text)

    def verdict(value: Json) -> str:
        said = ["schema accepts" if validator.accepts(value) else "schema rejects"]
        if document.read is not None:
            try:
                document.read(json.dumps(value))
            except keltis.KeltisError:
                said.append("reader rejects")
            else:
                said.append("reader accepts")
        return ", ".join(said)

    lines = [f"whole: {verdict(whole)}"]
    lines += [f"{damage}: {verdict(value)}" for damage, value in damaged(whole)]
    return "\n".join(lines)


DOCUMENTS: Final[Cases] = {
    name: Case(partial(indented, document.text)) for name, document in documents().items()
}
SCHEMAS: Final[Cases] = {
    name: Case(partial(verdicts, name)) for name in documents() if not name.endswith(", over")
}


def texts() -> Iterator[tuple[str, str]]:
    game, other = record_of("keltis-2-seed.txt"), record_of("other-board-3-seed.json")
    forfeited = celtic_record_of("celtic-forfeit.txt")
    yield "record, seed", format_record(game)
    yield "record, position", format_record(GameRecord(other.state_at(61), other.moves[61:]))
    yield "record seen by 1", format_record_view(game.until(24).observe(1))
    yield "position", format_state(game.state_at(60))
    yield "view", format_view(observe(other.state_at(61), 0))
    names = ("keltis", "literal", "manual", "own", "other-board")
    yield "rules", "\n".join(format_rules(rules_of(name)) for name in names)
    yield "CELTIC! record", celtic.record.format_record(forfeited)
    yield "CELTIC! position", celtic.notation.format_state(forfeited.state_at(9))
    wide = celtic_record_of("celtic-wide.txt").start.rules
    yield "CELTIC! rules", celtic.notation.format_rules(wide)


TEXTS: Final[Cases] = {name: Case(partial(str, text)) for name, text in texts()}


# The server and the program


def table_document(name: str, token: int | None, options: str) -> str:
    from starlette.testclient import TestClient  # noqa: PLC0415 - an extra

    content = (OLD_FILES / name).read_text("utf-8")
    facts = json.loads((OLD_FILES / "facts.json").read_text("utf-8"))["tables"][name]
    seat = "" if token is None else f"{facts['tokens'][token]}/"
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / f"{facts['id']}.table.json").write_text(content, "utf-8")
        client = TestClient(keltis.server.create_app(folder))
        response = client.get(f"/table/{facts['id']}/{seat}table?{options}")
    assert response.status_code == 200
    return elements(indented(response.text))


SERVER: Final[Cases] = {
    f"{name}, {'spectator' if token is None else f'seat {token}'}, {options}": Case(
        partial(table_document, f"table-{name}.json", token, options), needs="starlette.testclient"
    )
    for name, token, options in [
        ("waiting", 1, "theme=light"),
        ("going", 0, "theme=light"),
        ("going", 1, "theme=dark"),
        ("going", None, "theme=light"),
        ("bots", 0, "theme=light&choice=P9"),
        ("over", None, "theme=dark"),
        ("over", 1, "theme=light"),
    ]
}


def printed(command: str) -> str:
    """What the program prints: `FILE` is a file of 0.2.0, and `RULES` are its rules."""
    words = [
        str(OLD_FILES / word) if (OLD_FILES / word).is_file() else word for word in command.split()
    ]
    if "--rules" in words:
        words[words.index("--rules") + 1] = format_rules(rules_of("keltis"))
    with (
        mock.patch.dict(os.environ, {"COLUMNS": "80", "NO_COLOR": "1"}),
        contextlib.redirect_stdout(io.StringIO()) as out,
    ):
        assert keltis.cli.main(words) == 0
    return out.getvalue()


PROGRAM: Final[Cases] = {
    command: Case(partial(printed, command), needs="rich")
    for command in [
        "show keltis-2-seed.txt",
        "show keltis-3-seed.json --move 61 --seat 0",
        "show other-board-late.position --reveal",
        "replay keltis-2-seed.txt",
        "replay manual-3-seed.json --no-board --seat 1",
        "watch greedy random --seed 7 --no-board --rules KELTIS",
        "watch greedy --players 3 --seed 7 --reveal --rules KELTIS",
        "tournament greedy random --deals 2 --seed 7 --rules KELTIS",
        "advise keltis-late.view --bot greedy",
        "celtic show celtic-forfeit.txt --move 9",
        "celtic replay celtic-forfeit.txt",
        "celtic watch search:games=10 random --seed 7",
        "celtic solve --seed 1",
    ]
}

GROUPS: Final[Mapping[str, Cases]] = {
    "deals": DEALS,
    "bots": BOTS,
    "tournaments": TOURNAMENTS,
    "batch": BATCHES,
    "pictures": PICTURES,
    "numbers": NUMBERS,
    "documents": DOCUMENTS,
    "schemas": SCHEMAS,
    "texts": TEXTS,
    "server": SERVER,
    "program": PROGRAM,
}
"""The goldens by group, each a file in this folder."""
