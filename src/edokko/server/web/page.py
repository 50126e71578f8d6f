"""The built page, or a word about how to build it."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.static_files import create_static_files_router

from edokko.server.web.language import catalogue_of

INDEX = "index.html"


def page_routes(folder: Path) -> list[Any]:
    """The routes that show the page.

    Args:
        folder: where its build is, if anywhere.
    """
    if not (folder / INDEX).is_file():
        return [no_page]
    return [create_static_files_router("/", directories=[folder], html_mode=True, include_in_schema=False)]


@get("/", media_type=MediaType.HTML, include_in_schema=False, opt={"skip_session": True})
async def no_page(request: Request[Any, Any, Any]) -> Response[str]:
    catalogue = catalogue_of(request)
    title, text = catalogue.text("page-missing-title"), catalogue.text("page-missing")
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in text.splitlines())
    body = (
        f'<!doctype html><html lang="{catalogue.language}"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<h1>{escape(title)}</h1>{paragraphs}</html>"
    )
    return Response(body, status_code=200)
