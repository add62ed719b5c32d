"""Checks, before the first game, that the words in agents' settings have a meaning."""

from collections.abc import Iterable

from sim.casting.made_for import check_made_for
from sim.casting.specs import parse
from sim.casting.vocabulary import Vocabulary, check_words
from sim.hosting.agents import words_of
from sim.hosting.sandbox import Sandbox
from sim.library.scenario import Loaded


def check_settings(
    places: Iterable[Loaded], specs: Iterable[str], sandbox: Sandbox = "off"
) -> None:
    """Raise AgentError if a word in a setting of *specs* has no meaning in any place.

    Also raise it for an agent that was made for another conflict. Agents from files are
    asked for their words, and their code runs in *sandbox*.
    """
    places = tuple(places)
    known = [Vocabulary(place.system, place.scenario) for place in places]
    for spec in dict.fromkeys(specs):
        check_made_for(spec, places)
        # Without settings there are no words to check, so no process is started.
        if parse(spec).settings:
            check_words(words_of(spec, sandbox), known)
