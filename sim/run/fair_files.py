"""The two files of fair dice: the secrets of one party, and the common seed.

Both are small TOML files. The *kept* file has a party's own secret share and, once it
knows them, the commitments of the others, so that none of these can be replaced after
the share was shown. The *made* file has every share, and a run takes its seed from it.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from sim.dice.fair import Share, Terms, commitment_to, faults, in_order, seed_of
from sim.errors import FracasError, StoreError
from sim.files.outputs import check_new, new_file, replace_file
from sim.files.regular import read_bounded
from sim.reading.hints import nearest, quoted
from sim.reading.located import TOP
from sim.reading.mismatch import mismatch
from sim.reading.tables import parse
from sim.reading.visible import visible_toml

T = TypeVar("T", bound=Struct)

_BYTES_MAX = 1 << 16
_SECRET = 0o600
_PHRASE = re.compile(r"(.+):([0-9a-fA-F]{64})", re.DOTALL)
_NAME_MAX = 60


class Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """The file that a party keeps: terms, name, secret share, others' commitments.

    *digest* is the scenario's. *play* is the command line that plays on these terms,
    without the seed. Once the share is *revealed*, nobody else can join.
    """

    keep_secret: bool
    play: tuple[str, ...]
    digest: str
    agents: tuple[str, ...]
    party: str
    share: str
    revealed: bool = False
    others: dict[str, str] = {}

    @property
    def terms(self) -> Terms:
        """The terms on which every party agrees."""
        return Terms(self.digest, self.agents)

    @property
    def own(self) -> Share:
        """The party's own share, with its commitment."""
        commitment = commitment_to(self.terms, self.party, self.share)
        return Share(self.party, commitment, self.share)


class Contribution(Struct, frozen=True, forbid_unknown_fields=True):
    """One party's contribution to the seed."""

    party: str
    commitment: str
    share: str


class Made(Struct, frozen=True, forbid_unknown_fields=True):
    """The file that all parties made together: the terms, the seed, all shares.

    *digest* is the scenario's.
    """

    digest: str
    agents: tuple[str, ...]
    seed: str
    party: tuple[Contribution, ...]

    @property
    def terms(self) -> Terms:
        """The terms on which every party agreed."""
        return Terms(self.digest, self.agents)

    @property
    def shares(self) -> tuple[Share, ...]:
        """The shares, in their order."""
        return tuple(
            Share(part.party, part.commitment, part.share) for part in self.party
        )


def check_party(name: str) -> None:
    """Raise StoreError for a name that a phrase such as NAME:HEX cannot hold."""
    plain = name.strip() == name and name.isprintable() and ":" not in name
    if not (name and plain and len(name) <= _NAME_MAX):
        message = (
            f"a party is called {quoted(name)}, expected up to {_NAME_MAX} characters"
            " without a colon"
        )
        raise StoreError(message)


def phrase_of(party: str, digits: str) -> str:
    """Return a commitment or a share as it is sent to others."""
    return f"{party}:{digits}"


def from_phrase(phrase: str, what: str) -> tuple[str, str]:
    """Return the party and the digits of a *phrase* that somebody sent.

    The StoreError that it raises says *what* was expected: a commitment or a share.
    """
    match = _PHRASE.fullmatch(phrase.strip())
    if match is None:
        message = (
            f"{quoted(phrase)} is no {what}, expected a name, a colon and 64"
            " hexadecimal digits, as the other party sent it"
        )
        raise StoreError(message)
    check_party(match[1])
    return match[1], match[2].lower()


def keep_new(path: Path, kept: Kept) -> None:
    """Write *kept* to a new file that nobody else may read."""
    check_new(path)
    try:
        path.touch(_SECRET, exist_ok=False)
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror or error}"
        raise StoreError(message) from error
    rewrite_kept(path, kept)


def rewrite_kept(path: Path, kept: Kept) -> None:
    """Write *kept* to its file again."""
    head = "# Your secret share. Nobody else may see this file before the end.\n"
    fields = msgspec.to_builtins(kept)
    others = fields.pop("others")
    lines = [f"{name} = {_toml(item)}" for name, item in fields.items()]
    lines += ["", "[others]"] if others else []
    lines += [f"{_toml(name)} = {_toml(item)}" for name, item in others.items()]
    replace_file(path, _text(head, lines))


def write_made(path: Path, made: Made) -> None:
    """Write *made* to a new file."""
    head = "# A seed made by several parties; each compares its own commitment.\n"
    lines = [
        f"digest = {_toml(made.digest)}",
        f"agents = {_toml(made.agents)}",
        f"seed = {_toml(made.seed)}",
    ]
    for contribution in made.party:
        lines += ["", "[[party]]"]
        fields: Mapping[str, Any] = msgspec.to_builtins(contribution)
        lines += [f"{name} = {_toml(item)}" for name, item in fields.items()]
    with new_file(path) as target:
        target.write(_text(head, lines))


def _text(head: str, lines: Sequence[str]) -> bytes:
    return visible_toml(head + "\n".join(lines) + "\n").encode()


def _toml(item: object) -> str:
    """Return *item* as TOML, which looks like JSON for text, booleans and lists."""
    return msgspec.json.encode(item).decode()


def read_kept(path: Path) -> Kept:
    """Return the kept file at *path*; raises StoreError for any other file."""
    kept = _read(path, Kept, "keep_secret", "what fracas commit --keep wrote")
    check_party(kept.party)
    return kept


def read_made(path: Path) -> Made:
    """Return the made file at *path*; raises StoreError if its parts do not fit."""
    made = _read(path, Made, "seed", "what fracas reveal --write wrote")
    for recorded, expected in faults(made.terms, made.seed, made.shares):
        message = f"{path}: {recorded}, expected {expected}"
        raise StoreError(message)
    return made


def _read(path: Path, kind: type[T], sign: str, what: str) -> T:
    """Return the file at *path* as a *kind*.

    A file without the key *sign* is another kind of file. *what* names the command that
    writes the right kind. Raises StoreError for such a file, or one that is malformed.
    """
    try:
        raw = read_bounded(path, _BYTES_MAX)
        table = parse(raw, str(path))
    except FracasError as error:
        raise StoreError(str(error)) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = f"{path} cannot be read ({reason}), expected {what}"
        raise StoreError(message) from error
    if sign not in table:
        message = f"{path} is another file, expected {what}"
        raise StoreError(message)
    fault = mismatch(table, kind)
    if fault is not None:
        message = f"{path}: {fault.named(TOP)}"
        raise StoreError(message)
    return msgspec.convert(table, kind)


def with_others(path: Path, kept: Kept, given: Mapping[str, str]) -> Kept:
    """Return *kept* with the *given* commitments of others, and write it to its file.

    Raises StoreError for another commitment of somebody whose commitment is known.
    """
    for party, commitment in given.items():
        if party == kept.party:
            message = f"{party} is you, expected the commitment of another party"
            raise StoreError(message)
        if kept.revealed and party not in kept.others:
            message = (
                f"{party} committed after your share was shown, and may know it:"
                " begin anew, with new shares of everybody"
            )
            raise StoreError(message)
        known = kept.others.get(party, commitment)
        if known != commitment:
            message = (
                f"{party} committed to {known}, and now to {commitment}: {path} knows"
                " the first, and your share may have been shown since"
            )
            raise StoreError(message)
        if commitment == kept.own.commitment:
            message = f"the commitment of {party} is your own, expected another"
            raise StoreError(message)
    new = msgspec.structs.replace(kept, others={**kept.others, **given})
    if new != kept:
        rewrite_kept(path, new)
    return new


def mark_revealed(path: Path, kept: Kept) -> Kept:
    """Return *kept* marked as revealed, and write it to its file."""
    new = msgspec.structs.replace(kept, revealed=True)
    if new != kept:
        rewrite_kept(path, new)
    return new


def make_seed(kept: Kept, shown: Mapping[str, str]) -> Made:
    """Return the common seed, from the shares that the others have *shown*.

    Raises StoreError for a share that is missing, or not the one committed to.
    """
    for party in shown:
        if party not in kept.others:
            message = f"{quoted(party)} has committed to nothing"
            raise StoreError(message + nearest(party, kept.others))
    shares = [kept.own]
    for party, commitment in kept.others.items():
        if party not in shown:
            message = f"the share of {party} is missing, expected --share {party}:HEX"
            raise StoreError(message)
        shown_commitment = commitment_to(kept.terms, party, shown[party])
        if shown_commitment != commitment:
            message = (
                f"the share of {party} is not the one committed to: either it is"
                f" another share, or {party} committed for another scenario, with"
                " other rulings or agents"
            )
            raise StoreError(message)
        shares.append(Share(party, commitment, shown[party]))
    parts = [Contribution(*_fields(share)) for share in in_order(shares)]
    return Made(kept.digest, kept.agents, seed_of(kept.terms, shares), tuple(parts))


def _fields(share: Share) -> tuple[str, str, str]:
    return share.party, share.commitment, share.share


def check_terms(path: Path, made: Made, terms: Terms) -> None:
    """Raise StoreError if the seed was *made* for other terms than these."""
    if made.digest != terms.scenario:
        message = (
            f"{path} was made for the scenario with the digest {made.digest[:16]}...,"
            f" and this one has {terms.scenario[:16]}...: another scenario, another"
            " version of it, or other rulings or settings"
        )
        raise StoreError(message)
    if made.agents != terms.agents:
        message = (
            f"{path} was made for the agents {', '.join(made.agents)}, found"
            f" {', '.join(terms.agents)}"
        )
        raise StoreError(message)
