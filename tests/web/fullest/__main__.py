"""Pick the steps, or show them all: ``python -m tests.web.fullest pick | run | pages | games``."""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any

from tests.helpers.layout import LANGUAGES
from tests.helpers.serving import Server
from tests.web.conftest import CHROMIUM
from tests.web.fullest import pages, picking, playing
from tests.web.fullest.games import HERE
from tests.web.fullest.showing import SIZES, Finding, Stage, some_acts, stored


def main() -> int:
    """Run one of the commands."""
    parser = argparse.ArgumentParser(prog="python -m tests.web.fullest", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("games", help="play the games of games.jsonl anew")
    commands.add_parser("pick", help="go through all games and write steps.tsv: four minutes")
    run = commands.add_parser("run", help="show the steps and print what is wrong")
    visit = commands.add_parser("pages", help="visit the views around the table and print what is wrong")
    for command in (run, visit):
        command.add_argument("--sizes", type=_numbers, default=list(SIZES), help="widths in pixels, with commas")
        command.add_argument("--languages", type=lambda text: text.split(","), default=list(LANGUAGES))
        command.add_argument("--pictures", type=Path, help="a folder for pictures of the findings")
    run.add_argument("--every", type=int, default=1, help="only every Nth step, a different one in each tab")
    run.add_argument("--jobs", type=int, default=1, help="how many browsers work side by side")
    run.add_argument("--plain", action="store_true", help="press nothing")
    arguments = parser.parse_args()
    if arguments.command == "games":
        (HERE / "games.jsonl").write_text("".join(f"{line.strip()}\n" for line in playing.lines()), encoding="utf-8")
    elif arguments.command == "pick":
        picking.write(steps := picking.pick())
        print(f"{len(steps)} steps for {sum(len(step.why) for step in steps)} features")
    elif arguments.command == "pages":
        return _visit(arguments)
    else:
        return _run(arguments)
    return 0


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


def _run(arguments: argparse.Namespace) -> int:
    begin = time.monotonic()
    steps = stored(picking.read())
    findings: list[Finding] = []
    errors: list[str] = []
    count_shown = 0
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            server.start()
            tabs = list(product(arguments.sizes, arguments.languages))
            work = [
                (
                    server.address,
                    width,
                    language,
                    range(index % arguments.every, len(steps), arguments.every),
                    arguments.plain,
                )
                for index, (width, language) in enumerate(tabs)
            ]
            with ProcessPoolExecutor(arguments.jobs, initializer=_begin, initargs=(steps,)) as pool:
                for count, new_findings, new_errors in pool.map(_tab, work):
                    count_shown += count
                    findings += new_findings
                    errors += new_errors
                    print(".", end="", file=sys.stderr, flush=True)
            seconds = time.monotonic() - begin
            print(
                f"\n{len(tabs)} tabs, {count_shown} steps in {seconds:.0f} s; "
                f"{len(findings)} findings, {len(errors)} errors"
            )
            print(report(findings))
            print("\n".join(sorted(set(errors))[:20]), flush=True)
            if arguments.pictures:
                _pictures(server.address, steps, findings, arguments.pictures)
        finally:
            server.stop()
    return bool(findings or errors)


def _visit(arguments: argparse.Namespace) -> int:
    from playwright.sync_api import sync_playwright

    findings: list[Finding] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            server.start()
            prepared = pages.prepare(browser, server.address)
            for width, language in product(arguments.sizes, arguments.languages):
                findings += pages.look(browser, server.address, prepared, width, language, arguments.pictures)
                print(".", end="", file=sys.stderr, flush=True)
        finally:
            server.stop()
            browser.close()
    print(f"\n{len(findings)} findings\n{report(findings)}")
    return bool(findings)


_steps: list[dict[str, Any]] = []


def _begin(steps: list[dict[str, Any]]) -> None:
    _steps[:] = steps


def _tab(work: tuple[str, int, str, range, bool]) -> tuple[int, list[Finding], list[str]]:
    """Show steps in one tab."""
    from playwright.sync_api import sync_playwright

    address, width, language, numbers, plain = work
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        stage = Stage(browser, address, _steps, width, language, only=numbers)
        findings = list(stage.look(numbers, None if plain else some_acts))
        browser.close()
        return len(numbers), findings, [f"{width} {language}: {error}" for error in stage.errors]


def _pictures(address: str, steps: list[dict[str, Any]], findings: Sequence[Finding], folder: Path) -> None:
    """Save a screenshot of the first finding of each kind and place."""
    from playwright.sync_api import sync_playwright

    folder.mkdir(parents=True, exist_ok=True)
    first = {(finding.kind, finding.place): finding for finding in reversed(findings)}
    by_tab = defaultdict(list)
    for finding in first.values():
        by_tab[finding.width, finding.language].append(finding)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for (width, language), several in by_tab.items():
            stage = Stage(browser, address, steps, width, language)
            for finding in several:
                name = re.sub(r"\W+", "-", f"{finding.kind} {finding.place}")[:80]
                stage.picture(finding.step, finding.act, str(folder / f"{name}-{width}-{language}-{finding.step}.png"))
            stage.close()
        browser.close()


def report(findings: Iterable[Finding]) -> str:
    """Format findings as a table, grouped by kind and place, the most frequent first."""
    together: dict[tuple[str, str], list[Finding]] = defaultdict(list)
    for finding in findings:
        together[finding.place, finding.kind].append(finding)
    lines = []
    for (place, kind), several in sorted(together.items(), key=lambda item: (item[0][0].split("|")[0], -len(item[1]))):
        worst = max(several, key=lambda finding: len(finding.text))
        sizes = _counts(str(finding.width) for finding in several)
        languages = _counts(finding.language for finding in several)
        lines.append(f"{len(several):6}  {kind}: {place}")
        where = f"{worst.width} {worst.language} step {worst.step}{' after ' + worst.act if worst.act else ''}"
        lines.append(f"        {sizes}; {languages}; e.g. {where}: {worst.text!r} {worst.amount}")
    return "\n".join(lines)


def _counts(values: Iterable[str]) -> str:
    return " ".join(
        f"{value}:{count}" for value, count in sorted(Counter(values).items(), key=lambda pair: (len(pair[0]), pair))
    )


if __name__ == "__main__":
    sys.exit(main())
