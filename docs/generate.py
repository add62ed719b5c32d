"""Pages of the reference read off the code: rules, scenario files, commands."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sim.cli.main import GROUPS
from sim.cli.write.ruling_options import options_of
from sim.library.registry import rule_system, system_names
from sim.library.scenario import schema
from sim.reading.described import with_descriptions

HERE = Path(__file__).parent / "reference"


def write_pages() -> None:
    """Write the pages of commands, and two for every rule system."""
    (HERE / "commands").mkdir(exist_ok=True)
    for place, heading in enumerate(GROUPS, start=1):
        page = HERE / "commands" / f"{place}-{heading.lower()}.md"
        page.write_text("\n".join(_commands(heading)) + "\n", "utf-8")
    for folder, lines in (("rules", _rules), ("scenarios", _fields)):
        (HERE / folder).mkdir(exist_ok=True)
        for name in system_names():
            page = HERE / folder / f"{name}.md"
            page.write_text("\n".join(lines(name)) + "\n", "utf-8")


def _commands(heading: str) -> Iterator[str]:
    yield f"# {heading}\n"
    for name, (where, _) in GROUPS[heading].items():
        yield "```{eval-rst}"
        yield f".. click:: {where}"
        yield f"   :prog: fracas {name}"
        yield "   :nested: full"
        yield "```\n"


def _rules(name: str) -> Iterator[str]:
    system = rule_system(name)
    yield f"# {system.title}: rules\n"
    yield f"Version {system.version} of `{name}`; `fracas rules ID` prints one.\n"
    yield from _table(("rule", "in our words"), system.rules.items())
    yield "\n## How a conflict may end\n"
    yield from _table(("ending", "which means"), system.endings.items())
    yield "\n## What may be read otherwise\n"
    yield "`[rulings]` of a scenario sets an option; `fracas rules OPTION` tells one.\n"
    yield from _table(("option", "what its values do"), _options(name))


def _options(name: str) -> Iterator[tuple[str, str]]:
    for option in options_of(name).values():
        yield f"`{option.option}`", option.means
        for one in option.values:
            yield f"= `{one.value}`{' (default)' if one.default else ''}", one.says


def _fields(name: str) -> Iterator[str]:
    system = rule_system(name)
    whole = with_descriptions(schema(system), system.scenario)
    yield f"# {system.title}: scenario files\n"
    yield f'A file says `system = "{name}"`.'
    yield f"`fracas schema {name}` has the same for editors.\n"
    for title, form in whole["$defs"].items():
        if form.get("properties"):
            yield f"\n## {title}\n"
            yield form.get("description", "") + "\n"
            yield from _table(("key", "meaning"), _meanings(form))


def _meanings(form: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    required = form.get("required", ())
    for key, kind in form["properties"].items():
        need = "" if key not in required else " (needed)"
        yield f"`{key}`{need}", kind.get("description", "")


def _table(head: tuple[str, str], rows: Any) -> Iterator[str]:  # noqa: ANN401 - pairs of texts
    yield f"| {head[0]} | {head[1]} |"
    yield "|---|---|"
    for left, right in rows:
        yield f"| {_cell(left)} | {_cell(right)} |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
