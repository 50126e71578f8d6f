"""Fixtures: a server with the built page, and Chromium.

Every tab fails its test if its console has an error or if it requests another host. A test with the mark `anywhere`
runs at a server and, without one, from the folder that `edokko build-site` writes.
"""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.letters import PAGE as PAGE_LETTERS
from tests.helpers.letters import WITHOUT_PAGE_FONTS, family_settings
from tests.helpers.local_tab import LocalTab
from tests.helpers.paths import ROOT
from tests.helpers.serving import Server
from tests.helpers.site import Host, built_site
from tests.helpers.tab import TRANSPARENT, Tab

PAGE = ROOT / "src" / "edokko" / "page" / "index.html"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Browsers in order of preference. The headless shell has no windows and takes about a third less processor time."""
CHROMIUM = next((path for name in BROWSERS if (path := shutil.which(name))), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    why = None
    if importlib.util.find_spec("playwright") is None:
        why = "playwright is not installed"
    elif CHROMIUM is None:
        why = "no Chromium is installed (Debian: apt install chromium-headless-shell)"
    elif not PAGE.is_file():
        why = "the page is not built (cd web && npm ci && npm run build)"
    for item in items:
        if Path(__file__).parent not in item.path.parents:
            continue
        if why:
            item.add_marker(pytest.mark.skip(reason=f"THE PAGE IS NOT TESTED: {why}"))
        # A browser on a busy machine may miss a frame. A test that passes at the second try is named in the summary.
        item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    instance = Server(tmp_path_factory.mktemp("tables"))
    try:
        instance.start()
        yield instance
    finally:
        instance.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """Return a server that the test may kill."""
    instance = Server(tmp_path)
    try:
        instance.start()
        yield instance
    finally:
        instance.stop()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    mark = metafunc.definition.get_closest_marker("anywhere")
    if mark is not None:
        marks = () if mark.kwargs.get("always") else pytest.mark.matrix
        metafunc.parametrize("place", ["server", pytest.param("folder", marks=marks)], indirect=True)


@pytest.fixture
def place(request: pytest.FixtureRequest) -> str:
    """Return where the tabs of a test find the page: `server` or `folder`."""
    return str(getattr(request, "param", "server"))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that needs no server."""
    return built_site(tmp_path_factory.getbasetemp().parent)


@pytest.fixture(scope="session")
def host(site: Path) -> Iterator[Host]:
    """Return a host that shows the folder, which no test stops."""
    running = Host(site)
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browsers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Any]]:
    """Return a function that returns the browser with a set of fonts: see `tests/helpers/letters.py`."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running: dict[str, Any] = {}

        def launch(letters: str) -> Any:
            if letters == PAGE_LETTERS:
                return playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            environment = family_settings(letters, tmp_path_factory.mktemp("fonts"))
            arguments = ["--no-sandbox", WITHOUT_PAGE_FONTS]
            return playwright.chromium.launch(executable_path=CHROMIUM, args=arguments, env=environment)

        def browser_with(letters: str) -> Any:
            if letters not in running:
                running[letters] = launch(letters)
            return running[letters]

        yield browser_with
        for browser in running.values():
            browser.close()


@pytest.fixture(scope="session")
def browser(browsers: Callable[[str], Any]) -> Any:
    """Return the browser that most tests use; it has the page's fonts."""
    return browsers(PAGE_LETTERS)


@pytest.fixture
def letters(request: pytest.FixtureRequest) -> str:
    """Return the set of fonts of a test: the page's, unless the test has the mark `ANY_LETTERS`."""
    return str(getattr(request, "param", PAGE_LETTERS))


@pytest.fixture
def lettered_browser(browsers: Callable[[str], Any], letters: str) -> Any:
    """Return the browser with the test's set of fonts."""
    return browsers(letters)


@pytest.fixture
def open_tab(lettered_browser: Any, place: str, request: pytest.FixtureRequest) -> Iterator[Callable[..., Tab]]:
    """Return a function that opens an empty tab of a new guest; most tests go to a table at once.

    The page is transparent unless the test has the mark `drawn`.
    """
    tabs: list[Tab] = []
    is_drawn = request.node.get_closest_marker("drawn") is not None

    def make(width: int = 1440, height: int = 900, *, at: Server | Host | None = None, **options: Any) -> Tab:
        at = at or request.getfixturevalue("host" if place == "folder" else "server")
        options.setdefault("reduced_motion", "reduce")
        # A worker for each of many contexts costs time; the tests of the worker allow it.
        options.setdefault("service_workers", "block")
        context = lettered_browser.new_context(viewport={"width": width, "height": height}, **options)
        if not is_drawn:
            context.add_init_script(TRANSPARENT)
        tab = (LocalTab if place == "folder" else Tab)(context.new_page(), at.address)
        tabs.append(tab)
        if place == "server":
            tab.ask("GET", "/guest")
        return tab

    yield make
    errors = [tab.errors for tab in tabs]
    for tab in tabs:
        tab.page.context.close()
    assert not any(errors), errors


@pytest.fixture
def tab(open_tab: Callable[..., Tab]) -> Tab:
    return open_tab()


@pytest.fixture
def phone(open_tab: Callable[..., Tab]) -> Tab:
    return open_tab(390, 844, has_touch=True, is_mobile=True, device_scale_factor=2)
