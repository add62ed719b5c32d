"""`fracas commit`: bind yourself to a seed, or to your share of one, before play.

A commitment to a seed that somebody made up is worthless: it can be guessed.
"""

from collections.abc import Sequence
from pathlib import Path

import click

from sim.campaign.plan import cast
from sim.casting.specs import files_of, split
from sim.cli import complete
from sim.cli.options.changes import Changes, changes_options
from sim.cli.options.printed import json_option
from sim.cli.options.scenario import agents_option
from sim.cli.terminal.output import put, put_command, put_document
from sim.dice.fair import fresh_share
from sim.dice.seed import commitment, fresh_seed, lengthened
from sim.run.fair_files import Kept, check_party, keep_new, phrase_of

_BYTES = 32


@click.command(
    "commit",
    epilog=(
        "Examples: fracas commit;  fracas commit table-7;  fracas commit"
        " table-7~0123456789abcdef0123456789abcdef --check 3fa9...;  fracas commit"
        " --for stuck_door --as Ann --keep ann.toml"
    ),
)
@click.argument("seed", required=False)
@click.option(
    "--check", metavar="HEX", help="Check that this is the commitment to SEED."
)
@click.option(
    "--for",
    "scenario",
    metavar="SCENARIO",
    shell_complete=complete.playables,
    help="Draw a share of a seed that several parties make, for SCENARIO.",
)
@click.option("--as", "party", metavar="NAME", help="Who you are among them.")
@click.option(
    "--keep",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write your secret share to this new file.",
)
@agents_option
@changes_options
@json_option
def commit(  # noqa: PLR0913 - the options of a command
    *,
    seed: str | None,
    check: str | None,
    scenario: str | None,
    party: str | None,
    keep: Path | None,
    agents: str,
    changes: Changes,
    as_json: bool,
) -> None:
    """Draw a seed, or lengthen SEED, and print what to publish before play.

    Publish the commitment, play with the seed, and reveal the seed afterwards: then
    nobody can have chosen the dice, and nobody could predict them. SEED is extended by
    32 random hexadecimal digits unless it already ends in 32. With --check it is used
    unchanged, and the exit status is 1 if the commitment is to another seed.

    With --for, several parties make the seed: each draws a share, sends its commitment
    to the others, and shows the share once it has theirs (reveal). The commitment
    covers SCENARIO, its rulings and the agents, so nobody can fit these to the dice.
    """
    if scenario is not None:
        if seed is not None or check is not None:
            message = "--for draws a share by itself: leave out SEED and --check"
            raise click.UsageError(message)
        _commit_share(scenario, party, keep, agents, changes, as_json=as_json)
        return
    _check_no_share(party, keep, agents, changes)
    if check is not None:
        _put_check(seed, _bytes(check), as_json=as_json)
        return
    seed = fresh_seed() if seed is None else lengthened(seed)
    if as_json:
        put_document({"seed": seed, "commitment": commitment(seed)})
        return
    put(f"seed        {seed}")
    put(f"commitment  {commitment(seed)}")
    put("Publish the commitment, keep the seed until the last game is over, and play:")
    put_command(f"fracas run SCENARIO --seed {seed}", "  ")


def _check_no_share(
    party: str | None, keep: Path | None, agents: str, changes: Changes
) -> None:
    """Raise UsageError for what only a share has."""
    given = {
        "--as": party,
        "--keep": keep,
        "--agents": agents,
        "--ruling or --set": changes.words(),
    }
    name = next((name for name, item in given.items() if item), None)
    if name is not None:
        message = f"{name} is for a share of a seed: expected --for SCENARIO with it"
        raise click.UsageError(message)


def _commit_share(
    scenario: str,
    party: str | None,
    keep: Path | None,
    agents: str,
    changes: Changes,
    *,
    as_json: bool,
) -> None:
    """Draw a share, keep it in a file, and print the commitment to it."""
    if party is None or keep is None:
        missing = "--as NAME" if party is None else "--keep FILE"
        message = f"--for draws a share, and lacks {missing}"
        raise click.UsageError(message)
    check_party(party)
    loaded = changes.load_any(scenario)
    specs = cast(loaded, split(agents))
    if any(files_of(specs)):
        message = (
            "a commitment covers agents by name, and a file can change once the dice"
            " are known: expected shipped agents"
        )
        raise click.UsageError(message)
    kept = Kept(
        keep_secret=True,
        play=tuple(_command(scenario, agents, changes)),
        digest=loaded.digest.hex(),
        agents=specs,
        party=party,
        share=fresh_share(),
    )
    keep_new(keep, kept)
    phrase = phrase_of(party, kept.own.commitment)
    if as_json:
        document = {"commitment": phrase, "digest": kept.digest, "agents": specs}
        put_document({**document, "kept": str(keep)})
        return
    put(f"commitment  {phrase}")
    put(f"Send that line to the others. Keep {keep} to yourself until you have theirs:")
    put_command(f"fracas reveal {keep} --theirs NAME:COMMITMENT", "  ")


def _command(scenario: str, agents: str, changes: Changes) -> Sequence[str]:
    given = ["--agents", agents] if agents else []
    return ["fracas", "run", scenario, *given, *changes.words()]


def _put_check(seed: str | None, digest: bytes, *, as_json: bool) -> None:
    if seed is None:
        message = "--check needs the revealed seed: fracas commit SEED --check HEX"
        raise click.UsageError(message)
    actual = commitment(seed)
    same = actual == digest.hex()
    if as_json:
        put_document({"seed": seed, "commitment": actual, "same": same})
    elif same:
        put("the commitment is to this seed")
    else:
        put(f"the commitment is to another seed: that of this one is {actual}")
    raise click.exceptions.Exit(0 if same else 1)


def _bytes(text: str) -> bytes:
    try:
        digest = bytes.fromhex(text)
    except ValueError:
        digest = b""
    if len(digest) != _BYTES:
        message = f"found {text!r}, expected {2 * _BYTES} hexadecimal digits"
        raise click.BadParameter(message, param_hint="--check")
    return digest
