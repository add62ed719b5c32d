"""The `fracas` command: the table of its commands, and how errors are printed.

Commands are imported when they are used, so that `fracas --help` answers at once; the
table below is all it needs.
"""

import errno
import os
import sys
import warnings
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import click

from sim.cli.terminal.addresses import refuse_address
from sim.cli.terminal.layout import with_layout
from sim.cli.terminal.output import STOPPED, note, note_error
from sim.errors import FracasError, StreamError
from sim.reading.hints import brief, nearest, shortened

GROUPS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "Play": {
        "run": (
            "sim.cli.play.run:run",
            "Play a scenario many times and report results.",
        ),
        "play": (
            "sim.cli.play.play:play",
            "Sit at a seat yourself, and choose by number.",
        ),
        "tournament": (
            "sim.cli.compete.tournament:tournament",
            "Let agents meet in mirrored pairs and rank them.",
        ),
        "league": (
            "sim.cli.compete.league:league",
            "Keep a tournament that grows, and show its standings.",
        ),
    },
    "Look": {
        "show": (
            "sim.cli.look.show:show",
            "Sum up a store, a run or a conflict.",
        ),
        "replay": (
            "sim.cli.look.replay:replay",
            "Tell a recorded conflict as a story.",
        ),
        "explain": ("sim.cli.look.replay:explain", "Explain why an event happened."),
        "serve": ("sim.cli.look.serve:serve", "Show a store in a browser."),
        "export": ("sim.cli.look.export:export", "Write a store as JSON lines."),
        "import": ("sim.cli.look.export:import_", "Read JSON lines into a store."),
        "pack": (
            "sim.cli.look.pack:pack",
            "Copy a store in a tenth to a thirtieth of the space.",
        ),
    },
    "Judge": {
        "audit": (
            "sim.cli.judge.audit:audit",
            "Check a store or a transcript against the rules.",
        ),
        "analyse": (
            "sim.cli.judge.analyse:analyse_",
            "Show who was lucky, who played better, where it was decided.",
        ),
        "whatif": (
            "sim.cli.judge.whatif:whatif",
            "Take another branch of a recorded conflict.",
        ),
        "judge": (
            "sim.cli.judge.judge:judge",
            "Type in a round of your table by answering questions.",
        ),
        "commit": (
            "sim.cli.judge.commit:commit",
            "Commit to a seed, or a share of one, before play.",
        ),
        "reveal": (
            "sim.cli.judge.reveal:reveal",
            "Make a seed that no party could choose.",
        ),
    },
    "Study": {
        "playtest": (
            "sim.cli.study.playtest:playtest_",
            "Find out whether a scenario is fair, and what to change.",
        ),
        "odds": (
            "sim.cli.study.odds:odds",
            "Give the exact odds of a roll, as fractions.",
        ),
        "solve": (
            "sim.cli.study.solve:solve",
            "Compute exactly what a conflict is worth.",
        ),
        "value": (
            "sim.cli.study.value:value",
            "Compute what a conflict is worth under best play of both sides.",
        ),
        "reply": ("sim.cli.study.reply:reply", "Find the best reply of one seat."),
        "sweep": (
            "sim.cli.study.sweep:sweep",
            "Compute what a conflict is worth for every value of a number.",
        ),
        "tune": (
            "sim.cli.study.tune:tune",
            "Find the number that makes a scenario fair.",
        ),
        "compare": (
            "sim.cli.study.compare:compare",
            "Show what another number, ruling or agent changes.",
        ),
        "fit": (
            "sim.cli.study.fit:fit_",
            "Tune the default agent to a scenario by self-play.",
        ),
        "exploit": (
            "sim.cli.study.exploit:exploit_",
            "Search for a strategy that beats an agent.",
        ),
    },
    "Write": {
        "scenarios": (
            "sim.cli.look.shipped:scenarios",
            "List what ships with Fracas, or print a file of it.",
        ),
        "agents": (
            "sim.cli.look.shipped:agents",
            "List the agents and their settings.",
        ),
        "rules": (
            "sim.cli.write.rules:rules",
            "Explain a rule, an option or a word.",
        ),
        "new": ("sim.cli.write.new:new", "Write a small scenario to start from."),
        "check": (
            "sim.cli.write.check:check",
            "Say whether a scenario or an agent can be used.",
        ),
        "transcript": (
            "sim.cli.judge.transcript:transcript",
            "Write a file to type a round into.",
        ),
        "schema": (
            "sim.cli.write.schema:schema",
            "Print the JSON Schema of files, and of what --json prints.",
        ),
    },
}
"""Heading -> name -> (where the command is, its help in one line)."""
COMMANDS = {name: entry for group in GROUPS.values() for name, entry in group.items()}
OLDER = {
    "list": "sim.cli.look.list:list_",
    "glossary": "sim.cli.write.glossary:glossary",
    "check-scenario": "sim.cli.write.check:check_scenario",
    "check-agent": "sim.cli.write.check:check_agent",
}
"""Names from before commands were grouped -> where they are; they work, unlisted."""

_PIPE_CLOSED = 141


class Commands(click.Group):
    """The commands of the table, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return the command, or None."""
        del ctx
        if cmd_name not in COMMANDS and cmd_name not in OLDER:
            return None
        where = OLDER.get(cmd_name) or COMMANDS[cmd_name][0]
        module, _, attribute = where.partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return with_layout(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of *args*; name the nearest when there is none."""
        names = [*COMMANDS, *OLDER]
        refuse_address(args[:1], ctx)
        if args and args[0] not in names and not args[0].startswith("-"):
            hint = nearest(args[0], names)
            ctx.fail(f"there is no command {shortened(args[0])!r}{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """List the commands under their headings, without importing them."""
        del ctx
        widest = max(map(len, COMMANDS))
        for heading, group in GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl(
                    [(f"{name:<{widest}}", words) for name, (_, words) in group.items()]
                )

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's own signature
        """Run the command; stop quietly when nobody reads its output any more."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(_PIPE_CLOSED)
        return result


def _version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - click's own signature
    if wanted:
        metadata = import_module("importlib.metadata")  # slow, and seldom wanted
        try:
            click.echo(f"fracas {metadata.version('fracas')}")
        except metadata.PackageNotFoundError:
            click.echo("fracas, not installed")
        ctx.exit()


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 88},
    epilog="Try: fracas run alley --games 200",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Print the version and exit.",
)
def cli() -> None:
    """Play, replay and audit tabletop conflicts by the thousand."""


def _is_text(argument: str) -> bool:
    """Whether *argument* was given in bytes that make text."""
    try:
        argument.encode()
    except UnicodeEncodeError:
        return False
    return True


def _system_error(error: OSError) -> str:
    """Return the reason of the operating system, with the file if one is named."""
    reason = error.strerror or str(error)
    if error.filename is not None:
        return f"{error.filename}: {reason}"
    if error.errno == errno.ENOSPC:
        return f"the output could not be written: {reason}"
    return reason


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line *args*; return the exit status.

    0 is success, 1 a finding or a failed check, 2 bad input said in one sentence.
    """
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    given = sys.argv[1:] if args is None else args
    if any(not _is_text(argument) for argument in given):
        note("error: an argument is not text in UTF-8")
        return 2
    with warnings.catch_warnings():
        # Python itself would also print the place in our source and its line.
        warnings.simplefilter("always", UserWarning)
        warnings.showwarning = _warn
        return _main(args, given)


def _warn(message: Warning | str, *_: object, **__: object) -> None:
    note(f"warning: {brief(str(message))}")


def _main(args: Sequence[str] | None, given: Sequence[str]) -> int:
    try:
        status = cli.main(args, prog_name="fracas", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except click.UsageError as error:
        usage_message = import_module(
            "sim.cli.misuse"
        ).usage_message  # slow to import, and needed for a mistake only
        is_command = given and given[0] in {*COMMANDS, *OLDER}
        command = given[0] if is_command else ""
        note_error(usage_message(error, f"fracas {command}".strip()))
        return error.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        note("stopped")
        return STOPPED
    except StreamError as error:
        for problem in error.problems:
            note_error(problem)
        return 2
    except FracasError as error:
        note_error(str(error))
        return 2
    except OSError as error:
        note_error(_system_error(error))
        return 2
    return status if isinstance(status, int) else 0
