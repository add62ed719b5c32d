"""Write a page to send."""

from pathlib import Path

from sim.cli.terminal.output import note
from sim.files.outputs import new_file
from sim.reading.visible import without_password


def put_page(path: Path, text: str) -> None:
    """Write the page *text* into the new file *path*, and say so.

    It is to be sent to others, so no address of a store in it has a password. Raises
    StoreError when there is a file already or it cannot be written.
    """
    with new_file(path) as target:
        target.write(without_password(text).encode("utf-8", "backslashreplace"))
    note(f"{path} is written: open it in a browser")
