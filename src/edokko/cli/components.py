"""``edokko components``: list every number of the game and where it comes from, and check overlays."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from edokko.catalogue import Catalogue
from edokko.cli import options
from edokko.cli.group import Group
from edokko.cli.inputs import FileName, input_of
from edokko.cli.problems import FAILED, Problem

if TYPE_CHECKING:
    from edokko.components import TracedValue

PROVENANCES = ("printed", "inferred", "substitute", "divergent", "not_applicable", "overlay")


class _Group(Group):
    """A group whose default command is ``list``: an argument that is not a command name is its search word."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            args = ["list", *args]
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not set(args) & {*self.commands, *ctx.help_option_names}:
            args = ["list", *args]
        return super().parse_args(ctx, args)


def command(catalogue: Catalogue) -> click.Group:
    """Return the command group in the catalogue's language."""
    group = _Group(
        catalogue,
        "components",
        help=catalogue.text("help-components"),
        short_help=catalogue.text("help-components-short"),
    )
    group.add_command(_list(catalogue))
    group.add_command(_check(catalogue))
    return group


def _list(catalogue: Catalogue) -> click.Command:
    @click.command("list", help=catalogue.text("help-list"), short_help=catalogue.text("help-list-short"))
    @click.argument("part", required=False, metavar="[PART]")
    @click.option("--only", type=click.Choice(PROVENANCES), help=catalogue.text("help-list-only"))
    @options.edition(catalogue)
    @options.components(catalogue)
    @options.as_json(catalogue)
    @options.language(catalogue)
    def list_(part: str | None, only: str | None, edition: str, overlay: str | None, as_json: bool) -> None:
        from edokko.components import values

        matches = [
            value
            for value in values(options.load_components(catalogue, edition, overlay))
            if (part or "").lower() in value.key.lower() and only in (None, value.provenance)
        ]
        if as_json:
            click.echo(json.dumps([_to_json(value) for value in matches], ensure_ascii=False))
        else:
            _show(catalogue, matches)

    return list_


def _to_json(value: TracedValue) -> dict[str, object]:
    return {"key": value.key, "value": value.value, "provenance": value.provenance}


def _show(catalogue: Catalogue, matches: list[TracedValue]) -> None:
    """Print a value on each line, so that ``grep`` can filter them."""
    from edokko.words import clean

    width = max((len(value.key) for value in matches), default=0)
    for value in matches:
        text = json.dumps(value.value, ensure_ascii=False)
        provenance = catalogue.text(f"provenance-{value.provenance.replace('_', '-')}")
        click.echo(f"{value.key:{width}}  {clean(text)}  [{provenance}]")
    click.echo(catalogue.text("list-summary", count=len(matches)), err=True)


def _check(catalogue: Catalogue) -> click.Command:
    @click.command(
        "check", help=catalogue.text("help-components-check"), short_help=catalogue.text("help-components-check-short")
    )
    @click.argument("file", metavar="FILE", type=FileName(catalogue))
    @options.language(catalogue)
    @click.pass_context
    def check(ctx: click.Context, file: str) -> None:
        from edokko.components import EDITIONS, ComponentsError, load, parse_overlay, values
        from edokko.components.reading import LARGEST_FILE

        source = input_of(catalogue, file)
        content = source.read(LARGEST_FILE + 1)
        counts = []
        try:
            overlay = parse_overlay(content, source.name)
            for edition in EDITIONS:
                provenances = [value.provenance for value in values(load(edition, overlay))]
                counts.append((edition, provenances.count("overlay"), provenances.count("substitute")))
        except ComponentsError as error:
            Problem(str(error)).show()
            ctx.exit(FAILED)
        click.echo(catalogue.text("components-good", file=source.name, sections=len(overlay)))
        for edition, overridden, substitutes in counts:
            click.echo(catalogue.text("components-counts", edition=edition, given=overridden, left=substitutes))

    return check
