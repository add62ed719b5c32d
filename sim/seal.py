"""Seals: one line that no event of a stream, or conflict of a run, can outlive changed.

A stream's seal is BLAKE2b-256, personalised `fracas-seal`, over the stream's id, a zero
byte, the scenario's digest (32 bytes) and the encoded events in order; msgpack
delimits itself, so no lengths are needed. A run's seal covers the seals of its
conflicts in order, personalised `fracas-run`.
"""

from collections.abc import Iterable, Sequence
from hashlib import blake2b


def stream_seal(stream_id: str, scenario_digest: bytes, rows: Sequence[bytes]) -> bytes:
    """Return the seal (32 bytes) over *rows*, the stream without its last event."""
    start = stream_id.encode() + b"\0" + scenario_digest
    data = start + b"".join(rows)
    return blake2b(data, digest_size=32, person=b"fracas-seal").digest()


def run_seal(run_id: str, seals: Iterable[bytes]) -> bytes:
    """Return the seal (32 bytes) over the conflicts' *seals*, in the order of games."""
    digest = blake2b(run_id.encode() + b"\0", digest_size=32, person=b"fracas-run")
    for seal in seals:
        digest.update(seal)
    return digest.digest()
