"""Seals: digests that show whether a stream or a run was changed.

A stream's seal is BLAKE2b-256, personalised `fracas-seal`, over the stream's id, a zero
byte, the scenario's digest (32 bytes) and the encoded events in order; msgpack is
self-delimiting, so no lengths are needed. A run's seal, personalised `fracas-run`, is
over the run's id, a zero byte, its first row and the lines of its conflicts in order,
encoded: whatever its results are read from. A line holds its conflict's seal.
"""

from collections.abc import Sequence
from hashlib import blake2b


def stream_seal(stream_id: str, scenario_digest: bytes, rows: Sequence[bytes]) -> bytes:
    """Return the seal (32 bytes) over *rows*, the stream without its last event."""
    start = stream_id.encode() + b"\0" + scenario_digest
    data = start + b"".join(rows)
    return blake2b(data, digest_size=32, person=b"fracas-seal").digest()


class RunSeal:
    """The seal over a run, line by line; *first* is its first row, encoded."""

    def __init__(self, run_id: str, first: bytes) -> None:
        start = run_id.encode() + b"\0" + first
        self._digest = blake2b(start, digest_size=32, person=b"fracas-run")

    def add(self, line: bytes) -> None:
        """Add the line of the next conflict, encoded."""
        self._digest.update(line)

    def seal(self) -> bytes:
        """Return the seal (32 bytes) over what was added so far."""
        return self._digest.digest()
