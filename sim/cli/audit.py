"""`fracas audit`: is what was recorded, or typed in, what the rules and dice give?"""

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from sim.audit.store import StoreAudit
from sim.audit.stream import DEPTHS, Finding
from sim.cli.speak import put, put_json
from sim.cli.stores import conflict_name, find_run
from sim.errors import UnknownNameError
from sim.reading.mismatch import among, quoted
from sim.store.store import Store, open_store
from sim.transcript.follow import audit_transcript, shipped

_ALL = "all"
_SEAL_BYTES = 32
_TYPED = ".toml"


@click.command(
    epilog=(
        "Examples: fracas audit duels.db;  fracas audit duels.db 3fa91c02-17 --depth"
        " rules,dice;  fracas audit round.toml"
    )
)
@click.argument("target", metavar="STORE|TRANSCRIPT.toml")
@click.argument("name", metavar="[RUN|CONFLICT]", default="")
@click.option(
    "--depth",
    default=_ALL,
    show_default=True,
    metavar="DEPTHS",
    help=f"Any of {', '.join(DEPTHS)}, with commas.",
)
@click.option("--seal", metavar="HEX", help="The seal as it was once published.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")
def audit(
    target: str, name: str, *, depth: str, seal: str | None, as_json: bool
) -> None:
    """Check a store, one run or conflict of it, or a round typed in from the table.

    A transcript that comes with Fracas goes by its name: tela_gael_printed.

    Only answers and dice are believed; everything else is derived again. The exit
    status is 0 when nothing was found, 1 on findings, 2 when nothing can be said.
    """
    if not Path(target).exists():
        target = shipped().get(target, target)
    if target.endswith(_TYPED):
        if name or seal or depth != _ALL:
            message = "a transcript is audited whole: leave out ID, --depth and --seal"
            raise click.UsageError(message)
        what = "the transcript"
        checked: Sequence[str] = ("rules",)
        findings = audit_transcript(target)
    else:
        checked = _depths(depth)
        published = _seal(seal)
        with open_store(target, create=False) as store:
            what, found = _findings(store, name, checked, published)
            findings = list(found)
    departed = [one for one in findings if one.weight != "note"]
    if as_json:
        put_json(
            {
                "target": target,
                "audited": what,
                "depths": checked,
                "clean": not departed,
                "findings": findings,
            }
        )
    else:
        _put(findings, departed, f"{what}; {', '.join(checked)}")
    if departed:
        raise click.exceptions.Exit(1)


def _depths(text: str) -> tuple[str, ...]:
    if text == _ALL:
        return DEPTHS
    depths = tuple(part.strip() for part in text.split(","))
    for depth in depths:
        if depth not in DEPTHS:
            message = (
                f"no depth is called {quoted(depth)}, expected"
                f" {among((*DEPTHS, _ALL), depth)}"
            )
            raise UnknownNameError(message)
    return depths


def _seal(text: str | None) -> bytes | None:
    if text is None:
        return None
    try:
        seal = bytes.fromhex(text)
    except ValueError:
        seal = b""
    if len(seal) != _SEAL_BYTES:
        message = (
            f"{text!r} is not a seal: expected {2 * _SEAL_BYTES} hexadecimal digits"
        )
        raise click.BadParameter(message, param_hint="--seal")
    return seal


def _findings(
    store: Store, name: str, depths: Sequence[str], seal: bytes | None
) -> tuple[str, Iterable[Finding]]:
    """Return what is audited, in words, and what is wrong with it."""
    auditor = StoreAudit(store, depths=depths)
    if name and not store.holds_run(name) and ("-" in name or name.isdecimal()):
        conflict = conflict_name(store, name)
        return f"conflict {conflict}", auditor.conflict(conflict, seal)
    if name or seal is not None:
        run = find_run(store, name)
        return f"run {run.run} of {run.games} conflicts", auditor.run(run.run, seal)
    runs = len(store.run_ids())
    return f"{runs} run{'s' * (runs != 1)} and all else", auditor.everything()


def _put(
    findings: Sequence[Finding], departed: Sequence[Finding], audited: str
) -> None:
    for one in findings:
        put(f"{one.weight}: {one.sentence}")
    if departed:
        places = len({one.conflict for one in departed})
        found = f"{len(departed)} finding{'s' * (len(departed) > 1)}"
        put(f"{found} in {places} stream{'s' * (places > 1)} ({audited})")
    else:
        put(f"clean: nothing departs from what it should be ({audited})")
