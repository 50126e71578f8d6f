"""Events: docs/build/library.md lists each kind with its fields and reasons."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from edokko import Game, Record
from edokko.events import KINDS
from tests.helpers.paths import DOCS, SAMPLES

ROW = re.compile(r"^\| `(\w+)` \|(.*)\|(.*)\|$", re.MULTILINE)


def test_the_library_page_lists_every_kind_with_its_fields_and_reasons() -> None:
    """A field in brackets is absent in some events of the sample games; the others are always present."""
    times: Counter[str] = Counter()
    fields: defaultdict[str, Counter[str]] = defaultdict(Counter)
    reasons: defaultdict[str, set[str]] = defaultdict(set)
    for path in SAMPLES.glob("games-*.jsonl"):
        for line in path.read_text().splitlines():
            for event in Game.from_record(Record.from_line(line)).events:
                used = event.to_json()
                times[used.pop("kind")] += 1
                reasons[event.kind].update(filter(None, [used.pop("reason", None)]))
                fields[event.kind].update(used.keys())
    page = (DOCS / "build/library.md").read_text().partition("## Events")[2].partition("\n## ")[0]
    rows = {kind: (texts, words) for kind, texts, words in ROW.findall(page)}
    assert tuple(rows) == KINDS
    for kind, (texts, words) in rows.items():
        listed = {name: bool(bracket) for bracket, name in re.findall(r"(\[?)`(\w+)`", texts)}
        assert listed == {name: count < times[kind] for name, count in fields[kind].items()}, kind
        assert set(re.findall(r"`(\w+)`", words)) == reasons[kind], kind
