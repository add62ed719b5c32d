"""A seed that several parties make together, so that none of them could choose it.

Each party draws a secret share and publishes a commitment to it. Once every commitment
is known, the shares are shown, and the seed follows from all of them. A commitment
covers the scenario and the agents too, so nobody can fit these to the dice afterwards,
and the name of its party, so nobody can pass off another's commitment as their own.

The encoding, with a program of ten lines, is in docs/how-to/fair.md.
"""

import re
import secrets
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b

import msgspec
from msgspec import Struct

SEED = "fair~"
"""The beginning of every seed made in this way."""
_SHARE = re.compile("[0-9a-f]{64}")
_PARTIES_MIN = 2


class Share(Struct, frozen=True, array_like=True):
    """What one party contributed: its name, its commitment, and the secret share."""

    party: str
    commitment: str
    share: str


class Terms(Struct, frozen=True):
    """What all parties agree on: a scenario's digest in hexadecimal, and the agents."""

    scenario: str
    agents: tuple[str, ...]


def fresh_share() -> str:
    """Return a share nobody can guess (256 bits, as hexadecimal text)."""
    return secrets.token_hex(32)


def commitment_to(terms: Terms, party: str, share: str) -> str:
    """Return what *party* publishes before any share is shown.

    BLAKE2b-256, personalised `fracas-share`, over the JSON array of the scenario's
    digest, the agents' specs, the party's name and its share, without spaces.
    """
    data = msgspec.json.encode([terms.scenario, terms.agents, party, share])
    return blake2b(data, digest_size=32, person=b"fracas-share").hexdigest()


def seed_of(terms: Terms, shares: Iterable[Share]) -> str:
    """Return the seed that follows from *shares*, in the order of their commitments.

    `fair~` and BLAKE2b-128, personalised `fracas-fair`, over the JSON array of the
    scenario's digest, the agents' specs and one pair of party and share for each,
    without spaces.
    """
    pairs = [[share.party, share.share] for share in in_order(shares)]
    data = msgspec.json.encode([terms.scenario, terms.agents, pairs])
    return SEED + blake2b(data, digest_size=16, person=b"fracas-fair").hexdigest()


def in_order(shares: Iterable[Share]) -> tuple[Share, ...]:
    """Return *shares* in the order of their commitments, which nobody can choose."""
    return tuple(sorted(shares, key=lambda share: share.commitment))


def faults(
    terms: Terms, seed: str, shares: Sequence[Share]
) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with dice said to be fair: what was found, what is expected.

    Nothing is wrong if every share is the one committed to, for these *terms*, and the
    *seed* follows from all of them.
    """
    if len(shares) < _PARTIES_MIN:
        yield f"shares of {len(shares)} parties", f"at least {_PARTIES_MIN}"
    names = [share.party for share in shares]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield f"{names.count(name)} shares of {name}", "one of each party"
    for share in shares:
        if not _SHARE.fullmatch(share.share):
            yield f"the share {share.share!r} of {share.party}", "64 hexadecimal digits"
        due = commitment_to(terms, share.party, share.share)
        if share.commitment != due:
            yield f"the commitment {share.commitment} of {share.party}", due
    if tuple(shares) != in_order(shares):
        yield "the shares", "them in the order of their commitments"
    due = seed_of(terms, shares)
    if seed != due:
        yield f"the seed {seed!r}", f"{due!r}, which follows from the shares"
