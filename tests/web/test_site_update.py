"""A new version of the folder that needs no server, which a host shows in the middle of a game."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest

from tests.helpers.playing import play_on
from tests.helpers.site import Host
from tests.helpers.tab import OpenTab

NEW = 'document.querySelector("meta[name=new]") !== null'
"""Whether the page is that of the new version."""


UPDATE = """async () => {
  const registration = await navigator.serviceWorker.ready
  const before = registration.active
  await registration.update()
  while (registration.active === before || registration.active.state !== 'activated') {
    await new Promise((done) => setTimeout(done, 50))
  }
}"""
"""Wait until the service worker of another version has taken over."""


def renew(folder: Path, version: str) -> None:
    """Make a new version of the site: the package has another name, and the page another head."""
    [package] = folder.glob("package-*.zip")
    renamed = package.rename(folder / f"package-{version}.zip").name
    for name in ("site.json", "sw.js"):
        path = folder / name
        path.write_text(path.read_text().replace(package.name, renamed))
    worker = folder / "sw.js"
    worker.write_text(re.sub(r"edokko-site-\w+", f"edokko-site-{version}", worker.read_text(), count=1))
    index = folder / "index.html"
    index.write_text(index.read_text().replace("</head>", '<meta name="new" /></head>'))


@pytest.mark.parametrize("place", ["folder"], indirect=True)
def test_an_update_in_the_middle_of_a_game_loses_nothing(site: Path, open_tab: OpenTab, tmp_path: Path) -> None:
    folder = tmp_path / "iki"
    shutil.copytree(site, folder)
    host = Host(folder)
    tab = open_tab(at=host, service_workers="allow")
    table = tab.new_table("you", "easy")
    tab.page.evaluate("navigator.serviceWorker.ready")
    tab.go_to_table(table)
    play_on(tab, random.Random(1), until=lambda seen: seen.ply >= 4)

    renew(folder, "second")
    tab.page.evaluate(UPDATE)
    # The open tab goes on with the files that it has begun with, also with those that it has not loaded yet.
    assert not tab.page.evaluate(NEW)
    play_on(tab, random.Random(2), until=lambda seen: seen.ply >= 8)
    tab.page.locator("[data-tool=log]").click()
    tab.page.wait_for_selector(".log li")
    ply = tab.look().ply

    # What is loaded next is the new version, with the same game.
    tab.page.reload()
    tab.go_to_table(table)
    assert tab.page.evaluate(NEW)
    assert tab.look().ply == ply
    play_on(tab, random.Random(3), until=lambda seen: seen.ply >= ply + 4)
    # The third version takes the place of the first.
    renew(folder, "third")
    tab.page.evaluate(UPDATE)
    assert tab.page.evaluate("caches.keys()") == ["edokko-site-second", "edokko-site-third"]
    host.stop()
