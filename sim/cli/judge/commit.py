"""`fracas commit`: commit to a seed before play, and reveal it afterwards.

A commitment to a seed that somebody made up is worthless: it can be guessed.
"""

import click

from sim.cli.terminal.output import put, put_json
from sim.dice.seed import commitment, fresh_seed, lengthened

_BYTES = 32


@click.command(
    "commit",
    epilog=(
        "Examples: fracas commit;  fracas commit table-7;  fracas commit"
        " table-7~0123456789abcdef0123456789abcdef --check 3fa9..."
    ),
)
@click.argument("seed", required=False)
@click.option(
    "--check", metavar="HEX", help="Check that this is the commitment to SEED."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")
def commit(seed: str | None, check: str | None, *, as_json: bool) -> None:
    """Draw a seed, or lengthen SEED, and print what to publish before play.

    Publish the commitment, play with the seed, and reveal the seed afterwards: then
    nobody can have chosen the dice, and nobody could predict them. SEED is extended by
    32 random hexadecimal digits unless it already ends in 32. With --check it is used
    unchanged, and the exit status is 1 if the commitment is to another seed.
    """
    if check is not None:
        _put_check(seed, _bytes(check), as_json=as_json)
        return
    seed = fresh_seed() if seed is None else lengthened(seed)
    if as_json:
        put_json({"seed": seed, "commitment": commitment(seed)})
        return
    put(f"seed        {seed}")
    put(f"commitment  {commitment(seed)}")
    put("Publish the commitment, keep the seed until the last game is over, and play:")
    put(f"  fracas run SCENARIO --seed {seed}")


def _put_check(seed: str | None, digest: bytes, *, as_json: bool) -> None:
    if seed is None:
        message = "--check needs the revealed seed: fracas commit SEED --check HEX"
        raise click.UsageError(message)
    found = commitment(seed)
    same = found == digest.hex()
    if as_json:
        put_json({"seed": seed, "commitment": found, "same": same})
    elif same:
        put("the commitment is to this seed")
    else:
        put(f"the commitment is to another seed: that of this one is {found}")
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
