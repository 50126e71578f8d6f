"""Matches of the strength page with another edition or other prices, and the table that compares their leads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from edokko.components import load, read_overlay, values
from edokko_research.commands import strength
from edokko_research.strength.matches import Match, against
from edokko_research.strength.numbers import fingerprint_of
from edokko_research.strength.page import rendered
from edokko_research.strength.play import play
from edokko_research.strength.results import is_fresh, is_played
from helpers.paths import DOCS

ERRS, OTHER = "policy:temperature=100", "policy:temperature=99"


def played(match: Match, folder: Path) -> dict[str, Any]:
    folder.mkdir(exist_ok=True)
    return play(match, folder, fingerprint_of(match))


@pytest.fixture
def overlay(tmp_path: Path) -> Path:
    path = tmp_path / "dear.toml"
    path.write_text("characters.day_laborer.cost = 7\n")
    return path


def test_a_match_is_named_and_played_by_its_edition_and_prices(tmp_path: Path, overlay: Path) -> None:
    match = against("conditions", 4, ERRS, OTHER, 4, edition="2015", overlay=overlay)
    assert match.key.endswith("-2015-dear")
    result = played(match, tmp_path / "data")
    assert (result["edition"], is_played(match, result)) == ("2015", True)
    (record, *_) = map(json.loads, (tmp_path / "data" / f"{match.key}.jsonl").read_text().splitlines())
    assert record["edition"] == "2015"
    assert record["components"] == {"characters": {"day_laborer": {"cost": 7}}}


def test_the_lead_is_the_first_players_score_less_the_others_mean(tmp_path: Path) -> None:
    match = against("conditions", 3, ERRS, OTHER, 6)
    result = played(match, tmp_path / "data")
    own, other = result["standings"]
    assert result["mean_lead"] == pytest.approx(own["mean_score"] - other["mean_score"], abs=1e-5)
    low, high = result["mean_lead_interval"]
    assert low < result["mean_lead"] < high


def test_a_result_is_stale_after_its_overlay_has_changed(tmp_path: Path, overlay: Path) -> None:
    match = against("conditions", 4, ERRS, OTHER, 4, overlay=overlay)
    result = played(match, tmp_path / "data")
    assert is_fresh(match, result)
    overlay.write_text("# a comment changes no number\ncharacters.day_laborer.cost = 7\n")
    assert is_fresh(match, result)
    overlay.write_text("characters.day_laborer.cost = 8\n")
    assert not is_fresh(match, result)


def test_leads_are_compared_with_the_first_row(tmp_path: Path, overlay: Path) -> None:
    matches = [against("conditions", 4, ERRS, OTHER, 4), against("conditions", 4, ERRS, OTHER, 4, overlay=overlay)]
    results = {match.key: played(match, tmp_path / "data") for match in matches}
    for match, lead in zip(matches, (20.0, 17.0), strict=True):
        results[match.key] |= {"mean_lead": lead, "mean_lead_interval": [lead - 2, lead + 2]}
    text = rendered((DOCS / "strength.md").read_text(), matches, results)
    assert "| 20.0 ±2.0 | 100 % |" in text
    assert "| 17.0 ±2.0 | 85 % |" in text
    assert "| 4 | 2021 | dear | 4 |" in text


SOURCE_FOUND_LATER = {"buildings.restaurant.cost.wood"}
"""Prices that the measured overlays change and that were substitutes when the matches were played."""


@pytest.mark.parametrize("path", sorted(strength.OVERLAYS.glob("*.toml")), ids=lambda path: path.stem)
def test_the_overlays_change_substitutes_only(path: Path) -> None:
    before = {value.key: value for value in values("2021")}
    after = {value.key: value.value for value in values("2021", read_overlay(path))}
    changed = [key for key, value in before.items() if after[key] != value.value]
    assert len(changed) > 60
    assert {before[key].provenance for key in changed if key not in SOURCE_FOUND_LATER} == {"substitute"}
    assert load("2015", read_overlay(path)).edition == "2015"
