"""``edokko play`` with a scripted person, in a pseudo-terminal where that matters."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from random import Random

import pytest

from edokko import Game, Record, check, read
from edokko.cli import options
from edokko.cli.options import SeatChoice
from edokko.cli.playing.undo import possible_undo
from edokko.players import Budget
from edokko.records.record import with_trace
from tests.helpers.paths import SAMPLES
from tests.helpers.terminal import Terminal, edokko, saved_games

TWO = ("--seats", "Hana=human,random", "--pause", "0")


def only_record(path: Path) -> Record:
    (line,) = path.read_text().splitlines()
    return Record.from_line(line)


def test_a_whole_game_is_played_and_recorded(tmp_path: Path) -> None:
    target = tmp_path / "game.jsonl"
    table = Terminal("play", *TWO, "--seed", "11", "--record", str(target), data=tmp_path)
    table.screen()
    assert "Which start character do you take?" in table.text
    assert (tmp_path / "game.jsonl.partial").exists()
    decisions = table.play_on(None, Random(1))
    assert decisions > 30
    assert "The game is over" in table.text
    assert "wins with" in table.text
    assert table.exit_code() == 0
    record = only_record(target)
    assert check(record).is_over
    assert record.seats == ("Hana", "random")
    assert record.seed == "0xb"
    assert not (tmp_path / "game.jsonl.partial").exists()


def test_without_a_file_a_finished_game_is_recorded_in_the_data_folder(tmp_path: Path) -> None:
    result = edokko("play", "--seats", "random,greedy", "--seed", "2", data=tmp_path)
    assert result.exit_code == 0, result.output
    (finished,) = (tmp_path / "edokko" / "finished").iterdir()
    assert check(only_record(finished)).is_over
    assert not saved_games(tmp_path)


def test_after_ctrl_c_the_game_can_be_resumed(tmp_path: Path) -> None:
    table = Terminal("play", *TWO, data=tmp_path)
    table.screen()
    table.play_on(6, Random(2))
    table.child.sendintr()
    table.screen()
    assert "To continue: edokko play --resume" in table.text
    assert "Traceback" not in table.text
    assert table.exit_code() == 130
    (saved,) = saved_games(tmp_path)
    before = only_record(saved)
    resumed = Terminal("play", "--resume", "--pause", "0", data=tmp_path)
    resumed.screen()
    assert f"after {len(before.moves)} decisions" in resumed.text
    resumed.play_on(None, Random(2))
    assert resumed.exit_code() == 0
    assert not saved_games(tmp_path)
    (finished,) = (tmp_path / "edokko" / "finished").iterdir()
    record = only_record(finished)
    assert record.moves[: len(before.moves)] == before.moves
    assert check(record).is_over


def test_kill_9_loses_nothing(tmp_path: Path) -> None:
    table = Terminal("play", *TWO, data=tmp_path)
    table.screen()
    table.play_on(7, Random(3))
    # The text before may differ: the row and the heading are printed again.
    question = table.text[table.text.rindex("\n", 0, table.text.rindex("\n   1 ")) :]
    assert question.count("\n") > 2
    table.child.kill(signal.SIGKILL)
    assert table.exit_code() == -signal.SIGKILL
    (saved,) = saved_games(tmp_path)
    assert sorted(path.name for path in saved.parent.iterdir()) == [f".{saved.name}.lock", saved.name]
    resumed = Terminal("play", "--resume", "--pause", "0", data=tmp_path)
    resumed.screen()
    assert resumed.text.endswith(question), "the same question with the same choices is asked"
    resumed.child.sendeof()
    resumed.screen()
    assert "To continue: edokko play --resume" in resumed.text
    assert resumed.exit_code() == 0


def test_a_resumed_game_with_a_seed_has_the_same_chance(tmp_path: Path) -> None:
    whole, halved = tmp_path / "whole.jsonl", tmp_path / "halved.jsonl"
    typed = "1\n" * 400
    seats = ("--seats", "human,human", "--seed", "5")
    assert edokko("play", *seats, "--record", str(whole), typed=typed, data=tmp_path).exit_code == 0
    result = edokko("play", *seats, "--record", str(halved), typed="1\n" * 30, data=tmp_path)
    assert result.output.endswith("Saved. To continue: edokko play --resume\n")
    assert json.loads((tmp_path / "halved.jsonl.partial").read_text())["play"]["seed"] == "0x5"
    assert "seed" not in json.loads((tmp_path / "halved.jsonl.partial").read_text())
    resumed = edokko("play", "--resume", f"{halved}.partial", typed=typed, data=tmp_path)
    assert resumed.exit_code == 0, resumed.output
    assert only_record(whole) == only_record(halved)


def test_a_record_of_another_program_is_resumed_too(tmp_path: Path) -> None:
    record = {"format": "edokko/1", "edition": "2015", "rules_version": 1, "players": 2, "seats": ["a", "b"]}
    record["chance"] = [
        "buildings farmhouse fire_watchtower inn kabuki_theater shrine well",
        "reveal monk ox_cart seamstress carpenter",
    ]
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record | {"moves": []}))
    result = edokko("play", "--resume", str(path), typed="q\n", data=tmp_path)
    assert result.exit_code == 0, result.output
    assert json.loads(path.read_text())["play"] == {"seats": ["human", "easy"]}


AT_THE_END = 100
"""So many moves that a game of :func:`unfinished` is nearly over."""


def unfinished(path: Path, moves: int = 4, **extra: object) -> dict[str, object]:
    """Write the record of a game that has just begun, or gone further, without players; return it as JSON."""
    game = Game(2, seed=3, seats=["Hana", "Jiro"])
    for _ in range(moves):
        game.play(game.legal_moves[0])
    table = game.to_record().to_json() | extra
    path.write_text(json.dumps(table))
    return table


def test_a_finished_record_is_not_resumed_and_stays_unchanged(tmp_path: Path) -> None:
    for name in ("game.jsonl", "game.jsonl.partial"):
        path = tmp_path / name
        path.write_text((SAMPLES / "games-2021-2.jsonl").read_text().splitlines()[0])
        before = path.read_bytes()
        result = edokko("play", "--resume", str(path), data=tmp_path)
        assert result.exit_code == 2, result.output
        assert f"edokko: {path}: this game is over; ‘edokko record show {path}’ shows it." in result.stderr
        assert path.read_bytes() == before
        path.unlink()


def test_a_saved_game_is_never_a_finished_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game killed between its last decision and its final record can still be resumed."""

    def killed(path: Path, target: Path | None, record: Record) -> Path:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("edokko.cli.playing.saves.finish", killed)
        assert edokko("play", "--seats", "random,greedy", "--seed", "2", data=tmp_path).exit_code == 130
    (saved,) = saved_games(tmp_path)
    assert not check(only_record(saved)).is_over
    result = edokko("play", "--resume", data=tmp_path)
    assert result.exit_code == 0, result.output
    assert not saved_games(tmp_path)


def test_a_file_of_the_user_is_never_removed(tmp_path: Path) -> None:
    path, other = tmp_path / "evening.json", tmp_path / "other.jsonl"
    people = ("--seats", "human,human")
    unfinished(path, AT_THE_END)
    result = edokko("play", "--resume", str(path), *people, typed="1\n" * 400, data=tmp_path)
    assert result.exit_code == 0, result.output
    assert f"The record of the game: {path}" in result.output
    assert check(only_record(path)).is_over
    unfinished(path, AT_THE_END)
    record = ("--record", str(other))
    assert edokko("play", "--resume", str(path), *people, *record, typed="1\n" * 400, data=tmp_path).exit_code == 0
    assert check(only_record(other)).is_over
    assert not check(only_record(path)).is_over


def test_finished_games_have_distinct_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.strftime", lambda form: "2024-01-01-000000")
    for _ in range(3):
        assert edokko("play", "--seats", "random,random", data=tmp_path).exit_code == 0
    assert len(list((tmp_path / "edokko" / "finished").iterdir())) == 3


def test_resuming_keeps_extra_keys_of_the_record(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    log = [{"ply": 2, "seat": 0, "name": "Kiku"}]
    before = unfinished(path, note={"half": "\ud800"}, players_log=log, times=[1, 2.5, 3, 4])
    people = ("--seats", "human,human")
    assert edokko("play", "--resume", str(path), *people, typed="q\n", data=tmp_path).exit_code == 0
    assert json.loads(path.read_text()) == before | {"play": {"seats": ["human", "human"]}}
    assert edokko("play", "--resume", str(path), typed="1\nq\n", data=tmp_path).exit_code == 0
    after = json.loads(path.read_text())
    assert len(after["moves"]) > 4
    assert (after["note"], after["players_log"]) == (before["note"], log)
    assert "times" not in after, "later moves have no times"
    assert edokko("play", "--resume", str(path), typed="1\n" * 400, data=tmp_path).exit_code == 0
    (record,) = read(path)
    assert check(record).is_over
    assert record.extra == {"note": before["note"], "players_log": log}


def test_a_trace_is_kept_until_the_next_move(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    trace = with_trace(Record.from_json(unfinished(path))).to_json()["trace"]
    unfinished(path, trace=trace)
    people = ("--seats", "human,human")
    assert edokko("play", "--resume", str(path), *people, typed="q\n", data=tmp_path).exit_code == 0
    assert json.loads(path.read_text())["trace"] == trace
    assert edokko("play", "--resume", str(path), typed="1\nq\n", data=tmp_path).exit_code == 0
    assert "trace" not in json.loads(path.read_text())


# --- input


def output_of(tmp_path: Path, *typed: str, seats: str = "human,human") -> str:
    lines = "".join(f"{line}\n" for line in typed)
    result = edokko("play", "--seats", seats, "--seed", "5", typed=lines, data=tmp_path, COLUMNS="100")
    assert result.exit_code == 0, result.output
    return result.output


def test_undo_goes_back_to_the_last_own_decision(tmp_path: Path) -> None:
    output = output_of(tmp_path, "start salt_peddler", "u", "2", "q")
    assert "Taken back: Start with the Salt Peddler." in output
    assert "In which stall do you put the Cotton Peddler?" in output
    (saved,) = saved_games(tmp_path)
    assert only_record(saved).moves == ("start cotton_peddler",)


def test_undo_says_why_it_is_impossible(tmp_path: Path) -> None:
    output = output_of(tmp_path, "u", "start salt_peddler", "place A1", "u", "q")
    assert "There is nothing to take back" in output
    assert "Too late to take anything back: Player 2 has moved since." in output


def test_undo_stops_at_the_beginning_of_the_turn(tmp_path: Path) -> None:
    setup = ["1", "1", "2", "1"]
    output = output_of(tmp_path, *setup, "ikizama 2", "ikizama 1", "u", "income", "u", "u", "q")
    assert output.count("There is nothing to take back in this turn.") == 2
    assert "Taken back: Take your income." in output
    (saved,) = saved_games(tmp_path)
    assert only_record(saved).moves[-2:] == ("ikizama 2", "ikizama 1")


def test_a_finished_turn_cannot_be_undone() -> None:
    """In month 3 nothing is revealed between the end of a turn and the decision who starves."""
    cases = 0
    for seed in range(40):
        game = Game(2, seed=seed)
        generator = Random(seed)
        while not game.is_over:
            words = {move.words.split()[0] for move in game.legal_moves}
            if words & {"starve", "neutral"} and game.moves[-1].words == "done":
                before = game.copy()
                before.undo()
                cases += before.seat == game.seat
                assert possible_undo(game).moves == 0
            game.play(generator.choice(game.legal_moves))
    assert cases


def test_undo_stops_at_a_chance_step(tmp_path: Path) -> None:
    output = output_of(tmp_path, "1", "1", "1", "place B1", "u", "q")
    assert "Too late to take it back: chance has revealed something since." in output


def test_why_not(tmp_path: Path) -> None:
    output = output_of(tmp_path, "w hire monk", "1", "w place A4", "w place a1", "w", "w hir monk", "q")
    assert "Hire the Monk — not possible now. First decide: a start character." in output
    assert "There is no stall A4 on this board." in output
    assert "possible, number 1" in output
    assert "Name a move: w hire monk" in output
    assert "Did you mean: hire monk" in output


def test_why_not_names_later_obstacles(tmp_path: Path) -> None:
    output = " ".join(output_of(tmp_path, "w hire monk", "w shop koban", "w move 3", "q").split())
    assert "And even then: The Monk is not in the row." in output
    assert "And even then: You can do that only at the" in output
    assert "Move 3 squares — not possible. First decide: a start character. Choice" in output


def test_an_empty_line_repeats_the_choices(tmp_path: Path) -> None:
    assert output_of(tmp_path, "q").count("Which start character do you take?") == 1
    output = output_of(tmp_path, "", "q")
    assert output.count("Which start character do you take?") == 2
    assert "is not one of the choices" not in output


def test_suggestions_are_legal_choices(tmp_path: Path) -> None:
    output = output_of(tmp_path, "peddler", "hire mnk", "q")
    assert "“peddler” is not one of the choices. Did you mean: start " in output
    assert "“hire mnk” is not one of the choices. Type a number from 1 to" in output


def test_a_question_about_no_move_is_answered_as_such(tmp_path: Path) -> None:
    assert "“foo” is not a move." in output_of(tmp_path, "w foo", "q")
    output = output_of(tmp_path, "w hire mnk", "q")
    assert "“hire mnk” is not a move. Did you mean: hire monk" in output
    assert "is not one of the choices" not in output


@pytest.mark.parametrize(("games", "reason"), [(0, "the file holds no game"), (2, "the file holds 2 games, and one")])
def test_a_file_of_no_or_several_games_is_not_resumed(tmp_path: Path, games: int, reason: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("".join(Game(2, seed=seed).to_record().to_line() + "\n" for seed in range(games)))
    result = edokko("play", "--resume", str(path), data=tmp_path)
    assert result.exit_code == 2
    assert reason in " ".join(result.stderr.split())


def test_an_illegal_move_typed_in_words_is_refused_with_the_reason(tmp_path: Path) -> None:
    assert "First decide: " in output_of(tmp_path, "income", "q")


@pytest.mark.parametrize("line", ["0", "99", "-1", "1.5", "١", "hello", "start", "u u", "\x1b[31mred", "1" * 5000])
def test_unknown_input_is_answered_and_changes_nothing(tmp_path: Path, line: str) -> None:
    output = output_of(tmp_path, line, "q")
    assert "is not one of the choices" in output
    assert "\x1b" not in output
    (saved,) = saved_games(tmp_path)
    assert only_record(saved).moves == ()


def test_help_board_log_and_scores(tmp_path: Path) -> None:
    output = output_of(tmp_path, "?", "b", "l", "s", "q")
    assert "take back your last decision" in output
    assert output.count("╭─ A ") == 2
    assert output.count("Buildings on offer") == 2
    assert "IKI track" in output
    assert "Saved. To continue: edokko play --resume" in output


def test_a_hot_seat_game_announces_the_next_person(tmp_path: Path) -> None:
    output = output_of(tmp_path, "1", "1", "q", seats="Hana=human,Jiro=human")
    assert "Hana, it is your decision." in output


def test_forced_moves_are_played_with_a_notice_unless_ask_forced_is_given(tmp_path: Path) -> None:
    four = ("--seats", "human,human,human,human", "--seed", "1")
    typed = "1\n" * 6 + "q\n"
    default = edokko("play", *four, typed=typed, data=tmp_path / "a").output
    assert "Only one choice: Start with the Salt Peddler." in default
    with_questions = edokko("play", *four, "--ask-forced", typed=typed, data=tmp_path / "b").output
    assert "Only one choice" not in with_questions


def test_a_new_game_mentions_the_unfinished_one(tmp_path: Path) -> None:
    output_of(tmp_path, "q")
    assert "An unfinished game is waiting: ‘edokko play --resume’" in output_of(tmp_path, "q")


# --- seats


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("human,easy,medium,hard", [("human", ""), ("easy", ""), ("medium", ""), ("hard", "")]),
        ("Hana=human,Jiro=master", [("human", "Hana"), ("master", "Jiro")]),
        ("mcts:500ms,mcts:2000sims", [("mcts:500ms", ""), ("mcts:2000sims", "")]),
        ("mcts:1s:playout=1,Hana=mcts:1s:playout=1", [("mcts:1s:playout=1", ""), ("mcts:1s:playout=1", "Hana")]),
        (
            "policy:temperature=2, The Fox = policy:temperature=2",
            [("policy:temperature=2", ""), ("policy:temperature=2", "The Fox")],
        ),
        ("a=b=human,greedy=human", [("human", "a=b"), ("human", "greedy")]),
        ("Dr: No=planner,=random", [("planner", "Dr: No"), ("random", "")]),
    ],
)
def test_names_and_kinds_of_seats_may_contain_equals_signs(text: str, seats: list[tuple[str, str]]) -> None:
    assert options.read_seats(text, None, ["human"]) == [SeatChoice(kind, name) for kind, name in seats]


def test_the_default_opponents_are_easy(tmp_path: Path) -> None:
    assert edokko("play", typed="q\n", data=tmp_path).exit_code == 0
    (saved,) = saved_games(tmp_path)
    assert json.loads(saved.read_text())["play"]["seats"] == ["human", "easy", "easy"]
    assert only_record(saved).seats == ("Player", "easy 1", "easy 2")
    assert "easy players, weak enough to beat in your first game" in " ".join(edokko("play", "--help").output.split())


def test_a_saved_game_remembers_the_levels(tmp_path: Path) -> None:
    seats = "Hana=human,hard,Fox=mcts:20sims:exploration=0.5"
    output_of(tmp_path, "q", seats=seats)
    result = edokko("play", "--resume", typed="q\n", data=tmp_path)
    assert result.exit_code == 0, result.output
    (saved,) = saved_games(tmp_path)
    assert json.loads(saved.read_text())["play"]["seats"] == ["human", "hard", "mcts:20sims:exploration=0.5"]
    assert only_record(saved).seats == ("Hana", "hard", "Fox")


# --- hints


@pytest.fixture
def quick_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edokko.cli.playing.session.HINT", Budget(simulations=30))


@pytest.mark.usefixtures("quick_hints")
def test_hints_number_the_best_moves_like_the_choices(tmp_path: Path) -> None:
    arguments = ("play", "--seats", "human,human", "--seed", "5", "--hints")
    result = edokko(*arguments, typed="1\n1\n1\n1\nh\nq\n", data=tmp_path, COLUMNS="80")
    assert result.exit_code == 0, result.output
    choices, hint = result.output.split("how far do you walk this month?")[-1].split("share of search")
    by_number = dict(line.split(maxsplit=1) for line in choices.splitlines() if line.strip()[:1].isdigit())
    hint_rows = [line.split() for line in hint.splitlines() if line.strip()[:1].isdigit() and "%" in line]
    assert len(hint_rows) > 1
    for number, word, slot, *_ in hint_rows:
        assert by_number[number].startswith(f"{word} {slot}")
    for words in ("What is likely to follow:", "30 simulations"):
        assert words in hint
    (saved,) = saved_games(tmp_path)
    assert len(only_record(saved).moves) == 4, "a hint is not a move"


def test_without_hints_the_command_explains_how_to_enable_them(tmp_path: Path) -> None:
    output = output_of(tmp_path, "h", "?", "q")
    assert "edokko play --resume --hints" in " ".join(output.split())
    assert "a hint: the best moves, with --hints" in output


@pytest.mark.usefixtures("quick_hints")
def test_ctrl_c_in_a_hint_saves_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*arguments: object, **settings: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Game, "analyse", stopped)
    seats = ("--seats", "human,human", "--hints")
    result = edokko("play", *seats, typed="1\n1\nh\n", data=tmp_path)
    assert result.exit_code == 130, result.output
    assert "Saved. To continue: edokko play --resume" in result.output
    (saved,) = saved_games(tmp_path)
    assert len(only_record(saved).moves) == 2


def test_ctrl_c_while_a_player_thinks_saves_the_game(tmp_path: Path) -> None:
    table = Terminal("play", "--seats", "mcts:1s,mcts:1s,human", "--pause", "0", "--seed", "1", data=tmp_path)
    table.screen()
    table.type("1")
    table.child.sendline("1")
    table.child.expect_exact("is thinking")
    table.child.sendintr()
    table.screen()
    assert "To continue: edokko play --resume" in table.text
    assert "Traceback" not in table.text
    assert table.exit_code() == 130
    (saved,) = saved_games(tmp_path)
    assert not check(only_record(saved)).is_over


# --- terminals


def test_names_cannot_harm_the_screen(tmp_path: Path) -> None:
    name = "[red]E\x1b[2Jvil\u202e[/]\x07"
    output = output_of(tmp_path, "q", seats=f"{name}=human,random")
    assert "\x1b" not in output
    assert "\u202e" not in output
    assert "[red]E[2Jvil[/]" in output


@pytest.mark.parametrize("columns", [80, 120])
def test_no_line_is_wider_than_the_terminal(tmp_path: Path, columns: int) -> None:
    table = Terminal("play", "--seats", "human,greedy,greedy,greedy", "--pause", "0", data=tmp_path, columns=columns)
    table.screen()
    table.play_on(12, Random(4))
    lines = [line for line in table.text.splitlines() if str(tmp_path) not in line]
    assert max(map(len, lines)) <= columns
    assert "\x1b[" in table.raw
    table.child.close(force=True)


def test_no_color_is_honoured(tmp_path: Path) -> None:
    table = Terminal("play", *TWO, data=tmp_path, NO_COLOR="1")
    table.screen()
    assert not [code for code in ("\x1b[31", "\x1b[9", "\x1b[3") if code in table.raw]
    table.child.close(force=True)


# --- errors


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--seats", "human"), "--seats names 1 seat; IKI is for 2 to 4 players."),
        (("--seats", "human,greedy", "--players", "3"), "give one entry for each player"),
        (("--seats", "human,robot"), "--seats: there is no player 'robot'; players: human, random, greedy"),
        (("--seats", "human,mcts:soon"), "--seats: player 'mcts:soon': 'soon' is no budget"),
        (("--seats", "human,Fox=mcts:1s:playout=0.5"), "playout: 0.5 is not a whole number"),
        (("--seats", "human,policy:temperature=200"), "temperature: 200.0 is not from 0.01 to 100"),
        (("--seats", "human,random:fast"), "'fast' is not possible here"),
        (("--seats", "human,master:2s"), "there is no style '2s'; styles: builder,"),
        (("--seats", "human:2s,easy"), "--seats: there is no player 'human:2s'; players: human, random"),
        (("--seed", "-1"), "--seed '-1' is not a seed: expected a whole number from 0 to 18446744073709551615"),
        (("--seed", "x" * 5000), "is not a seed"),
        (
            ("--seed", "0o7"),
            "--seed '0o7' is not a seed: expected a whole number from 0 to 18446744073709551615, such as 7 or 0x",
        ),
        (("--seats", "\udcff=human,greedy"), r"The name '\udcff' holds half a character and cannot be written"),
        (("--resume", "--seed", "3"), "--seed cannot be used with --resume"),
        (("--resume",), "There is no unfinished game to resume"),
        (("--resume", "/no/such/file"), "/no/such/file: No such file or directory."),
        (("--resume", "/"), "/: Is a directory."),
        (("--record", "/no/such/folder/game.jsonl"), "/no/such/folder/game.jsonl: there is no folder"),
        (("--record", "/"), "/ exists already"),
        (("--components", "/no/such/overlay.toml"), "/no/such/overlay.toml: cannot be read"),
        (("--bogus",), "There is no option --bogus; --help lists the options."),
        (("game.jsonl",), "'game.jsonl' is one argument too many; --help shows what the command expects."),
        (("--seed",), "The option --seed needs a value."),
        (("--hints=yes",), "The option --hints takes no value."),
        (("--sed", "3"), "There is no option --sed. Did you mean --seed?"),
        (("--language", "xx"), "'xx' is not"),
    ],
)
def test_user_errors_end_with_a_sentence_and_exit_code_2(
    tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    result = edokko("play", *arguments, data=tmp_path)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"format": "edokko/1"}',
        b'{"format": "edokko/1", "edition": "2021", "rules_version": 1, "players": 2, "seats": ["a", "b"], '
        b'"chance": [], "moves": [], "play": {"seats": 3}}',
        b'{"format": "edokko/1", "edition": "2021", "rules_version": 1, "players": 2, "seats": ["a", "b"], '
        b'"chance": ["buildings inn"], "moves": ["done"]}',
    ],
)
def test_an_invalid_saved_game_is_refused_unchanged(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(content)
    result = edokko("play", "--resume", str(path), data=tmp_path)
    assert result.exit_code == 2, result.output
    assert f"edokko: {path} cannot be resumed: " in result.stderr
    assert path.read_bytes() == content


def test_a_wrong_number_of_seats_is_compared_with_the_saved_game(tmp_path: Path) -> None:
    unfinished(tmp_path / "game.json")
    arguments = ("--resume", str(tmp_path / "game.json"), "--seats", "human,human,human")
    result = edokko("play", *arguments, data=tmp_path)
    assert result.exit_code == 2
    assert "--seats names 3 seats, the saved game is for 2" in result.stderr
    assert "--players" not in result.stderr


def test_an_existing_record_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("precious")
    assert edokko("play", "--record", str(path), data=tmp_path).exit_code == 2
    assert path.read_text() == "precious"
