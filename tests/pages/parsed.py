"""A page as a browser reads it: its elements, headings, links and texts."""

from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise

from msgspec import Struct

VOID = frozenset({"meta", "input", "br", "hr", "img", "link"})


class Element(Struct):
    """An element of a page: its tag, attributes, ancestors' tags and own text."""

    tag: str
    attrs: dict[str, str]
    path: tuple[str, ...]
    text: str = ""


class Page(HTMLParser):
    """A page, parsed; every element that is opened must be closed where it belongs."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self._open: list[Element] = []
        self.feed(text)
        self.close()
        assert not self._open, self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        path = tuple(element.tag for element in self._open)
        opened = Element(tag, {name: value or "" for name, value in attrs}, path)
        self.elements.append(opened)
        if tag not in VOID:
            self._open.append(opened)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element of SVG that closes itself."""
        path = tuple(element.tag for element in self._open)
        given = {name: value or "" for name, value in attrs}
        self.elements.append(Element(tag, given, path))

    def handle_endtag(self, tag: str) -> None:
        """Close the last element, which must be this one."""
        assert self._open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        """Add a text to all that it stands in."""
        for element in self._open:
            element.text += data

    def all(self, tag: str) -> list[Element]:
        """Return the elements with this *tag*."""
        return [element for element in self.elements if element.tag == tag]

    def ids(self) -> list[str]:
        """Return all ids."""
        return [
            element.attrs["id"] for element in self.elements if "id" in element.attrs
        ]

    def at(self, identifier: str) -> Element:
        """Return the element with this id."""
        (match,) = [
            element
            for element in self.elements
            if element.attrs.get("id") == identifier
        ]
        return match

    def links(self) -> Iterator[str]:
        """Yield whatever the page refers to."""
        for element in self.elements:
            for name in ("src", "href", "action", "data", "poster", "srcset"):
                if name in element.attrs:
                    yield element.attrs[name]


def sound(text: str) -> Page:
    """Return the page *text*, which keeps what every page promises.

    Nothing of it is foreign, links within it lead somewhere, headings are in order,
    what is named has a name, and nothing runs but the one script.
    """
    page = Page(text)
    ids = page.ids()
    assert len(ids) == len(set(ids))
    for link in page.links():
        assert link.startswith("#")
        assert link[1:] in ids, link
    assert len(page.all("script")) == len(page.all("style")) == 1
    for element in page.elements:
        assert not [name for name in element.attrs if name.startswith("on")], element
        assert "style" not in element.attrs, element
        assert element.tag not in {"iframe", "object", "embed", "link", "base", "img"}
        for name in ("aria-labelledby", "aria-describedby"):
            assert element.attrs.get(name, ids[0]) in ids
    levels = [
        int(element.tag[1]) for element in page.elements if element.tag in HEADINGS
    ]
    assert levels[0] == 1
    assert levels.count(1) == 1
    for above, below in pairwise(levels):
        assert below <= above + 1
    (policy,) = [
        element for element in page.all("meta") if "http-equiv" in element.attrs
    ]
    assert policy.attrs["content"].startswith("default-src 'none'; ")
    assert "unsafe" not in policy.attrs["content"]
    assert len(page.all("main")) == 1
    return page


HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
