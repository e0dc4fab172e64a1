"""Reading sentences about examples. Sentences in, truth and words out."""

import re
from collections.abc import Iterable, Mapping, Sequence

from puzzle_runner.sites.aoc.prose import END, PLAIN, VALUE, codes, plain, sentences, without_asides

# The characters of a sentence that a rule looks at.
_FAR = 300
_INTRODUCES = re.compile(
    r"\bexamples?\b|\bsuppose\b|\bimagine\b|\bconsider (?:the following|this|these|just|only|an?)\b"
    r"|\bhere(?:'s| is| are) (?:an?|another|some|one|two)\b",
    re.I,
)
# "In the example above", "After 1 step": no new one.
_REFERS = re.compile(
    r"\b(?:above|previous|earlier|original|same|its) (?:[\w-]+ ){0,2}examples?\b"
    r"|\bexamples?(?: [\w-]+){0,2} (?:above|again|from (?:above|before|earlier))\b"
    r"|\b(?:in|of|for|from|with|using|to) (?:this|that|these|those|the) (?:[\w-]+ ){0,2}examples?\b"
    r"|\bthe (?:first|second|third|fourth|fifth|last|larger|smaller|longer) (?:[\w-]+ ){0,2}examples?\b"
    r"|\bthe same\b|\bagain\b|\bonce more\b|\bbecomes?:$|\bas follows:$"
    r"|\bafter (?:[\w-]+ ){1,2}(?:steps?|rounds?|minutes?|seconds?|hours?|days?|moves?|cycles?|turns?|ticks?"
    r"|iterations?|generations?|phases?|blinks?)\b",
    re.I,
)
_EXAMPLE = re.compile(r"\bexamples?\b", re.I)
_NO_LABEL = {"a", "an", "the", "another", "in", "of", "for", "from", "with",
             "as", "is", "here", "here's", "to", "and"}  # fmt: skip
_POINTING = {"this", "that", "these", "those", "both"}
_PLACES = {"first": 0, "original": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1}
_LARGER = {"larger", "largest", "longer", "longest", "bigger", "biggest"}
_SMALLER = {"smaller", "smallest", "shorter", "shortest", "simpler", "simplest"}

# The example is not asked what the puzzle asks: its grid is smaller, it takes fewer steps.
_OTHERWISE = re.compile(
    r"\bhowever, (?:in|for) (?:this|the) example\b[^.]{0,99}\b(?:only|just|merely)\b"
    r"|\bexample\b[^.]{0,99}\b(?:smaller|reduced|simplified)\b(?! (?:[\w-]+ ){0,2}examples?\b)",
    re.I,
)
_ONLY = re.compile(r"\bexample\b[^.]{0,99}\bonly \w+s\b[^.]{0,60}\d|\bsuppose only\b", re.I)
_IF, _WERE = re.compile(r"\bif\b", re.I), re.compile(r"\bwere\b", re.I)
_OWN = re.compile(r"\b(?:however|your)\b", re.I)
_NUMBER = re.compile(r"\d{2,}")
_NAME = re.compile(r"\w{2,}")

_AMOUNT = re.compile(r"\bhow (?:many|much|far|long|tall|deep)\b|\bsum\b|\btotal\b|\bmultipl|\badd up\b", re.I)
_LETTERS = re.compile(r"\bletters?\b[^.?]{0,40}\b(?:appears?|displayed|shown)\b", re.I)
_MULTIPLIED = re.compile(r"\bmultipl", re.I)
_PRODUCT = re.compile(r"\bmultipl|\bproduct\b|[*]", re.I)
_NO_ANSWER = re.compile(r"[^\W\d]|[A-Za-z_]\w*=.*|.*\.\.\..*|[^\w]*|.{200,}", re.S)
# "so the total is `12`", "for a sum of `3 + 9 = 12`": what pages of the first years say.
_STATED = re.compile(
    r"(?:\b(?:is|are|be|was|takes?|produces?|gives?|yields?|requires?)(?: now| still| only| just)?|[=:]"
    r"|\b(?:total|sum|score|checksum|result|distance|length|strength|severity|rating|value) of)"
    rf"\s+{PLAIN}(?:[^{END}]*=[^{END}\w-]*)?(-?\d+){END}(?! (?:and|or) )"
)
_CONCLUDES = re.compile(
    r"\b(?:examples?|answer|total|sum|results?|checksum|score|above|therefore|thus|so)\b", re.I
)

Label = tuple[str, ...]


def introduces(sentence: str) -> bool:
    """Tell whether a sentence before a block says that an example comes."""
    return bool(_INTRODUCES.search(plain(sentence)[-_FAR:])) and not refers(sentence)


def announces(sentence: str) -> bool:
    """Tell whether a sentence before a block tells an answer, as of what comes."""
    return VALUE in sentence and sentence.endswith(":") and not refers(sentence)


def refers(sentence: str) -> bool:
    """Tell whether a sentence speaks of an example that was there before, or of what becomes of it."""
    return bool(_REFERS.search(plain(sentence)[-_FAR:]))


def speaks_of_example(sentence: str) -> bool:
    """Tell whether a sentence calls something an example."""
    return bool(_EXAMPLE.search(sentence))


def label(sentence: str) -> Label:
    """Return how a sentence calls the example that it introduces: `("slightly", "larger")`."""
    match = _EXAMPLE.search(sentence)
    return _words_before(sentence, match.start()) if match else ()


def mentions(sentence: str) -> Iterable[tuple[int, Label]]:
    """Yield where a sentence speaks of an example by a name of its own, and the name."""
    for match in _EXAMPLE.finditer(sentence):
        words = _words_before(sentence, match.start())
        if words and _POINTING.isdisjoint(words):
            yield match.start(), words


def _words_before(sentence: str, end: int) -> Label:
    words = plain(sentence[max(0, end - 60) : end]).lower().split()[-3:]
    return tuple(word for word in words if word not in _NO_LABEL)


def is_place(name: Label) -> bool:
    """Tell whether a name says which of the examples is meant by a number."""
    return not _PLACES.keys().isdisjoint(name)


def contradicts(name: Label, label: Label) -> bool:
    """Tell whether a name calls large what the introduction of an example called small, or the other way."""
    small, large = _SMALLER.isdisjoint, _LARGER.isdisjoint
    return (not large(name) and not small(label)) or (not small(name) and not large(label))


def resolve(name: Label, labels: Mapping[str, Label]) -> str | None:
    """Return the text of the example that a name means; `labels` are in the order of the page."""
    texts = list(labels)
    exact = [text for text in texts if labels[text] == name]
    if len(exact) == 1:
        return exact[0]
    for word in name:
        if word in _PLACES:
            return texts[_PLACES[word]] if _PLACES[word] < len(texts) else None
        if word in _LARGER:
            return max(texts, key=len, default=None)
        if word in _SMALLER:
            return min(texts, key=len, default=None)
    return None


def asks_otherwise(sentence: str) -> bool:
    """Tell whether a sentence says that the example is asked something else than the puzzle."""
    return bool(_OTHERWISE.search(plain(sentence)))


def restricts(sentence: str) -> bool:
    """Tell whether a sentence that introduces an example narrows what is asked."""
    return bool(_ONLY.search(plain(sentence)))


def supposes(sentence: str) -> bool:
    """Tell whether a sentence says what would be if a number were another."""
    for clause in re.split(r"[,.;]", plain(sentence)):
        condition = _IF.search(clause)
        were = _WERE.search(clause, condition.end()) if condition else None
        if were and any(map(str.isdigit, clause[were.end() :])):
            return True
    return False


def is_question(sentence: str) -> bool:
    """Tell whether a sentence asks."""
    return plain(sentence).rstrip(" )").endswith("?")


def question(passages: Sequence[str]) -> str:
    """Return what a part asks at its end: the last passage with a question, without asides and answers."""
    last = next((text for text in reversed(passages) if "?" in text), "")
    return " ".join(text for text in sentences(without_asides(last)) if VALUE not in text)


def has_own_numbers(after: Sequence[str], before: str) -> bool:
    """Tell whether the passages after an answer ask for numbers or names that are new.

    What a page says in passing is left out: asides, and what is not said of the reader's input.
    """
    last = max((number for number, text in enumerate(after) if "?" in text), default=-1)
    own = [text for text in after[:last] if _OWN.search(text)] + list(after[last : last + 1])
    asked = without_asides(" ".join(own)) if last >= 0 else ""
    numbers = set(_NUMBER.findall(plain(asked))) - set(_NUMBER.findall(plain(before)))
    return bool(numbers) or any(_NAME.fullmatch(code) and code not in before for _, code in codes(asked))


def is_answer(value: str, question: str) -> bool:
    """Tell whether a value could be the answer to what a part asks.

    Single letters are names, `y=10` is a parameter; where a number is asked for it has digits, where drawn
    letters are asked for it has none.
    """
    if _NO_ANSWER.fullmatch(value) or " " in value:
        return False
    if _LETTERS.search(question):
        return value.isalpha() and value.isupper()
    return not _AMOUNT.search(question) or any(sign.isdigit() for sign in value)


def is_a_factor(context: str, question: str) -> bool:
    """Tell whether a product is asked for, but the text around a value does not speak of one."""
    return bool(_MULTIPLIED.search(question)) and not _PRODUCT.search(plain(context))


def stated(sentence: str) -> str | None:
    """Return the one number in plain code that a sentence ends in; None where it is not clear."""
    aside = without_asides(sentence)
    values = [*_STATED.finditer(aside)]
    clear = len({match[1] for match in values}) == 1 and PLAIN not in aside[values[-1].end() :]
    return values[0][1] if clear and _CONCLUDES.search(plain(sentence)) else None
