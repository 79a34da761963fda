"""Valid arguments of public callables: by the type of a parameter, or by its name."""

import random
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

import keltis
from keltis import arena, bots, celtic, documents, events, notation, record, testing
from keltis.celtic import bots as celtic_bots
from keltis.celtic import documents as celtic_documents
from keltis.celtic import events as celtic_events
from keltis.celtic import notation as celtic_notation
from keltis.celtic import record as celtic_record
from keltis.encoding import Field

Factory: TypeAlias = Callable[[], object]

STATE: Final = keltis.new_game(2, seed=1)
VIEW: Final = keltis.observe(STATE, 0)
MOVES: Final = keltis.legal_moves(STATE)
OVER: Final = testing.play_out(STATE, random.Random(1))
RECORD: Final = record.GameRecord.seeded(2, 1).append(MOVES[0])
RESULT: Final = arena.play_tournament(
    ["random", "greedy"], deals=1, seed=1, max_turns=3, keep_records=True
)
CELTIC_STATE: Final = celtic.new_game()
CELTIC_MOVE: Final = celtic.legal_moves(CELTIC_STATE)[0]
CELTIC_LAY: Final = celtic.Lay(1, -2, 11, celtic.Owner.BLUE)
CELTIC_END: Final = celtic.Outcome(((1,), (1,)), None)


FILLING: Final = celtic.Filling.parse("6C/39")
CELTIC_RECORD: Final = celtic.GameRecord(CELTIC_STATE, (CELTIC_MOVE,))


def _entrants() -> dict[str, arena.Entrant]:
    return {name: arena.Entrant(name, name) for name in RESULT.plan.names}


def _tiles() -> dict[keltis.Colour, dict[int, keltis.Tile]]:
    return {
        colour: {row: tile for row, tile in enumerate(STATE.tiles[colour]) if tile is not None}
        for colour in keltis.Colour
    }


def _outcome() -> keltis.Outcome:
    end = keltis.outcome(OVER)
    assert end is not None
    return end


BY_TYPE: Final[dict[object, Factory]] = {
    bool: lambda: False,
    int: lambda: 1,
    int | None: lambda: 1,
    float: lambda: 0.5,
    str: lambda: "text",
    random.Random: lambda: random.Random(1),
    tuple[int, ...]: lambda: (1,),
    tuple[str, ...]: lambda: ("ann", "bob"),
    Sequence[float]: lambda: [0.5, 1.0],
    Iterable[str]: lambda: ["a fault"],
    keltis.Card: lambda: keltis.Card.parse("R7"),
    keltis.Card | None: lambda: keltis.Card.parse("R7"),
    keltis.Colour: lambda: keltis.Colour.RED,
    keltis.Colour | None: lambda: keltis.Colour.RED,
    keltis.Figure: lambda: keltis.Figure.SMALL,
    keltis.Card | str: lambda: keltis.Card.parse("R7"),
    keltis.Colour | str: lambda: keltis.Colour.RED,
    keltis.Tile | keltis.Card: lambda: keltis.KELTIS.tiles[0],
    keltis.Illegality | None: lambda: None,
    keltis.Rules: lambda: keltis.KELTIS,
    keltis.GameState: lambda: STATE,
    keltis.PlayerView: lambda: VIEW,
    keltis.Position: lambda: STATE,
    keltis.Move: lambda: MOVES[0],
    keltis.Outcome: _outcome,
    keltis.Outcome | None: _outcome,
    keltis.PlayerState: lambda: STATE.players[0],
    keltis.PublicPlayer: lambda: VIEW.players[0],
    tuple[keltis.Move, ...]: lambda: MOVES,
    Sequence[keltis.Move]: lambda: MOVES,
    Sequence[keltis.Card]: lambda: [keltis.Card.parse("R7")],
    Iterable[keltis.Card]: lambda: [keltis.Card.parse("R7")],
    Iterable[record.GameRecord]: lambda: [RECORD],
    record.GameRecord | Iterable[keltis.Move]: lambda: RECORD,
    record.GameRecord: lambda: RECORD,
    record.RecordView: lambda: RECORD.observe(0),
    record.GameRecord | Iterable[keltis.Position]: lambda: RECORD,
    events.Event: lambda: events.StepDeclined(1),
    tuple[bots.Candidate, ...]: lambda: (bots.Candidate(MOVES[0], 1, 0.5),),
    bots.SearchBot: lambda: bots.SearchBot(iterations=3, engine="python"),
    arena.Plan: lambda: RESULT.plan,
    arena.Fixture: lambda: RESULT.plan.fixture(0),
    arena.GameResult: lambda: RESULT.games[0],
    arena.TournamentResult: lambda: RESULT,
    arena.Entrant: lambda: arena.Entrant("random", "random"),
    arena.Failure: lambda: arena.Failure.RAISED,
    arena.GameEnd: lambda: arena.GameEnd.TRUNCATED,
    arena.Estimate: lambda: arena.Estimate(0.5, 0.25, 0.75),
    arena.Estimate | None: lambda: None,
    arena.Spread: lambda: arena.Spread(1, 1.5, 2.0, 3),
    tuple[Field, ...]: lambda: (Field("phase", (4,), 0),),
    Path | str: lambda: "file",
    bots.Bot | str: lambda: "random",
    celtic.Rules: lambda: celtic.CELTIC,
    celtic.GameState: lambda: CELTIC_STATE,
    celtic.Filling: lambda: FILLING,
    celtic.GameState | celtic.Filling: lambda: CELTIC_STATE,
    celtic.Move: lambda: CELTIC_MOVE,
    celtic.Move | celtic.Forfeit: lambda: CELTIC_MOVE,
    celtic.GameRecord | Iterable[celtic.Move | celtic.Forfeit]: lambda: CELTIC_RECORD,
    celtic.Lay: lambda: CELTIC_LAY,
    celtic.Owner: lambda: celtic.Owner.BLUE,
    celtic.Player: lambda: celtic.Owner.BLUE,
    celtic.Player | None: lambda: None,
    celtic.Path: lambda: celtic.paths(CELTIC_STATE)[0],
    celtic.Outcome: lambda: CELTIC_END,
    celtic.GameRecord: lambda: CELTIC_RECORD,
    celtic_events.Event: lambda: celtic_events.TurnPassed(celtic.Owner.BLUE),
    celtic_bots.Bot: celtic_bots.RandomBot,
    celtic_bots.SearchBot: lambda: celtic_bots.SearchBot(games=2),
}
"""A valid value by the annotation of a parameter."""

EXAMPLES: Final[dict[str, object]] = {
    f"{type(value).__module__}.{type(value).__qualname__}": value
    for value in (
        *(STATE, STATE.players[0], VIEW, VIEW.players[0], _outcome(), RECORD, RECORD.observe(0)),
        *(RECORD.observe(0).moves[0], RESULT, RESULT.games[0], RESULT.plan),
        *(CELTIC_STATE, CELTIC_END, CELTIC_RECORD, celtic.paths(CELTIC_STATE)[0], FILLING),
    )
}
"""Values, by the names of their classes: their fields are valid arguments of the constructors."""

REFUSAL: Final = keltis.IllegalMove(keltis.Illegality.GAME_OVER, MOVES[0], STATE)
CELTIC_REFUSAL: Final = celtic.IllegalMove(celtic.Illegality.GAME_OVER, CELTIC_MOVE, CELTIC_STATE)
_PLAYERS: Final = [
    "keltis.Rules.removed_with:players",
    "keltis.Deal:players",
    "keltis.encoding.layout:players",
    "keltis.new_game:players",
    "keltis.setup_view:players",
    "keltis.record.GameRecord.seeded:players",
]
_ENTRANTS: Final = [
    "keltis.arena.TournamentResult.seats_of:name",
    "keltis.arena.finished_scores:name",
    "keltis.arena.goal_curve:name",
    "keltis.arena.Entrant:bot",
    "keltis.bots.make_bot:name",
    "keltis.celtic.bots.make_bot:name",
]
BY_NAME: Final[dict[str, Factory]] = {
    **dict.fromkeys(_PLAYERS, lambda: 2),
    **dict.fromkeys(_ENTRANTS, lambda: "random"),
    "keltis.Card.parse:text": lambda: "R7",
    "keltis.Colour.parse:text": lambda: "R",
    "keltis.arena.as_entrants:entrants": lambda: ["random", "greedy"],
    "keltis.arena.elo_ratings:points": lambda: [[0, 1], [2, 0]],
    "keltis.arena.play_game:entrants": _entrants,
    "keltis.arena.play_tournament:entrants": lambda: ["random", "random"],
    "keltis.arena.play_tournament:deals": lambda: 1,
    "keltis.arena.play_tournament:max_turns": lambda: 1,
    "keltis.arena.tournament_from_json:text": lambda: arena.tournament_to_json(RESULT),
    "keltis.arena.plots.save_plots:folder": lambda: "plots",
    "keltis.celtic.Filling.parse:text": lambda: "6C/39",
    "keltis.celtic.GameRecord.append:move": lambda: celtic.legal_moves(CELTIC_RECORD.final)[0],
    "keltis.celtic.GameRecord.branch:move": lambda: celtic.legal_moves(CELTIC_RECORD.final)[0],
    "keltis.celtic.GameRecord.play:choose": lambda: lambda _state: None,
    "keltis.celtic.bots.play:start": lambda: CELTIC_STATE,
    "keltis.celtic.bots.RandomBot.__call__:moves": lambda: celtic.legal_moves(CELTIC_STATE),
    "keltis.celtic.bots.SearchBot.__call__:moves": lambda: celtic.legal_moves(CELTIC_STATE),
    "keltis.bots.ProgramBot:command": lambda: "true",
    "keltis.bots.advise:bots": lambda: ["greedy"],
    "keltis.bots.play_match:bots": lambda: ["random", "random"],
    "keltis.bots.play_match:max_moves": lambda: 3,
    "keltis.celtic.bots.play_match:bots": lambda: [celtic_bots.RandomBot()] * 2,
    "keltis.celtic.forfeit_turn:lay": lambda: celtic.Lay(1, 0, 10, celtic.Owner.ORANGE),
    "keltis.celtic.forfeit_turn:state": lambda: celtic.new_game(
        rules=celtic.Rules(width=3, height=3)
    ),
    "keltis.celtic.parse_recorded_move:text": lambda: "pass",
    "keltis.celtic.documents.event_from_json:text": lambda: celtic_documents.event_to_json(
        celtic_events.TurnPassed(celtic.Owner.BLUE)
    ),
    "keltis.celtic.documents.move_from_json:text": lambda: celtic_documents.move_to_json(
        CELTIC_MOVE
    ),
    "keltis.celtic.documents.refusal_document:error": lambda: CELTIC_REFUSAL,
    "keltis.celtic.documents.refusal_to_json:error": lambda: CELTIC_REFUSAL,
    "keltis.celtic.documents.schema:name": lambda: "state",
    "keltis.celtic.documents.state_from_json:text": lambda: celtic_documents.state_to_json(
        CELTIC_STATE
    ),
    "keltis.celtic.notation.parse_player:text": lambda: "blue",
    "keltis.celtic.notation.parse_rules:text": lambda: "CELTIC",
    "keltis.celtic.notation.parse_state:text": lambda: celtic_notation.format_state(CELTIC_STATE),
    "keltis.celtic.notation.parse_tile:text": lambda: "1,-2 NEW blue",
    "keltis.celtic.parse_move:text": lambda: "pass",
    "keltis.celtic.record.parse_record:text": lambda: celtic_record.format_record(CELTIC_RECORD),
    "keltis.celtic.record.record_from_json:text": lambda: celtic_record.record_to_json(
        CELTIC_RECORD
    ),
    "keltis.celtic.setup_game:lays": lambda: [celtic.Lay(0, 0, 15, celtic.Owner.NEUTRAL)],
    "keltis.cli.Command:add_arguments": lambda: ArgumentParser.print_help,
    "keltis.cli.Command:run": lambda: bool,
    "keltis.cli.main:arguments": list,
    "keltis.conformance.describe_cases:counts": lambda: {"a case": 1},
    "keltis.conformance.write_conformance_games:path": lambda: "missing/games",
    "keltis.server.create_app:folder": lambda: "tables",
    "keltis.documents.event_from_json:text": lambda: documents.event_to_json(
        events.StepDeclined(1)
    ),
    "keltis.documents.move_from_json:text": lambda: documents.move_to_json(MOVES[0]),
    "keltis.documents.refusal_document:error": lambda: REFUSAL,
    "keltis.documents.refusal_to_json:error": lambda: REFUSAL,
    "keltis.documents.schema:name": lambda: "state",
    "keltis.documents.state_from_json:text": lambda: documents.state_to_json(STATE),
    "keltis.documents.view_from_json:text": lambda: documents.view_to_json(VIEW),
    "keltis.notation.parse_cards:text": lambda: "R7 B10",
    "keltis.notation.parse_move:text": lambda: "draw pile",
    "keltis.notation.parse_rules:text": lambda: "KELTIS",
    "keltis.notation.parse_state:text": lambda: notation.format_state(STATE),
    "keltis.notation.parse_view:text": lambda: notation.format_view(VIEW),
    "keltis.record.ReadingComparison:scores": lambda: None,
    "keltis.record.ReadingComparison:outcomes": lambda: (None, None),
    "keltis.record.play_out:policy": lambda: lambda state: keltis.legal_moves(state)[0],
    "keltis.record.play_out:max_moves": lambda: 3,
    "keltis.setup_view:hand": lambda: STATE.players[0].hand,
    "keltis.setup_view:tiles": _tiles,
    "keltis.record.GameRecord.append:move": lambda: keltis.legal_moves(RECORD.final)[0],
    "keltis.record.GameRecord.branch:move": lambda: keltis.legal_moves(RECORD.final)[0],
    "keltis.record.GameRecord.play:choose": lambda: lambda _state: None,
    "keltis.record.parse_record:text": lambda: record.format_record(RECORD),
    "keltis.record.record_from_json:text": lambda: record.record_to_json(RECORD),
    "keltis.resolve_tile:state": lambda: RECORD.final,
    "keltis.setup_game:hands": lambda: [player.hand for player in STATE.players],
    "keltis.setup_game:tiles": _tiles,
    "keltis.testing.perft:state": lambda: OVER,
    "keltis.testing.play_out:state": lambda: OVER,
    "keltis.testing.position:seats": lambda: (testing.Seat(), testing.Seat()),
}
"""A valid value for one parameter of one callable, where the annotation says too little."""
