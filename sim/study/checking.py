"""Check whether a scenario or a campaign can be played, and for probable mistakes."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct, field

from sim.campaign.campaign import Campaign, Chapter
from sim.casting.specs import check_names_no_file
from sim.errors import FracasError, ScenarioError
from sim.hosting.agents import describe
from sim.library.rulings import changed_rulings
from sim.library.scenario import Loaded
from sim.reading.hints import shortened
from sim.run.meaning import check_settings
from sim.study.near_names import near_sides
from sim.study.random_games import degeneracy_warnings, stall_warnings


class Checked(Struct, frozen=True):
    """The result of checking a scenario or a campaign.

    If it cannot be played, *problems* has a sentence for every error; if *unread*, the
    names in it were not checked yet. If it can be played, *warnings* has probable
    mistakes, and *about* its seats, the rulings that are not the default and its
    digest, as `fracas check --json` prints them.
    """

    problems: tuple[str, ...] = ()
    unread: bool = False
    warnings: tuple[str, ...] = ()
    about: dict[str, Any] = field(default_factory=dict[str, Any])
    playable: Loaded | Campaign | None = None

    @property
    def can_be_played(self) -> bool:
        """Whether it has no errors."""
        return not self.problems

    def to_dict(self) -> dict[str, Any]:
        """Return it as `fracas check --json` prints it."""
        if self.problems:
            return {"problems": list(self.problems)}
        return self.about

    def __repr__(self) -> str:
        if self.problems:
            return "\n".join(["It cannot be played:", *_listed(self.problems)])
        title = "It" if self.playable is None else self.playable.title
        if not self.warnings:
            return f"{title} can be played."
        return "\n".join([f"{title} can be played, but:", *_listed(self.warnings)])


def checked_unreadable(error: ScenarioError) -> Checked:
    """Return the problems of a scenario that could not be read."""
    return Checked(tuple(error.problems) or (str(error),), unread=error.unread)


def check_playable(
    playable: Loaded | Campaign, where: str, *, trusted: bool = False
) -> Checked:
    """Check *playable*, which was read from *where*.

    A few games of a scenario are played for this. Raises ScenarioError for an unknown
    agent; a file that it names runs only if it is *trusted*.
    """
    if isinstance(playable, Campaign):
        return _check_campaign(playable, where, trusted=trusted)
    seats = _seats_as_json(playable, where, trusted=trusted)
    odd = (
        *_warnings(playable),
        *(degeneracy_warnings(playable) or stall_warnings(playable)),
    )
    about = {
        "scenario": playable.name,
        "title": playable.title,
        "system": playable.system.name,
        "seats": seats,
        "changed_rulings": _changed_rulings(playable),
        "digest": playable.digest.hex(),
        "warnings": list(odd),
    }
    return Checked(warnings=odd, about=about, playable=playable)


def _check_campaign(campaign: Campaign, where: str, *, trusted: bool) -> Checked:
    chapters = [
        _chapter_as_json(chapter, where, trusted=trusted)
        for chapter in campaign.chapters
    ]
    about = {
        "scenario": campaign.name,
        "title": campaign.title,
        "system": campaign.system.name,
        "seats": campaign.names,
        "chapters": chapters,
        "digest": campaign.digest.hex(),
    }
    odd = tuple(warning for chapter in chapters for warning in chapter["warnings"])
    return Checked(warnings=odd, about=about, playable=campaign)


def _chapter_as_json(chapter: Chapter, where: str, *, trusted: bool) -> dict[str, Any]:
    loaded = chapter.loaded
    return {
        "chapter": chapter.number,
        "scenario": chapter.name,
        "session": chapter.session,
        "weight": chapter.weight,
        "only_if": "" if chapter.when is None else chapter.when.in_words(),
        "seats": _seats_as_json(
            loaded, f"{where}, chapter {chapter.number}", trusted=trusted
        ),
        "changed_rulings": _changed_rulings(loaded),
        "warnings": _warnings(loaded),
    }


def _warnings(loaded: Loaded) -> list[str]:
    """Return probable mistakes that the file alone shows, a sentence each."""
    seats = loaded.system.seats(loaded.scenario)
    return [*near_sides(seats), *loaded.system.files.warnings(loaded.scenario)]


def _changed_rulings(loaded: Loaded) -> dict[str, Any]:
    rulings: dict[str, Any] = msgspec.to_builtins(changed_rulings(loaded.scenario))
    return rulings


def _seats_as_json(
    loaded: Loaded, where: str, *, trusted: bool
) -> list[dict[str, Any]]:
    """Return the seats; raises ScenarioError for an agent nobody knows."""
    seats: list[dict[str, Any]] = []
    for seat in loaded.system.seats(loaded.scenario):
        try:
            if not trusted:
                check_names_no_file(seat.agent, f"the agent {shortened(seat.agent)!r}")
            describe(seat.agent)
            check_settings([loaded], [seat.agent])
        except FracasError as error:
            message = f"{where}: the seat {seat.name}: {error}"
            raise ScenarioError(message) from error
        words = {"name": seat.name, "side": seat.side, "side_named": seat.side_named}
        seats.append({**words, "agent": seat.agent})
    return seats


def _listed(sentences: Sequence[str]) -> list[str]:
    return [f"  {sentence}" for sentence in sentences]
