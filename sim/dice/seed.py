"""Keys: every conflict and every agent has its own, derived from the run's seed."""

import re
import secrets
from hashlib import blake2b

_PERSON = b"fracas-conflict"
_AGENT = b"fracas-agent"


_RANDOM = "[0-9a-f]{32}"
"""The form of 128 random bits at the end of a seed."""
_ONCE_RANDOM = re.compile("[0-9a-f]{16}$")
"""The number of bits in seeds of earlier versions, also too many to be guessed."""


def fresh_seed() -> str:
    """Return a new seed nobody could have guessed (128 bits, as hexadecimal text)."""
    return secrets.token_hex(16)


def lengthened(seed: str) -> str:
    """Return *seed* made unguessable by appending ~ and 128 random bits.

    A seed that ends in 32 hexadecimal digits already has them.
    """
    if re.search(f"{_RANDOM}$", seed):
        return seed
    return f"{seed}~{fresh_seed()}"


def is_from(seed: str, given: str) -> bool:
    """Return whether *seed* is *given*, or *given* with a random tail."""
    return seed == given or bool(re.fullmatch(f"{re.escape(given)}~{_RANDOM}", seed))


def guessable(seed: str) -> bool:
    """Return whether *seed* could be guessed, as made-up seeds usually can."""
    return _ONCE_RANDOM.search(seed) is None


def conflict_key(seed: str, game: int, chapter: int = 0) -> bytes:
    """Return the key (32 bytes) of game number *game* of a run.

    BLAKE2b-256, personalised `fracas-conflict`, over: the length of the seed in UTF-8
    bytes (4 bytes, big-endian), the seed, and the game's index from 0 (8 bytes,
    big-endian); of a campaign's chapter also its number in the file, from 1 (4 bytes,
    big-endian), so that every branch has the same dice in it. Neither the scenario nor
    its options nor the agents enter it: the same seed means the same dice with other
    sheets, options and agents, so that comparisons have little noise.
    """
    text = seed.encode()
    data = len(text).to_bytes(4, "big") + text
    data += game.to_bytes(8, "big")
    if chapter:
        data += chapter.to_bytes(4, "big")
    return blake2b(data, digest_size=32, person=_PERSON).digest()


def agent_key(key: bytes, seat: int) -> bytes:
    """Return the key (32 bytes) of the agent at *seat*.

    It reveals nothing about the dice.

    BLAKE2b-256 keyed by the conflict's key, personalised `fracas-agent`, over the seat
    (4 bytes, big-endian).
    """
    return blake2b(
        seat.to_bytes(4, "big"), digest_size=32, key=key, person=_AGENT
    ).digest()


def commitment(seed: str) -> str:
    """Return the digest to publish before play, so that the seed cannot be changed."""
    return blake2b(seed.encode(), digest_size=32, person=b"fracas-commit").hexdigest()
