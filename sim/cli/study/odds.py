"""`fracas odds`: exact chances, as fractions for programs and percentages for people.

What can be asked is what the rule systems offer: the fields of a question become the
options of a command. With --json every chance is a fraction in lowest terms.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from inspect import getdoc
from typing import Any

import click
import msgspec

from sim.cli.options.mistaken_names import not_a_scenario
from sim.cli.study.question import fields_as_options, options_of, question_from
from sim.cli.terminal.addresses import refuse_address
from sim.cli.terminal.grid import percent, put_table
from sim.cli.terminal.layout import Laid
from sim.cli.terminal.output import put, put_document
from sim.errors import OddsError
from sim.library.registry import rule_system, system_names
from sim.reading.hints import among
from sim.seam.chances import Answer, Chances, Odds

MORE = "more"
"""The row that sums the outcomes too rare to be listed."""
_LONG = 30
"""Longer fractions are printed by --json only."""


class Questions(click.Group):
    """A command for each rule system that answers questions about chances.

    Where a system answers several, the question's name follows; the first question is
    the default.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the questions, each behind its system's."""
        del ctx
        names: list[str] = []
        for name in system_names():
            first, *others = [*rule_system(name).odds] or [""]
            names += [name] if first else []
            names += [f"{name} {other}" for other in others]
        return names

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command that asks the question *cmd_name*."""
        del ctx
        system, _, question = cmd_name.partition(" ")
        if system not in system_names():
            return None
        odds = rule_system(system).odds
        asked = odds.get(question) if question else next(iter(odds.values()), None)
        return None if asked is None else _command(system, cmd_name, asked)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the question that *args* ask."""
        refuse_address(args, ctx)
        name, rest = args[0], args[1:]
        if name not in system_names():
            not_a_scenario(name, "odds {} --help")
            known = among(system_names(), name)
            ctx.fail(f"no rule system is called {name!r}, expected {known}")
        odds = rule_system(name).odds
        if not odds:
            ctx.fail(f"{name} answers no questions about chances")
        if rest and not rest[0].startswith("-") and rest[0] not in odds:
            _, *others = odds
            expected = "expected options"
            if others:
                expected += f", or {among(others, rest[0])}"
            ctx.fail(f"{name} answers no question called {rest[0]!r}, {expected}")
        if rest and rest[0] in odds:
            name, rest = f"{name} {rest[0]}", rest[1:]
        return name, self.get_command(ctx, name), rest

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example of the first question."""
        name, *_ = self.list_commands(ctx)
        question = next(iter(rule_system(name).odds.values()))
        self.epilog = (
            f"Example: fracas odds {name} {question.example}. `fracas odds SYSTEM"
            " --help` says what can be asked."
        )
        super().format_epilog(ctx, formatter)


@click.group(cls=Questions)
def odds() -> None:
    """Give the exact odds of one roll, or of two rolled against each other."""


def _command(system: str, name: str, asked: Odds) -> click.Command:
    about = getdoc(asked.query) or ""
    return Laid(
        name,
        params=[
            *options_of(asked.query),
            click.Option(["--json", "as_json"], is_flag=True, help="Print fractions."),
        ],
        callback=partial(_ask, system, asked),
        help=about,
        short_help=about.partition("\n")[0],
        epilog=f"Example: fracas odds {system} {asked.example}",
    )


def _ask(system: str, asked: Odds, *, as_json: bool, **given: Any) -> None:  # noqa: ANN401 - the fields of the question
    query = question_from(asked.query, given)
    try:
        answer = asked.answer(query)
    except OddsError as error:
        raise OddsError(fields_as_options(str(error), asked.query)) from error
    if as_json:
        _put_fractions(system, answer)
    else:
        _put_tables(answer)


def _put_fractions(system: str, answer: Answer) -> None:
    words: dict[str, object] = {"system": system}
    words["query"] = msgspec.to_builtins(dict(answer.query))
    for part, chances in answer.parts.items():
        words |= {part: _fractions(chances)} if part else _fractions(chances)
    put_document(words)


def _put_tables(answer: Answer) -> None:
    for note in answer.notes:
        put(note)
    long = trimmed = False
    for number, (part, all_) in enumerate(answer.parts.items()):
        if number:
            put()
        chances = _likely(all_, answer.rare.get(part, Fraction(0)))
        trimmed = trimmed or len(chances) < len(all_)
        short = all(len(str(chance)) <= _LONG for chance in chances.values())
        long = long or not short
        rows = [
            (
                label_in_words(answer, key),
                percent(float(chance), 2),
                *(str(chance),) * short,
            )
            for key, chance in chances.items()
        ]
        head = label_in_words(answer, part) or "outcome"
        put_table((head, "chance", *("exactly",) * short), rows)
    if long:
        put("The fractions are long: --json prints them.")
    if trimmed:
        put("Rarer outcomes are summed: --json lists them one by one.")


def _likely(chances: Chances, least: Fraction) -> Chances:
    """Return *chances* with the trailing ones below *least* summed into one."""
    keys = list(chances)
    kept = len(keys)
    while kept and chances[keys[kept - 1]] < least:
        kept -= 1
    # A single rare outcome keeps its own name.
    if len(keys) - kept <= 1:
        return chances
    rest = sum((chances[key] for key in keys[kept:]), Fraction(0))
    return {key: chances[key] for key in keys[:kept]} | {MORE: rest}


def label_in_words(answer: Answer, name: object) -> str:
    """Return the words for a part or an outcome."""
    return answer.words.get(name) or _name(name).replace("_", " ")


def _fractions(chances: Chances) -> Mapping[str, str]:
    return {
        _name(key): f"{chance.numerator}/{chance.denominator}"
        for key, chance in chances.items()
    }


def _name(key: object) -> str:
    return str(key).strip("()").replace("'", "").replace(" ", "")
