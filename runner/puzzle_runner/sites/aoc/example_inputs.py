"""Finding the blocks and list items of a page that are example inputs."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from puzzle_runner.sites.aoc import shape, wording
from puzzle_runner.sites.aoc.prose import (
    PLAIN,
    VALUE,
    PageBlock,
    Part,
    Passage,
    codes,
    plain,
    sentences,
    without_asides,
)
from puzzle_runner.sites.aoc.shape import InputShape
from puzzle_runner.sites.aoc.wording import Label

MOST = 50
# "Initial state:", the state, an empty line, "After 1 step:", ...
_INITIAL = re.compile(r"Initial [\w ]{1,30}:\n(.+?)(?:\n\n|\Z)", re.S)
_NUMBER = re.compile(r"-?\d+")
_INTRODUCES_LIST = re.compile(r"\bexamples?\b[^.]{0,99}:$", re.I)
_STEP = re.compile(r"\b(?:but|becomes?)\b")


class Input(NamedTuple):
    """An example input.

    `label` is how its introduction calls it, `restricted` tells that this narrows what is asked.
    """

    text: str
    label: Label
    restricted: bool


class _Candidate(NamedTuple):
    """A block, where it stands, and the sentence before it."""

    part: int
    place: int
    text: str
    before: str

    @property
    def introduced(self) -> bool:
        return wording.introduces(self.before)

    @property
    def input(self) -> Input:
        restricted = self.introduced and wording.restricts(self.before)
        return Input(self.text, wording.label(self.before) if self.introduced else (), restricted)


def blocks(parts: Sequence[Part], fetched: str | None) -> list[dict[int, Input | None]]:
    """Return the blocks that are example inputs, for each part by index within it.

    With the fetched input at hand these are the blocks of its shape; else the first one that is introduced as
    an example, and those that are akin to it. A later part has an example of its own only where one is
    introduced. None is a block that is introduced as one and may be none. More than MOST are none: this is no
    page that these rules are for.
    """
    candidates = [candidate for part in range(len(parts)) for candidate in _candidates(parts, part)]
    fitting, unclear = _shaped(candidates, shape.of(fetched)) if fetched else _akin(candidates, parts)
    # The texts that are shown once more, and called an example there.
    first = {one.text: place for place, one in reversed([*enumerate(fitting)])}
    recalled = {
        one.text
        for place, one in enumerate(fitting)
        if place > first[one.text] and wording.speaks_of_example(one.before)
    }
    accepted: set[str] = set()
    for part in range(len(parts)):
        accepted.update(_new([one for one in fitting if one.part == part], accepted, recalled))
    if len(accepted) > MOST:
        return [{} for _ in parts]
    shown = _lines(accepted)
    inputs: list[dict[int, Input | None]] = [{} for _ in parts]
    for one in [*unclear, *(one for one in fitting if _may_be_new(one, shown))]:
        inputs[one.part][one.place] = None
    for one in fitting:
        if one.text in accepted:
            inputs[one.part][one.place] = one.input
    return inputs


def _candidates(parts: Sequence[Part], part: int) -> Iterator[_Candidate]:
    previous: Passage | PageBlock | None = None
    for index, item in enumerate(parts[part]):
        if isinstance(item, PageBlock):
            before = sentences(previous.text)[-1] if isinstance(previous, Passage) else ""
            yield _Candidate(part, index, item.text.removesuffix("\n"), before)
        previous = item


_Sorted = tuple[list[_Candidate], list[_Candidate]]


def _shaped(candidates: list[_Candidate], form: InputShape) -> _Sorted:
    """Return the blocks of a shape, and those that only resemble it.

    In the first part, and where there are no others, those that resemble it are taken as well.
    """
    strict = []
    for one in candidates:
        initial = _INITIAL.match(one.text)
        texts = [one.text, initial[1]] if initial else [one.text]
        strict += [one._replace(text=text) for text in texts if shape.fits(form, text)][:1]
    places = {(one.part, one.place) for one in strict}
    loose = [
        one
        for one in candidates
        if (one.part, one.place) not in places and one.introduced and shape.resembles(form, one.text)
    ]
    lacking = {one.part for one in loose if not strict or one.part == 0} - {one.part for one in strict}
    taken = [one for one in loose if one.part in lacking]
    return strict + taken, [one for one in loose if one.part not in lacking]


def _akin(candidates: list[_Candidate], parts: Sequence[Part]) -> _Sorted:
    """Return the first example and what is like it, and what may be.

    Where none is introduced it is the first block, unless a list of examples comes.
    """
    lists = any(_INTRODUCES_LIST.search(introduction) for part in parts for _, introduction in _lists(part))
    whole = [
        one._replace(text=match[1]) if (match := _INITIAL.match(one.text)) else one for one in candidates
    ]
    called = (one for one in whole if one.introduced or wording.announces(one.before))
    first = next(called, None if lists else next(iter(whole), None))
    if first is None:
        return [], []
    form = shape.of(first.text)
    like, unclear = [first], []
    for one in whole[whole.index(first) + 1 :]:
        if not shape.is_akin(form, one.text):
            continue
        # A larger example, which has a name, may have signs that the first one lacks.
        if one.input.label or set(one.text) <= form.alphabet:
            like.append(one)
        elif one.introduced:
            unclear.append(one)
    return like, unclear


def _new(here: list[_Candidate], accepted: set[str], recalled: Collection[str]) -> set[str]:
    """Return the texts of a part that are examples: those introduced, else the first one of the page.

    Lines of an example, shown once more, are no new one. A map of the size of the last one is its last state.
    """
    new: set[str] = set()
    shown, last = _lines(accepted), None
    for one in here:
        # The height and the width of a map.
        size = (one.text.count("\n"), one.text.find("\n"))
        announced = wording.announces(one.before) and (size != last or size[0] == 0)
        called = one.introduced or announced or one.text in recalled
        if called and not shown.issuperset(one.text.split("\n")):
            new.add(one.text)
            shown |= _lines([one.text])
        if one.text in new or one.text in accepted:
            last = size
    return new or {one.text for one in here[:1] if not accepted}


def _may_be_new(one: _Candidate, shown: set[str]) -> bool:
    """Tell whether a block of a later part may be a new example though nothing says so: a list, no map."""
    lines = one.text.split("\n")
    is_map = len({len(line) for line in lines}) == 1
    return one.part > 0 and not is_map and not wording.refers(one.before) and not shown.issuperset(lines)


def _lines(texts: Collection[str]) -> set[str]:
    return {line for text in texts for line in text.split("\n")}


class Listed(NamedTuple):
    """An example of one line in a list, with its answer and the sentence that tells it."""

    text: str
    value: str
    sentence: str


def listed(part: Part, form: InputShape | None, shown: Collection[str], mark: str) -> dict[int, Listed]:
    """Return the examples in the last list of a part that has any, by item.

    `shown` are the blocks that are examples: what is a piece of one is none. `mark` is that of answers; where
    these are plain code, an item must be two codes, the second a number.
    """
    if mark not in (VALUE, PLAIN) or (shown and (form is None or form.lines > 1)):
        return {}
    sure = form is not None and mark == VALUE
    whole = "\n".join(shown)
    last: dict[int, Listed] = {}
    for items, introduction in _lists(part):
        read = {item.item: example for item in items if (example := _example_in(item, mark))}
        if any(example.text in whole and example.text not in shown for example in read.values()):
            # The list takes an example to pieces.
            continue
        examples = {
            item: example
            for item, example in read.items()
            if form is None or shape.fits_as_line(form, example.text)
        }
        if examples:
            last = examples if sure or _INTRODUCES_LIST.search(introduction) else {}
    return last


def _lists(part: Part) -> Iterator[tuple[list[Passage], str]]:
    """Yield the passages of each list, with the passage before it."""
    introduction = ""
    passages = (item if isinstance(item, Passage) else Passage("") for item in part)
    for list, group in groupby(passages, lambda passage: passage.list):
        items = [*group]
        if list:
            yield items, introduction
        introduction = plain(items[-1].text)


def _example_in(item: Passage, mark: str) -> Listed | None:
    sentence = plain(item.text)
    if mark == VALUE:
        marked = [*codes(item.text)]
        values = [text for mark, text in marked if mark == VALUE]
        return Listed(marked[0][1], values[-1], sentence) if values and marked[0][0] == PLAIN else None
    texts = [text for _, text in codes(without_asides(item.text))]
    if len(texts) != 2 or _STEP.search(sentence):
        return None
    value = texts[1].rpartition("= ")[2]
    return Listed(texts[0], value, sentence) if _NUMBER.fullmatch(value) else None
