"""Keys: every conflict and every agent has its own, derived from the run's seed."""

import re
import secrets
from hashlib import blake2b

_PERSON = b"fracas-conflict"
_AGENT = b"fracas-agent"


_RANDOM = "[0-9a-f]{32}"
"""How 128 random bits are written at the end of a seed."""
_ONCE_RANDOM = re.compile("[0-9a-f]{16}$")
"""How many bits earlier versions drew: also too many to be guessed."""


def fresh_seed() -> str:
    """Return a new seed nobody could have guessed (128 bits, as hexadecimal text)."""
    return secrets.token_hex(16)


def lengthened(seed: str) -> str:
    """Return *seed* made unguessable: with ~ and 128 random bits after it.

    A seed that ends in 32 hexadecimal digits has them already.
    """
    if re.search(f"{_RANDOM}$", seed):
        return seed
    return f"{seed}~{fresh_seed()}"


def is_from(seed: str, given: str) -> bool:
    """Return whether *seed* is *given*, or *given* with a random tail."""
    return seed == given or bool(re.fullmatch(f"{re.escape(given)}~{_RANDOM}", seed))


def guessable(seed: str) -> bool:
    """Return whether *seed* could be guessed, as seeds that people make up can be."""
    return _ONCE_RANDOM.search(seed) is None


def conflict_key(seed: str, game: int, chapter: int = 0) -> bytes:
    """Return the key (32 bytes) of game number *game* of a run.

    BLAKE2b-256, personalised `fracas-conflict`, over: the length of the seed in UTF-8
    bytes (4 bytes, big-endian), the seed, and the game's index from 0 (8 bytes,
    big-endian); of a campaign's chapter also its number in the file, from 1 (4 bytes,
    big-endian), so that every branch meets the same luck in it. Neither the scenario
    nor its rulings nor the agents enter it: the same seed is the same luck under
    another sheet, another reading, another agent, which is what makes comparisons
    sharp.
    """
    text = seed.encode()
    data = len(text).to_bytes(4, "big") + text
    data += game.to_bytes(8, "big")
    if chapter:
        data += chapter.to_bytes(4, "big")
    return blake2b(data, digest_size=32, person=_PERSON).digest()


def agent_key(key: bytes, seat: int) -> bytes:
    """Return the key (32 bytes) of the agent at *seat*; it tells nothing of the dice.

    BLAKE2b-256 keyed by the conflict's key, personalised `fracas-agent`, over the
    seat (4 bytes, big-endian).
    """
    return blake2b(
        seat.to_bytes(4, "big"), digest_size=32, key=key, person=_AGENT
    ).digest()


def commitment(seed: str) -> str:
    """Return the digest to publish before play, so that the seed cannot be chosen."""
    return blake2b(seed.encode(), digest_size=32, person=b"fracas-commit").hexdigest()
