"""`fracas reveal`: show your share of a seed, and make the seed of everybody's."""

import shlex
from collections.abc import Sequence
from pathlib import Path

import click

from sim.cli.options.printed import json_option
from sim.cli.terminal.output import put, put_command, put_document
from sim.files.outputs import check_new
from sim.run.fair_files import (
    Kept,
    Made,
    from_phrase,
    make_seed,
    mark_revealed,
    phrase_of,
    read_kept,
    with_others,
    write_made,
)
from sim.spine.words import listed

_COMMITMENT, _SHARE = "commitment", "share"


@click.command(
    "reveal",
    epilog=(
        "Examples: fracas reveal ann.toml --theirs Bo:77ab...;  fracas reveal ann.toml"
        " --share Bo:33f0... --write fair.toml"
    ),
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--theirs",
    multiple=True,
    metavar="NAME:COMMITMENT",
    help="What another party committed to, as they sent it.",
)
@click.option(
    "--share",
    "shares",
    multiple=True,
    metavar="NAME:SHARE",
    help="What another party has revealed.",
)
@click.option(
    "--write",
    type=click.Path(path_type=Path),
    default=Path("fair.toml"),
    show_default=True,
    metavar="FILE",
    help="Where to write the seed and all shares.",
)
@json_option
def reveal(
    *,
    file: Path,
    theirs: Sequence[str],
    shares: Sequence[str],
    write: Path,
    as_json: bool,
) -> None:
    """Show your share of a seed; with everybody's shares, make the seed.

    FILE is what commit --for kept for you. First give the commitments of the others
    with --theirs: only then your share is printed, to send to them, and their
    commitments are kept in FILE. Once they have sent theirs, give these with --share:
    each is compared with its commitment, and the seed and all shares are written to a
    file for run --fair.

    A party that has seen your share and then refuses to show theirs knows the dice, and
    you do not: agree beforehand that this loses, and do not start again with that
    party.
    """
    kept = read_kept(file)
    commitments = _phrases(theirs, _COMMITMENT)
    shown = _phrases(shares, _SHARE)
    kept = with_others(file, kept, commitments)
    if not kept.others:
        message = (
            "nothing is revealed before the others have committed: expected their"
            " commitments, --theirs NAME:COMMITMENT"
        )
        raise click.UsageError(message)
    if shown:
        check_new(write)
        made = make_seed(kept, shown)
        write_made(write, made)
        mark_revealed(file, kept)
        _put_made(kept, made, write, as_json=as_json)
    else:
        # Before it is printed, so that no crash lets another party join afterwards.
        mark_revealed(file, kept)
        _put_share(file, kept, as_json=as_json)


def _phrases(given: Sequence[str], what: str) -> dict[str, str]:
    """Return the digits that each party sent; UsageError if one sent two."""
    phrases: dict[str, str] = {}
    for phrase in given:
        party, digits = from_phrase(phrase, what)
        if phrases.setdefault(party, digits) != digits:
            message = f"{party} has two {what}s, expected one"
            raise click.UsageError(message)
    return phrases


def _put_share(file: Path, kept: Kept, *, as_json: bool) -> None:
    phrase = phrase_of(kept.party, kept.share)
    if as_json:
        put_document({"share": phrase, "others": kept.others})
        return
    put(f"share  {phrase}")
    names = ", ".join(kept.others)
    put(f"Send that line to {names}. When theirs has come:")
    asked = " ".join(f"--share {shlex.quote(name)}:SHARE" for name in kept.others)
    put_command(f"fracas reveal {file} {asked}", "  ")


def _put_made(kept: Kept, made: Made, write: Path, *, as_json: bool) -> None:
    command = shlex.join([*kept.play, "--fair", str(write)])
    if as_json:
        parties = sorted(member.party for member in made.party)
        share = phrase_of(kept.party, kept.share)
        document = {"share": share, "seed": made.seed, "parties": parties}
        put_document({**document, "play": command})
        return
    put(f"share  {phrase_of(kept.party, kept.share)}")
    put(f"seed  {made.seed}")
    names = listed(sorted(member.party for member in made.party))
    put(f"Each share of {names} is the one committed to, for this scenario. Play:")
    put_command(command, "  ")
