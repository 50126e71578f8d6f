"""``edokko review`` and the review behind it: losses, turning points, accuracy, and the picture."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest

from edokko import Game, check
from edokko.move import Move
from edokko.players import Budget
from edokko.players.analysis.position import Analysis, Analyst, MoveAnalysis
from edokko.players.analysis.review import Decision, Review, choices, review
from tests.helpers.paths import SAMPLES
from tests.helpers.terminal import edokko

QUICK = ("--budget", "10sims")


@pytest.fixture(scope="module")
def finished() -> Review:
    """Return the review of a whole game of two random players."""
    line = (SAMPLES / "games-2021-2.jsonl").read_text().splitlines()[0]
    return review(check(line), Budget(simulations=12))


@pytest.fixture
def unfinished(tmp_path: Path) -> Path:
    """Return the record of a game that has reached the second month."""
    game = Game(3, seed=1, seats=["Hana", "Jiro", "[red]Kiku$x$\x1b[2J"])
    for _ in range(30):
        game.play(game.legal_moves[-1])
    path = tmp_path / "game.jsonl"
    path.write_text(game.to_record().to_line() + "\n")
    return path


# --- the review


def test_no_loss_is_below_zero_and_the_best_move_loses_nothing(finished: Review) -> None:
    assert len(finished.decisions) > 50
    for decision in finished.decisions:
        assert 0 <= decision.loss <= 1
        assert (decision.loss == 0 and decision.iki == 0) or decision.best != decision.move
        assert decision.iki >= 0
        assert decision.loss == pytest.approx(decision.before[decision.seat] - decision.after[decision.seat])
        assert sum(decision.before) == pytest.approx(1)
        assert sum(decision.after) == pytest.approx(1)
    assert any(decision.loss for decision in finished.decisions)


def test_a_review_has_exactly_the_decisions_with_a_choice(finished: Review) -> None:
    game = finished.game
    plies = [decision.ply for decision in finished.decisions]
    assert plies == [before.ply for before, _ in choices(game)]
    replay = game.copy()
    while replay.ply:
        move = replay.undo()
        assert (len(replay.legal_moves) > 1) == (replay.ply in plies)
        if replay.ply in plies:
            decision = finished.decisions[plies.index(replay.ply)]
            assert (decision.move, decision.seat, decision.month) == (move, replay.seat, replay.month)


def test_accuracy_adds_up(finished: Review) -> None:
    assert sum(accuracy.decisions for accuracy in finished.accuracy) == len(finished.decisions)
    for accuracy in finished.accuracy:
        own = [decision for decision in finished.decisions if decision.seat == accuracy.seat]
        assert accuracy.loss == pytest.approx(sum(decision.loss for decision in own) / len(own))
        assert accuracy.iki == pytest.approx(sum(decision.iki for decision in own) / len(own))
        grades = [decision.grade for decision in own]
        assert (accuracy.blunders, accuracy.mistakes) == (grades.count("blunder"), grades.count("mistake"))


def test_turning_points_are_the_largest_changes(finished: Review) -> None:
    losses = [decision.weight for decision in finished.losses]
    assert losses == sorted((decision.weight for decision in finished.decisions), reverse=True)[: len(losses)]
    changes = [swing.change for swing in finished.largest_swings]
    assert changes == sorted((swing.change for swing in finished.swings), reverse=True)[: len(changes)]


def test_a_swing_has_the_events_of_chance(finished: Review) -> None:
    assert len(finished.swings) >= 12, "at least the beginnings of the months"
    for swing in finished.swings:
        assert swing.events
        assert {event.kind for event in swing.events} <= {
            "revealed",
            "slot_closed",
            "fire_broke_out",
            "fire_put_out",
            "left",
        }


def test_a_review_is_reproducible(finished: Review) -> None:
    game = finished.game.copy()
    while game.ply > 40:
        game.undo()
    first, second = (review(game, Budget(simulations=12)) for _ in range(2))
    assert first == second
    assert first.decisions == finished.decisions[: len(first.decisions)]


@pytest.mark.parametrize(
    ("loss", "grade"), [(0.0, ""), (0.049, ""), (0.05, "mistake"), (0.1, "blunder"), (1.0, "blunder")]
)
def test_losses_are_graded(loss: float, grade: str) -> None:
    game = Game(2, seed=1)
    move = game.legal_moves[0]
    assert Decision(0, 1, 1, move, move, loss, 0.0, (0.5, 0.5), (0.5, 0.5), (60.0, 60.0), game).grade == grade


def test_a_loss_within_its_error_is_no_mistake() -> None:
    game = Game(2, seed=1)
    move = game.legal_moves[0]
    assert not Decision(0, 1, 1, move, move, 0.2, 0.0, (0.5, 0.5), (0.5, 0.5), (60.0, 60.0), game, error=0.3).grade


@pytest.mark.parametrize(("lost", "grade"), [(9.0, "blunder"), (5.0, "mistake"), (1.0, "")])
def test_a_player_without_a_chance_still_makes_mistakes(
    monkeypatch: pytest.MonkeyPatch, lost: float, grade: str
) -> None:
    """A player far behind loses no win chance, so the loss is measured in IKI of the lead."""
    game = Game(2, seed=1)
    best, played = list(game.legal_moves)[:2]
    seat = game.seat or 0
    wins = tuple(float(other != seat) for other in range(2))
    ahead = tuple(20.0 if other == seat else 80.0 for other in range(2))
    behind = tuple(20.0 - lost if other == seat else 80.0 for other in range(2))

    def judge(analyst: Analyst, game: Game, move: Move, budget: Budget) -> tuple[Analysis, MoveAnalysis]:
        best_analysis = MoveAnalysis(best, 10, 1.0, ahead, wins, (best,))
        analysis = Analysis(seat, (best_analysis,), ahead, wins, 10, "plain", game)
        return analysis, best_analysis if move == best else MoveAnalysis(move, 10, 0.0, behind, wins, (move,))

    monkeypatch.setattr(Analyst, "judge", judge)
    game.play(played)
    result = review(game, Budget(simulations=10))
    (decision,) = result.decisions
    assert decision.loss == 0
    assert decision.grade == grade
    assert decision.best == (best if grade else played)
    assert result.losses == ((decision,) if grade else ())
    assert result.accuracy[seat].blunders == (grade == "blunder")


# --- the command


def test_a_game_is_reviewed_in_words(unfinished: Path) -> None:
    result = edokko("review", str(unfinished), *QUICK, COLUMNS="80")
    assert result.exit_code == 0, result.output
    for words in (
        "Game 1: ▲ Hana, ■ Jiro and ◆ [red]Kiku$x$[2J; 30 decisions",
        "The game is not over.",
        "Month 1 · spring",
    ):
        assert words in " ".join(result.stdout.split())
    for words in ("played", "better", "loss", "How well each player decided", "mistakes (?)", "blunders (??)"):
        assert words in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert "\x1b" not in result.output
    brief = edokko("review", str(unfinished), "--brief", *QUICK)
    assert "played" not in brief.stdout
    assert "How well each player decided" in brief.stdout


def test_json_is_one_object_with_the_promised_keys(unfinished: Path) -> None:
    result = edokko("review", str(unfinished), "--json", *QUICK)
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    keys = {"edition", "seats", "moves", "is_over", "ranking", "iki", "engine", "budget"}
    assert document.keys() == keys | {"accuracy", "losses", "chance", "decisions", "luck"}
    assert [luck["seat"] for luck in document["luck"]] == [0, 1, 2]
    assert (document["moves"], document["is_over"], document["ranking"]) == (30, False, None)
    assert len(document["accuracy"]) == 3
    assert document["accuracy"][0].keys() == {"seat", "decisions", "mean_loss", "mean_iki", "mistakes", "blunders"}
    decision_keys = {"ply", "month", "seat", "move", "best", "loss", "iki", "before", "after", "finals"}
    assert all(decision.keys() == decision_keys and decision["loss"] >= 0 for decision in document["decisions"])
    plies = [decision["ply"] for decision in document["decisions"]]
    assert plies == sorted(plies)
    assert set(document["losses"]) <= set(plies)


def test_the_picture_is_a_png(unfinished: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.png"
    result = edokko("review", str(unfinished), "--plot", str(path), *QUICK)
    assert result.exit_code == 0, result.output
    assert f"The picture: {path}" in result.stdout
    content = path.read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", content[16:24])
    assert width > height > 500
    assert b"matplotlib" not in content.lower()


def test_the_picture_is_a_reproducible_svg_without_metadata(unfinished: Path, tmp_path: Path) -> None:
    pictures = []
    for name in ("one.svg", "two.SVG"):
        result = edokko("review", str(unfinished), "--plot", str(tmp_path / name), "--json", *QUICK)
        assert result.exit_code == 0, result.output
        assert json.loads(result.stdout)["moves"] == 30
        pictures.append((tmp_path / name).read_bytes())
    assert pictures[0] == pictures[1]
    root = ElementTree.fromstring(pictures[0])
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    text = "".join(root.itertext())
    for words in ("The chance to win, month by month", "▲ Hana", "■ Jiro", "[red]Kiku$x$[2J", "spring", "50 %"):
        assert words in text
    for word in (b"matplotlib", b"<metadata", b"dc:date"):
        assert word not in pictures[0].lower()


def test_names_in_any_script_are_drawn(tmp_path: Path) -> None:
    game = Game(2, seed=1, seats=["江戸っ子", "$\\frac{1}{$"])
    for _ in range(12):
        game.play(game.legal_moves[0])
    path = tmp_path / "game.jsonl"
    path.write_text(game.to_record().to_line())
    result = edokko("review", str(path), "--plot", str(tmp_path / "game.png"), *QUICK)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""


def test_user_errors_are_reported_before_the_search(
    unfinished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def search(*arguments: object, **settings: object) -> None:
        raise AssertionError("it searches")

    monkeypatch.setattr("edokko.players.analysis.review.review", search)
    game, existing = str(unfinished), tmp_path / "existing.png"
    existing.write_text("precious")
    for arguments, message in (
        ((), "edokko: FILE is missing; --help shows what the command expects."),
        (("/no/such/file",), "/no/such/file: No such file or directory."),
        ((str(tmp_path),), "Is a directory."),
        ((str(existing),), "line 1: not JSON"),
        ((game, "--game", "2"), "there is no game 2"),
        ((game, "--budget", "1h"), "--budget '1h' is not a budget"),
        ((game, "--plot", str(existing)), "exists already; choose another name for the picture"),
        ((game, "--plot", str(tmp_path / "game.gif")), "a picture’s name ends in .png or .svg"),
        ((game, "--plot", str(tmp_path / "png")), "a picture’s name ends in .png or .svg"),
        ((game, "--plot", "/no/such/folder/game.png"), "there is no folder /no/such/folder"),
    ):
        result = edokko("review", *arguments)
        assert result.exit_code == 2, arguments
        assert message in " ".join(result.stderr.split()), result.stderr
        assert "Traceback" not in result.output
    assert existing.read_text() == "precious"


def test_an_invalid_record_is_refused_with_its_line(unfinished: Path) -> None:
    record = json.loads(unfinished.read_text())
    record["moves"][0] = "start monk\x1b[2J"
    unfinished.write_text(json.dumps(record))
    result = edokko("review", str(unfinished), *QUICK)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"edokko: {unfinished}: line 1: move 0: ")
    assert "\x1b" not in result.output


def test_a_game_without_a_choice_has_nothing_to_review(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(Game(2, seed=1).to_record().to_line())
    result = edokko("review", str(path), *QUICK)
    assert result.exit_code == 2
    assert "no decision of this game had a choice" in result.stderr
