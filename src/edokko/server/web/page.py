"""The built page: its files, and ``index.html`` for each of its addresses; without a build, instructions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Any

from litestar import MediaType, Response, get, route
from litestar.exceptions import NotFoundException

from edokko.server.services import Services
from edokko.server.views.preview import Preview
from edokko.server.web.errors import NotFoundPage
from edokko.server.web.files import files_of, packed, send_file
from edokko.server.web.headers import framed, policy_of
from edokko.server.web.link_preview import HEIGHT, WIDTH, preview_of
from edokko.server.web.negotiation import IDENTITY, catalogue_of
from edokko.server.web.own_pages import READ, loaded_catalogue
from edokko.server.web.parameters import Id, Req, ServicesDependency, public_address

INDEX, MANIFEST = "index.html", "manifest.json"
"""The page, and Vite's manifest of its modules."""
ADDRESSES = {
    "/": "Lobby",
    "/t/{table:str}": "TablePage",
    "/t/{table:str}/replay": "Replay",
    "/t/{table:str}/replay/{ply:str}": "Replay",
    "/t/{table:str}/review": "Replay",
    "/t/{table:str}/review/{ply:str}": "Replay",
    "/review/{table:str}": "Replay",
    "/play": "PlayOn",
    "/study": "Study",
    "/study/{study:str}": "Study",
    "/puzzles/{puzzle:str}": "Puzzle",
    "/embed/t/{table:str}": "Embed",
    "/embed/study/{study:str}": "EmbedStudy",
    "/embed/puzzle/{puzzle:str}": "EmbedPuzzle",
    "/events": "Events",
    "/event/{event:str}": "Event",
    "/series/{series_id:str}": "Series",
    "/player/{guest:str}": "Player",
    "/move-in/{code:str}": "MoveIn",
    "/learn": "Learn",
    "/learn/{lesson:str}": "LessonPage",
    "/rules": "Rules",
    "/cards": "Cards",
    "/settings": "Settings",
}
"""The addresses of the page, each with the component that it loads. They must match the client-side router
(``web/src/pages.ts``); any other address is a 404, for a browser as a page."""
INDEXED = frozenset({"/", "/learn", "/rules", "/cards"})
"""Addresses that search engines may index; a table is for those who have its link."""
FRAMED = "/embed/"
"""The only addresses that another site may show in a frame. Their pages can do nothing in a visitor's name."""
OFFERS = '<meta name="edokko-here" />\n    <!--head'
"""The beginning of the head of a page that offers a table for the time without the server."""
_PAGES = {address.replace(":str", ""): page for address, page in ADDRESSES.items()}
"""The components by Litestar's path templates."""
_COMPONENT = re.compile(r"src/(?:pages|features/\w+)/(\w+)\.svelte")
"""The source of a component that an address loads: a page of its own or of a feature."""
_HEAD = re.compile(r"<!--head-->.*<!--/head-->", re.DOTALL)
_LANGUAGE = '<html lang="en">'


def page_routes(folder: Path, site: Path | None = None) -> tuple[list[Any], NotFoundPage | None]:
    """Return the routes of the built page, and what answers a browser at an address that the page does not have.

    Without ``index.html`` in the folder there is only a route with instructions. With a site the page offers it.
    """
    if not (folder / INDEX).is_file():
        return [no_page], None
    files = files_of(folder)
    html = files.pop(INDEX).bodies[IDENTITY].content.decode()
    manifest = json.loads(files.pop(MANIFEST).bodies[IDENTITY].content) if MANIFEST in files else {}
    index = Index(html.replace("<!--head", OFFERS, 1) if site else html, manifest)
    assets = {name.removeprefix("assets/"): file for name, file in files.items() if name.startswith("assets/")}
    others = {f"/{name}": file for name, file in files.items() if "/" not in name}

    @route(list(ADDRESSES), http_method=READ, include_in_schema=False, opt={"skip_session": True})
    async def shell(request: Req, services: ServicesDependency) -> Response[bytes]:
        return await index.answer(request, services)

    @route("/assets/{name:str}", http_method=READ, include_in_schema=False, opt={"skip_session": True})
    async def asset(request: Req, name: Id) -> Response[bytes]:
        if name not in assets:
            raise NotFoundException
        return send_file(request, assets[name])

    @route(list(others) or "/seal.svg", http_method=READ, include_in_schema=False, opt={"skip_session": True})
    async def other(request: Req) -> Response[bytes]:
        if request.url.path not in others:
            raise NotFoundException
        return send_file(request, others[request.url.path])

    return [shell, asset, other], index.missing


class Index:
    """``index.html``, rendered with the title, the description and the preload links of an address."""

    def __init__(self, html: str, manifest: dict[str, Any]) -> None:
        # The build writes paths that are relative to the root, but the page has nested addresses.
        self.html = html.replace('="./', '="/')  # the built file
        self.manifest = manifest  # Vite's manifest: the modules of the page by their sources
        # The sources of the components that the addresses load, by their names.
        self.sources = {found[1]: source for source in manifest if (found := _COMPONENT.fullmatch(source))}
        self.content = policy_of(self.html)

    async def answer(self, request: Req, services: Services) -> Response[bytes]:
        """Return the page in the language of the request, with the title and description of its address."""
        catalogue = await loaded_catalogue(request)
        page = _PAGES[str(request.scope["path_template"])]
        preview = await preview_of(services, request, page, catalogue)
        meta = _meta(request.url.path, public_address(request, services.settings), preview)
        html = self._html(meta, page, catalogue.language)
        headers = {"content-security-policy": self.content, "vary": "Accept-Language"}
        if request.url.path.startswith(FRAMED):
            headers |= framed(self.content)
        return send_file(request, packed(html.encode(), "text/html"), headers)

    def missing(self, request: Req) -> Response[bytes]:
        """Return the page for an address that it does not have."""
        catalogue = catalogue_of(request)
        meta = (f"<title>{escape(catalogue.text('api-not-found'))}</title>", '<meta name="robots" content="noindex" />')
        headers = {"content-security-policy": self.content, "vary": "Accept, Accept-Language"}
        html = self._html(meta, "Missing", catalogue.language).encode()
        return Response(html, media_type=MediaType.HTML, status_code=404, headers=headers)

    def _html(self, meta: Iterable[str], page: str, language: str) -> str:
        """Return ``index.html`` with tags of the head, for a component of the page."""
        head = "\n    ".join((*meta, *self._preloads(page, language)))
        html = _HEAD.sub(lambda _: head, self.html, count=1)
        return html.replace(_LANGUAGE, f'<html lang="{"pt-BR" if language == "pt" else language}">', 1)

    def _preloads(self, page: str, language: str) -> Iterator[str]:
        """Yield preload links for a component of the page and for the catalogue of a language.

        The fonts are not preloaded: on a slow line they would delay the scripts by half a second. Text shows without.
        """
        sources = [self.sources.get(page, "")]
        sources += [source for source in self.manifest if source.endswith(f"/catalogue/{language}.ftl?raw")]
        for file in dict.fromkeys(file for source in sources for file in self._files(source)):
            if f'"/{file}"' not in self.html:
                kind = 'rel="preload" as="style"' if file.endswith(".css") else 'rel="modulepreload"'
                yield f'<link {kind} crossorigin href="/{escape(file)}" />'

    def _files(self, source: str) -> list[str]:
        """Return the scripts and styles of a module and of its imports."""
        visited: dict[str, list[str]] = {}
        stack = [source]
        while stack:
            current = stack.pop()
            module = self.manifest.get(current)
            if module and current not in visited:
                visited[current] = [module["file"], *module.get("css", [])]
                stack += module.get("imports", [])
        return [file for files in visited.values() for file in files]


def _meta(path: str, address: str, preview: Preview) -> Iterator[str]:
    """Yield the title and the tags that describe a page to search engines and to the previews of its link."""
    title, description = preview.title, preview.description
    yield f"<title>{escape(title)}</title>"
    yield f'<meta name="description" content="{escape(description)}" />'
    if path not in INDEXED:
        yield '<meta name="robots" content="noindex" />'
    picture = [("image", f"{address}{preview.picture}")]
    if preview.is_wide:
        picture += [("image:width", str(WIDTH)), ("image:height", str(HEIGHT)), ("image:alt", title)]
    for name, value in (
        ("type", "website"),
        ("site_name", "Edokko"),
        ("title", title),
        ("description", description),
        *picture,
    ):
        yield f'<meta property="og:{name}" content="{escape(value)}" />'
    # A site that reads these tags takes title and description from those above.
    yield f'<meta name="twitter:card" content="{"summary_large_image" if preview.is_wide else "summary"}" />'


@get("/", media_type=MediaType.HTML, include_in_schema=False, opt={"skip_session": True})
async def no_page(request: Req) -> Response[str]:
    catalogue = catalogue_of(request)
    title, text = catalogue.text("page-missing-title"), catalogue.text("page-missing")
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in text.splitlines())
    body = (
        f'<!doctype html><html lang="{catalogue.language}"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<h1>{escape(title)}</h1>{paragraphs}</html>"
    )
    return Response(body, status_code=200)
