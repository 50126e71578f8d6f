"""The documentation site: Sphinx with MyST and Furo. ``python docs/make.py`` builds it, CONTRIBUTING.md says how.

The source folder is the repository, so a link from a page to any file of the repository means the same here, on disk
and in a viewer of Markdown. The pages stay plain Markdown: the navigation is read off the links of the index pages.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, get_origin, get_type_hints

from docutils import nodes
from sphinx.util.typing import stringify_annotation

import edokko
from edokko.position import values

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "edokko"
author = "The edokko authors"
project_copyright = author
release = version = edokko.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
root_doc = "docs/index"
include_patterns = ["docs/**", "examples/*.md", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "**/README.md"]
# Sphinx walks the whole repository; these folders are large or hold other projects' pages.
exclude_patterns = [
    ".*",
    "**/.*",
    "build",
    "dist",
    "site",
    "web",
    "research",
    "**/node_modules",
    "**/__pycache__",
    "src/edokko/page",
]

myst_heading_anchors = 4
myst_enable_extensions = ["html_image"]
suppress_warnings = [
    "misc.highlighting_failure",  # examples of JSON leave out what does not matter with an ellipsis
]

default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True}
autodoc_preserve_defaults = True
# The reference shows the types of a position without their annotations, which are for the reader of its JSON.
_ALIASES = {name: kind for name, kind in vars(values).items() if get_origin(kind) is Annotated}
_TYPES = get_type_hints(type("Types", (), {"__annotations__": _ALIASES, "__module__": values.__name__}))
autodoc_type_aliases = {name: stringify_annotation(kind, "smart") for name, kind in _TYPES.items()}
napoleon_numpy_docstring = False

html_theme = "furo"
html_title = f"edokko {release}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_extra_path = ["extra"]
html_copy_source = html_show_sourcelink = False
html_favicon = "../web/public/seal.svg"

INDEXES = {"docs/index", "docs/develop/decisions/index", "docs/reference/index"}
"""Pages whose links are the navigation."""
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_LINK = re.compile(r"\]\(([\w./-]+)\.md\)")
_RESEARCH = re.compile(r"\[([^\]]+)\]\((?:\.\./)*(research/[^)]+)\)")
_ANCHOR = re.compile(r'<a id="([\w-]+)">')


def add_navigation(app: Sphinx, docname: str, source: list[str]) -> None:
    """Append a hidden table of contents for each section of an index page: the pages that the section links."""
    if docname not in INDEXES:
        return
    before, *sections = _HEADING.split(source[0])
    for caption, text in zip(["", *sections[::2]], [before, *sections[1::2]], strict=True):
        pages = list(dict.fromkeys(_LINK.findall(text)))
        if pages:
            options = [":hidden:", *([f":caption: {caption}"] if caption else [])]
            source[0] += "\n".join(["", "```{toctree}", *options, "", *pages, "```", ""])


def name_research(app: Sphinx, docname: str, source: list[str]) -> None:
    """Replace the links to the pages of the research, which the site does not have, by the paths of the files."""
    source[0] = _RESEARCH.sub(r"\1 (`\2`)", source[0])


def complete_metadata(app: Sphinx, doctree: nodes.document) -> None:
    """Tell Sphinx which pages need no place in the navigation, and MyST which anchors raw HTML has.

    MyST knows the anchors of headings only, and the readings are rows of tables that begin with ``<a id="h1">``.
    """
    metadata = app.env.metadata[app.env.docname]
    if not app.env.docname.startswith("docs/"):
        metadata["orphan"] = True
    anchors = [anchor for raw in doctree.findall(nodes.raw) for anchor in _ANCHOR.findall(raw.astext())]
    slugs = metadata.setdefault("myst_slugs", {})
    slugs.update({anchor: (0, anchor, anchor.upper()) for anchor in anchors})


def setup(app: Sphinx) -> None:
    """Connect the functions above."""
    app.connect("source-read", add_navigation)
    app.connect("source-read", name_research)
    app.connect("doctree-read", complete_metadata)
