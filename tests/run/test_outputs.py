"""Files for other programs appear whole under their names, or not at all."""

import resource
from pathlib import Path

import pytest

from sim.errors import StoreError
from sim.files.outputs import new_file


def test_a_file_is_there_once_it_is_whole(tmp_path: Path) -> None:
    """A process killed while it writes leaves no file under the final name."""
    path = tmp_path / "duels.jsonl"
    with new_file(path) as target:
        target.write(b"whole")
        target.flush()
        assert not path.exists()
    assert path.read_bytes() == b"whole"
    assert [path.name for path in tmp_path.iterdir()] == ["duels.jsonl"]


def test_what_goes_wrong_leaves_nothing(tmp_path: Path) -> None:
    """An error while writing, even at the last bytes, leaves no file."""
    path = tmp_path / "duels.jsonl"
    with pytest.raises(KeyError), new_file(path):
        raise KeyError
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (3, hard))
    try:
        too_large = pytest.raises(StoreError, match="cannot be written: File too large")
        with too_large, new_file(path) as target:
            target.write(b"more than that")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not list(tmp_path.iterdir())


def test_a_name_that_was_taken_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    """A file that somebody else made meanwhile is not written over."""
    path = tmp_path / "duels.jsonl"
    taken = pytest.raises(StoreError, match="is there already")
    with taken, new_file(path) as target:
        target.write(b"second")
        path.write_bytes(b"first")
    assert path.read_bytes() == b"first"
    assert len(list(tmp_path.iterdir())) == 1
