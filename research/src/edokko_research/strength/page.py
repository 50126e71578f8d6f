"""The tables of docs/strength.md, written between its markers; the prose around them stays unchanged.

A table is between ``<!-- strength: NAME -->`` and ``<!-- end: NAME -->``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from edokko.players.names import parse_name
from edokko_research.strength.floors import of_interval
from edokko_research.strength.matches import Match, of_table
from edokko_research.strength.numbers import fingerprint_of
from edokko_research.strength.plot import Point, TableScores, draw, draw_scores, spoken
from edokko_research.strength.results import Result, changed, is_fresh, is_played, read_results

MISSING, UNMEASURED = "not played yet", "not measured yet"
STALE = "†"
"""The mark of a result whose players have changed since."""
PICTURE, SCORES_PICTURE = "images/strength-time.svg", "images/strength-scores.svg"
PEOPLE = {"the example in the rulebook": (100,), "a published game of four people": (124, 105, 95, 78)}
"""Published scores of people by place, or the winner's alone."""

Results = Mapping[str, Result]
Row = Sequence[str]


def render(page: Path, matches: Sequence[Match]) -> None:
    """Write the tables and the pictures of a page from the results beside it.

    Raises:
        ValueError: the page lacks a marker.
    """
    results = read_results(page)
    text = rendered(page.read_text(encoding="utf-8"), matches, results)
    (page.parent / PICTURE).parent.mkdir(parents=True, exist_ok=True)
    if points := list(_points(matches, results)):
        (page.parent / PICTURE).write_bytes(draw(points))
    if tables := list(_scores(matches, results)):
        (page.parent / SCORES_PICTURE).write_bytes(draw_scores(tables))
    page.write_text(text, encoding="utf-8")


def rendered(text: str, matches: Sequence[Match], results: Results) -> str:
    """Return the page with its tables filled from the results.

    Raises:
        ValueError: the page lacks a marker.
    """
    for name in TABLES:
        text = with_table(text, name, matches, results)
    return text


def render_levels(page: Path, source: Path, matches: Sequence[Match]) -> None:
    """Write the tables of levels and styles into another page, from the results beside the strength page.

    Raises:
        ValueError: the page lacks its markers.
    """
    text, results = page.read_text(encoding="utf-8"), read_results(source)
    for name in ("levels", "styles"):
        text = with_table(text, name, matches, results)
    page.write_text(text, encoding="utf-8")


def with_table(text: str, name: str, matches: Sequence[Match], results: Results) -> str:
    """Return a page with one of its tables filled.

    Raises:
        ValueError: the page lacks a marker.
    """
    pattern = re.compile(rf"(<!-- strength: {name} -->\n).*?(<!-- end: {name} -->)", re.DOTALL)
    if len(pattern.findall(text)) != 1:
        raise ValueError(f"the page needs one '<!-- strength: {name} -->' with '<!-- end: {name} -->' after it")
    content = TABLES[name](matches, results)
    return pattern.sub(lambda match: f"{match[1]}\n{content}\n\n{match[2]}", text)


# --- tables


def _summary(matches: Sequence[Match], results: Results) -> str:
    """Return the summary: the number of games, versions and machines, and stale results."""
    played = [match for match in matches if is_played(match, results.get(match.key))]
    measured = [results[match.key] for match in played]
    games = sum(result["games"] for result in measured)
    lines = [f"{len(played)} of {len(matches)} matches are played, {_thousands(games)} games."]
    stale = {match.key: changed(results[match.key], fingerprint_of(match)) for match in played}
    if measured:
        versions = sorted({f"edokko {result['version']}, rules {result['rules_version']}" for result in measured})
        machines = sorted({result["machine"] for result in measured})
        lines.append(f"Played with {'; '.join(versions)} on {'; '.join(machines)}.")
    if named := [f"`{key}` ({', '.join(why)})" for key, why in stale.items() if why]:
        lines.append(f"{STALE} marks results whose players have changed since, by what is named: {', '.join(named)}.")
    return "\n\n".join(lines)


def _duels(name: str) -> Callable[[Sequence[Match], Results], str]:
    """Return the function that formats the matches of one table of the page."""

    def table(matches: Sequence[Match], results: Results) -> str:
        head = (
            *("players", "match", "games", "share of wins", "95 % interval", "chance", "mean score", "mean rank"),
            *("rating", "ms a decision", "floor"),
        )
        rows = [_duel(match, results.get(match.key)) for match in of_table(matches, name)]
        return _table(head, rows)

    return table


def _duel(match: Match, result: Result | None) -> Row:
    heading = [str(match.players), _names(match)]
    if result is None or not is_played(match, result):
        return [*heading, MISSING, *[""] * 7, _floor(match, _percent, None)]
    first, other = result["standings"]
    return [
        *heading,
        f"{result['games']}{_mark(match, result)}",
        f"**{_percent(first['win_share'], 1)}**",
        _range(first["win_share_interval"]),
        _percent(1 / match.players),
        _pair(first["mean_score"], other["mean_score"], 1),
        _pair(first["mean_rank"], other["mean_rank"], 2),
        _rating(first),
        _thinking(first["milliseconds"], other["milliseconds"]),
        _floor(match, _percent, first["win_share_interval"]),
    ]


def _conditions(matches: Sequence[Match], results: Results) -> str:
    """Format one player's leads with other numbers of players, editions and prices; the first row is the usual one."""
    head = (
        *("players", "edition", "prices", "games", "share of wins", "95 % interval", "chance"),
        *("mean score", "IKI more", "of the first row"),
    )
    rows, first = [], None
    for match in of_table(matches, "conditions"):
        result = results.get(match.key)
        heading = [str(match.players), match.edition, match.overlay.stem if match.overlay else "shipped"]
        if result is None or not is_played(match, result):
            rows.append([*heading, MISSING, *[""] * 6])
            continue
        own, other = result["standings"]
        lead = result["mean_lead"]
        first = lead if first is None else first
        rows.append(
            [
                *heading,
                f"{result['games']}{_mark(match, result)}",
                f"**{_percent(own['win_share'], 1)}**",
                _range(own["win_share_interval"]),
                _percent(1 / match.players),
                _pair(own["mean_score"], other["mean_score"], 1),
                _lead(lead, result["mean_lead_interval"]),
                _percent(lead / first),
            ]
        )
    return _table(head, rows)


def _of_itself(matches: Sequence[Match], results: Results) -> str:
    """Format the scores of players against themselves with published scores of people, and their picture."""
    head = ("four of", "games", "mean score", "winner's mean score", "95 % interval", "by place", "floor")
    rows = [_self(match, results.get(match.key)) for match in of_table(matches, "itself")]
    for source, scores in PEOPLE.items():
        are_all = len(scores) > 1
        mean, places = (f"{sum(scores) / len(scores):.1f}", " · ".join(map(str, scores))) if are_all else ("", "")
        rows.append([source, "1", mean, str(scores[0]), "", places, ""])
    picture = f"\n\n![Scores by place of each player and of people]({SCORES_PICTURE})"
    return _table(head, rows) + (picture if any(_scores(matches, results)) else "")


def _scores(matches: Sequence[Match], results: Results) -> Iterator[TableScores]:
    """Yield the scores by place of the measured players, weakest first, then of people; nothing without results."""
    played = [match for match in of_table(matches, "itself") if is_played(match, results.get(match.key))]
    found = [(match.entries[0], results[match.key]["mean_scores_by_place"]) for match in played]
    for name, scores in sorted(found, key=lambda each: float(each[1][0])):
        yield TableScores(name, scores, are_people=False)
    if found:
        for source, people in PEOPLE.items():
            yield TableScores(source, people, are_people=True)


def _self(match: Match, result: Result | None) -> Row:
    name = f"`{match.entries[0]}`"
    if result is None or not is_played(match, result):
        return [name, MISSING, "", "", "", "", _floor(match, _figure, None)]
    span = result["mean_winning_score_interval"]
    return [
        name,
        f"{result['games']}{_mark(match, result)}",
        f"{result['standings'][0]['mean_score']:.1f}",
        f"**{result['mean_winning_score']:.1f}**",
        "" if span is None else f"{span[0]:.1f}–{span[1]:.1f}",
        " · ".join(f"{score:.0f}" for score in result["mean_scores_by_place"]),
        _floor(match, _figure, span),
    ]


def _times(matches: Sequence[Match], results: Results) -> str:
    """Format strength by thinking time, with the picture."""
    head = ("a decision", "games", "share of wins", "95 % interval", "mean score", "measured, ms")
    rows = [_time(match, results.get(match.key)) for match in timed(matches)]
    if not any(_points(matches, results)):
        return _table(head, rows)
    return f"{_table(head, rows)}\n\n![Share of wins by time a decision]({PICTURE})"


def timed(matches: Iterable[Match]) -> list[Match]:
    """Return the matches of a search with a budget of time against three planners, by that time."""
    searches = [match for match in matches if match.players == 4 and match.entries[1:] == ("planner",) * 3]
    return sorted((match for match in searches if _budget(match) is not None), key=lambda match: _budget(match) or 0)


def _time(match: Match, result: Result | None) -> Row:
    name = spoken(_budget(match) or 0)
    if result is None or not is_played(match, result):
        return [name, MISSING, "", "", "", ""]
    first, other = result["standings"]
    return [
        name,
        f"{result['games']}{_mark(match, result)}",
        f"**{_percent(first['win_share'], 1)}**",
        _range(first["win_share_interval"]),
        _pair(first["mean_score"], other["mean_score"], 1),
        _milliseconds(first["milliseconds"]),
    ]


def _points(matches: Sequence[Match], results: Results) -> Iterator[Point]:
    for match in timed(matches):
        result = results.get(match.key)
        if result is not None and is_played(match, result):
            first = result["standings"][0]
            low, high = first["win_share_interval"]
            yield Point(_budget(match) or 0.0, first["win_share"], low, high, is_fresh(match, result))


def _budget(match: Match) -> float | None:
    """Return the milliseconds of the first entry if it is a search with only a budget of time."""
    spec = parse_name(match.entries[0])
    is_plain = spec.name.startswith("mcts:") and len(spec.options) == 1 and spec.budget is not None
    return spec.budget.milliseconds if is_plain and spec.budget is not None else None


TABLES: dict[str, Callable[[Sequence[Match], Results], str]] = {
    "summary": _summary,
    "ladder": _duels("ladder"),
    "champion": _duels("champion"),
    "conditions": _conditions,
    "budgets": _duels("budgets"),
    "levels": _duels("levels"),
    "styles": _duels("styles"),
    "itself": _of_itself,
    "time": _times,
}


# --- cells


def _table(head: Row, rows: Sequence[Row]) -> str:
    """Format a Markdown table without empty columns."""
    columns = [at for at in range(len(head)) if at == 0 or any(row[at] for row in rows)]
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line[at] for at in columns) + " |" for line in lines)


def _names(match: Match) -> str:
    first, *others = match.entries
    return f"`{first}` against {'' if len(others) == 1 else f'{len(others)} '}`{others[0]}`"


def _floor(match: Match, show: Callable[[float], str], interval: Sequence[float] | None) -> str:
    """Format the floor of a match, with the verdict if there is a result."""
    if match.floor is None:
        return ""
    return show(match.floor) if interval is None else f"{show(match.floor)}: {of_interval(match.floor, interval)}"


def _figure(number: float) -> str:
    return f"{number:g}"


def _mark(match: Match, result: Result) -> str:
    return "" if is_fresh(match, result) else f" {STALE}"


def _percent(share: float, digits: int = 0) -> str:
    return f"{100 * share:.{digits}f} %"


def _range(interval: Sequence[float]) -> str:
    low, high = interval
    return f"{100 * low:.1f}–{100 * high:.1f}"


def _pair(first: float, other: float, digits: int) -> str:
    return f"{first:.{digits}f} : {other:.{digits}f}"


def _lead(lead: float, interval: Sequence[float] | None) -> str:
    return f"{lead:.1f}" if interval is None else f"{lead:.1f} ±{(interval[1] - interval[0]) / 2:.1f}"


def _rating(standing: Result) -> str:
    span = standing["rating_interval"]
    rating = f"{standing['rating']:.0f}"
    return rating if span is None else f"{rating} ±{(span[1] - span[0]) / 2:.0f}"


def _thinking(first: float | None, other: float | None) -> str:
    return "–" if first is None or other is None else f"{_milliseconds(first)} : {_milliseconds(other)}"


def _milliseconds(number: float) -> str:
    return f"{number:.0f}" if number >= 10 else f"{number:.2g}"


def _thousands(number: float) -> str:
    return f"{number:,.0f}".replace(",", " ")
