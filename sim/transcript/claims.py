"""Claims of a table about a round, compared with what follows from the rules.

A claim is some words about one event of a kind, or about a seat's status at the end of
the round. Only what it says is compared.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from sim.audit.finding import Finding, finding
from sim.conflict.codec import tag
from sim.conflict.phrases import kind_in_words, phrase
from sim.narration.deciding import Basis, Happened, basis_of, find_basis
from sim.reading.hints import nearest, quoted
from sim.reading.words import alike, by_their_names, fits, plain
from sim.seam.events import ConflictEnded
from sim.seam.protocol import Description, RuleSystem

STATUS = "status"
"""The subject of claims about a seat's status at the end of the round."""

_NAME = "_name"
SAID = "said"
"""The key of the original sentence, if a claim was typed in as one."""
EVENT = "event"
"""The key of the number of the event that a claim is about, if it is known."""
WHO_WON: Description = {"who": "", "won": True}
"""What a claim may say of an ending besides its words: whether somebody has won."""
_KEYS = {"about", "who", SAID, EVENT}

Changed = Mapping[tuple[str, str], Happened]
"""(a seat's name, a word of its status) -> the event that last changed it."""
Decides = Callable[[Description], Basis]
"""The right words -> the reason why they are right."""
Place = tuple[str, str, int]
"""(the transcript, the round in words, the number of its last event)."""


def judge_claims(  # noqa: PLR0913 - a claim is held against this many things
    system: RuleSystem[Any],
    place: Place,
    claims: Sequence[Description],
    happened: Sequence[Happened],
    status: Mapping[str, Description],
    *,
    changed: Changed,
    stopped: bool = False,
) -> list[Finding]:
    """Return findings for *claims* that contradict the events or the final status.

    There is at most one for each claim. *changed* has the events that last changed a
    seat's status. If the walk *stopped* within the round, claims about later events
    are not judged, and a note says so.
    """
    findings: list[Finding] = []
    matched = _matched(claims, happened, list(status))
    for claim, event in zip(claims, matched, strict=True):
        said = _content(claim)
        if alike(claim["about"], STATUS):
            if stopped:
                findings.append(_unjudged(place, claim, said))
            else:
                decides = partial(_last_change, system, changed, str(claim.get("who")))
                findings += _status(place, claim, said, status, decides)
        elif event is not None:
            where = (*place[:2], event.number)
            decides = partial(find_basis, system, happened, event)
            words = _words(claim, event, list(status))
            findings += _compared(where, claim, said, words, decides)
        elif stopped:
            findings.append(_unjudged(place, claim, said))
        else:
            expected = "nothing: no such thing happened"
            findings.append(_claim_finding(place, claim, said, expected, Basis()))
    return findings


def _content(claim: Description) -> Description:
    return {name: item for name, item in claim.items() if name not in _KEYS}


def _matched(
    claims: Sequence[Description], happened: Sequence[Happened], names: list[str]
) -> list[Happened | None]:
    """Match each claim to an event: first events that fit it, then in order.

    A claim that names its event is about that one, which other claims may be about too.
    """
    matched = [_named(claim, happened, names) for claim in claims]
    taken: set[int] = set()
    for fitting in (True, False):
        for index, claim in enumerate(claims):
            if matched[index] is not None:
                continue
            for event in happened:
                if event.number in taken or not _is_about(claim, event, names):
                    continue
                if not fitting or fits(_content(claim), event.words):
                    matched[index] = event
                    taken.add(event.number)
                    break
    return matched


def _named(
    claim: Description, happened: Sequence[Happened], names: list[str]
) -> Happened | None:
    """Return the event whose number *claim* says, if it is of that kind.

    There is one ending, which any number of claims may be about.
    """
    number = claim.get(EVENT)
    about = (event for event in happened if _is_about(claim, event, names))
    return next(
        (
            event
            for event in about
            if event.number == number or isinstance(event.event, ConflictEnded)
        ),
        None,
    )


def has_won(ended: ConflictEnded, names: Sequence[str], who: str) -> bool | None:
    """Return whether *who* has the greatest return; None if all returns are equal."""
    pairs = zip(names, ended.returns, strict=False)
    returns = {plain(name): returned for name, returned in pairs}
    best = max(returns.values(), default=0.0)
    if plain(who) not in returns or min(returns.values()) == best:
        return None
    return returns[plain(who)] == best


def _words(claim: Description, event: Happened, names: Sequence[str]) -> Description:
    """Return the words of *event*; for an ending, also whether the claim's seat won."""
    if not isinstance(event.event, ConflictEnded) or "who" not in claim:
        return event.words
    return {**event.words, "won": has_won(event.event, names, str(claim["who"]))}


def _status(
    place: Place,
    claim: Description,
    said: Description,
    status: Mapping[str, Description],
    decides: Decides,
) -> list[Finding]:
    who = claim.get("who")
    for name, words in status.items():
        if alike(name, who):
            return _compared(place, claim, said, words, decides)
    return []


def _last_change(
    system: RuleSystem[Any], changed: Changed, who: str, right: Description
) -> Basis:
    """Return the event that last changed the status of *who* named by *right*."""
    names = {plain(name) for name in right}
    events = [
        event
        for (name, word), event in changed.items()
        if alike(name, who) and plain(word) in names
    ]
    if not events:
        return Basis("so from the start, and nothing changed it")
    return basis_of(system, max(events, key=lambda event: event.number), right)


def _is_about(claim: Description, event: Happened, names: list[str]) -> bool:
    kinds = (
        tag(type(event.event)),
        event.words.get("does"),
        type(event.event).__name__,
    )
    if not any(alike(claim["about"], kind) for kind in kinds):
        return False
    if "who" not in claim:
        return True
    if isinstance(event.event, ConflictEnded):
        return any(alike(claim["who"], name) for name in names)
    who = event.words.get("who")
    if isinstance(who, int) and 0 <= who < len(names):
        who = names[who]
    return alike(claim["who"], who)


def _compared(
    place: Place,
    claim: Description,
    said: Description,
    words: Description,
    decides: Decides,
) -> list[Finding]:
    """Return a finding if *said* differs from *words*, with what *decides* it."""
    said = by_their_names(said, words)
    known = {plain(name): item for name, item in words.items()}
    wrong = {
        name: item
        for name, item in said.items()
        if not _holds(item, known.get(plain(name)))
    }
    if not wrong:
        return []
    right = {name: known.get(plain(name), "nothing") for name in wrong}
    only_name = all(
        name.endswith(_NAME)
        and (base := name.removesuffix(_NAME)) in said
        and base not in wrong
        for name in wrong
    )
    expected = _in_words(right) + (", the same by its right name" if only_name else "")
    near = "" if only_name else _near(wrong, right)
    return [
        _claim_finding(
            place,
            claim,
            wrong,
            expected,
            decides(right),
            only_name=only_name,
            why=near,
        )
    ]


def _in_words(right: Description) -> str:
    """Return the right words as people say them: "a success", not "success yes"."""
    outcome = right.get("success")
    if not isinstance(outcome, bool):
        return phrase(right)
    rest = phrase({name: item for name, item in right.items() if name != "success"})
    said = "a success" if outcome else "a failure"
    return f"{said}, {rest}" if rest else said


def _holds(said: Any, item: Any) -> bool:  # noqa: ANN401 - words of any type
    """Whether a claimed value is right; a table is compared by its own keys only."""
    if {type(said), type(item)} == {dict}:
        return fits(said, item)
    return alike(said, item)


def _near(wrong: Description, right: Description) -> str:
    """Return '; did you mean ...?' if a word may only be mistyped."""
    hints = [
        nearest(item, [right[name]])
        for name, item in wrong.items()
        if isinstance(item, str) and isinstance(right[name], str)
    ]
    return "".join(hints).removeprefix("; ")


def _unjudged(place: Place, claim: Description, said: Description) -> Finding:
    conflict, where, number = place
    return finding(
        conflict,
        number,
        "claim",
        _in_full(claim, said),
        "the audit stopped before it",
        place=where,
        verbs=("the table claims", "which is not judged:"),
        weight="note",
    )


def _in_full(claim: Description, said: Description) -> str:
    """Return a claim in its original words, or else its subject and what is *said*."""
    if isinstance(claim.get(SAID), str):
        return quoted(claim[SAID])
    return f"{_subject_of(claim)} {phrase(said)}".strip()


def _subject_of(claim: Description) -> str:
    who = f"{claim['who']}, " if "who" in claim else ""
    return f"({who}{kind_in_words(claim['about'])})"


def _claim_finding(  # noqa: PLR0913 - a finding says this many things
    place: Place,
    claim: Description,
    wrong: Description,
    expected: str,
    basis: Basis,
    *,
    only_name: bool = False,
    why: str = "",
) -> Finding:
    conflict, where, number = place
    return finding(
        conflict,
        number,
        "claim",
        _in_full(claim, wrong),
        expected,
        rules=basis.rules,
        place=where,
        because=basis.sentence,
        why=why,
        verbs=("the table claims", "but by the rules it is"),
        weight="name" if only_name else "violation",
    )
