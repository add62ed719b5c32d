"""Names that may be asked for; and paths on the disk, which are never shown."""

import re
import shlex
from collections.abc import Iterable
from html import escape
from pathlib import Path, PurePath

from sim.reading.visible import store_name, without_password

RUN = re.compile(r"[0-9A-Za-z]{1,64}")
"""Ids of runs and tournaments."""
CONFLICT = re.compile(r"[0-9A-Za-z]{1,64}-\d{1,18}(\.\d{1,4})?")
"""Ids of conflicts, and of chapters."""
_FOLDERS = re.compile(
    r"(?:[^\s,;:=@'\"<>]*/)+(?=[^\s/,;:=@'\"<>]+\.(?:py|toml|json)\b)"
)
"""The folders before the name of a file that a spec or a message names."""


def store_label(store: str) -> str:
    """Return what the store is called: its last name alone, and no password."""
    return store_name(store) or "store"


def shell_command(command: str, store: str, *names: str) -> str:
    """Return the command line of a *command* about *store*, quoted for a shell."""
    return shlex.join(["fracas", command, store_label(store), *names])


def without_folders(text: str, folders: Iterable[str] = ()) -> str:
    """Return *text* without paths on the disk: names of files stay, folders go."""
    for folder in sorted(folders, key=len, reverse=True):
        text = text.replace(folder, "")
    return _FOLDERS.sub("", text)


def folders_of(store: str) -> tuple[str, ...]:
    """Return the folders that an error about *store* could name, also escaped."""
    if "://" in store:
        # Errors name the address without its password.
        named = (store, without_password(store).partition("?")[0])
        folders = {text[: len(text) - len(PurePath(text).name)] for text in named}
    else:
        path = Path(store)
        places = (path.parent, path.resolve().parent, Path.cwd(), Path.home())
        folders = {f"{place}/" for place in places if str(place) not in {".", "/"}}
    return tuple(folders | {escape(folder) for folder in folders})
