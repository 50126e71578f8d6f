"""``edokko components``: list every number of the game and where it comes from, and check overlays."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from edokko.cli import options
from edokko.cli.group import Group, option
from edokko.cli.inputs import FILE, input_of
from edokko.cli.language import text
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


command = _Group("components", help="help-components", short_help="help-components-short")


@command.command("list", help="help-list", short_help="help-list-short")
@click.argument("part", required=False, metavar="[PART]")
@option("--only", type=click.Choice(PROVENANCES), help="help-list-only")
@options.edition
@options.components
@options.as_json
def _list(part: str | None, only: str | None, edition: str, overlay: str | None, as_json: bool) -> None:
    from edokko.components import values

    matches = [
        value
        for value in values(options.load_components(edition, overlay))
        if (part or "").lower() in value.key.lower() and only in (None, value.provenance)
    ]
    if as_json:
        plain = [{name: getattr(value, name) for name in ("key", "value", "provenance")} for value in matches]
        click.echo(json.dumps(plain, ensure_ascii=False))
    else:
        _show(matches)


def _show(matches: list[TracedValue]) -> None:
    """Print a value on each line, so that ``grep`` can filter them."""
    from edokko.words import clean

    width = max((len(value.key) for value in matches), default=0)
    for value in matches:
        number = json.dumps(value.value, ensure_ascii=False)
        provenance = text(f"provenance-{value.provenance.replace('_', '-')}")
        click.echo(f"{value.key:{width}}  {clean(number)}  [{provenance}]")
    click.echo(text("list-summary", count=len(matches)), err=True)


@command.command("check", help="help-components-check", short_help="help-components-check-short")
@click.argument("file", metavar="FILE", type=FILE)
@click.pass_context
def _check(ctx: click.Context, file: str) -> None:
    from edokko.components import EDITIONS, ComponentsError, load, parse_overlay, values
    from edokko.components.problems import LARGEST_FILE

    source = input_of(file)
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
    click.echo(text("components-good", file=source.name, sections=len(overlay)))
    for edition, overridden, substitutes in counts:
        click.echo(text("components-counts", edition=edition, given=overridden, left=substitutes))
