"""What sentences say about examples."""

import pytest
from puzzle_runner.sites.aoc import wording
from puzzle_runner.sites.aoc.prose import END, PLAIN, SPACE, VALUE


def marked(text: str) -> str:
    """Return a text with the marks of `plain code` and of |emphasised code|."""
    for sign, mark in (("`", PLAIN), ("|", VALUE)):
        pieces = text.split(sign)
        pieces[1::2] = [f"{mark}{piece.replace(' ', SPACE)}{END}" for piece in pieces[1::2]]
        text = "".join(pieces)
    return text


@pytest.mark.parametrize(
    "sentence",
    [
        "For example:",
        "For example, consider this larger barn:",
        "As a smaller example, take just these ants:",
        "Here's another example:",
        "Finally, this even larger example has `8` routes:",
        "Given this example list of the cook:",
        "Suppose you find this tape:",
        "Here is a garden with two beds:",
        "Consider the following knots:",
    ],
)
def test_a_sentence_that_introduces_an_example(sentence: str) -> None:
    """It says that one comes."""
    assert wording.introduces(marked(sentence))


def test_a_sentence_that_announces_an_example() -> None:
    """It tells the answer, unless that is of what was there before."""
    assert wording.announces(marked("This garden costs |41| coins:"))
    assert not wording.announces(marked("In the example above, this garden costs |41| coins:"))
    assert not wording.announces(marked("This garden costs |41| coins."))
    assert not wording.announces(marked("This garden costs `41` coins:"))


@pytest.mark.parametrize(
    "sentence",
    [
        "Then it looks like this:",
        "In the example above, this is so:",
        "In this example, the largest ring has these hands:",
        "The larger example above goes like this:",
        "Here is the first example once more:",
        "Here's the same example from before:",
        "Consider again the first list of the example:",
        "For example, after 3 hours, the boats are here:",
        "For example, after a single step:",
        "The example above becomes:",
        "Now the example above has these boats:",
        "For example, the steps are as follows:",
        "The larger example from before now costs |41| coins:",
        "",
    ],
)
def test_a_sentence_that_introduces_none(sentence: str) -> None:
    """It speaks of an example that was there before, or of what becomes of it."""
    assert not wording.introduces(marked(sentence))


@pytest.mark.parametrize(
    ("label", "sentence"),
    [
        (("slightly", "larger"), "Here is a slightly larger example:"),
        (("smaller",), "As a smaller example, take these:"),
        (("second",), "Here's a second example:"),
        ((), "For example:"),
        ((), "Suppose:"),
    ],
)
def test_how_an_introduction_calls_its_example(label: tuple[str, ...], sentence: str) -> None:
    """That is the words before the noun, articles aside."""
    assert label == wording.label(sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a", "In the first example, it is so."),
        ("a", "The original example now has two."),
        ("bbb", "In the second example, it is so."),
        ("cc", "The last example has three."),
        ("bbb", "The larger example from before is dearer."),
        ("a", "In the smallest example, it is one."),
        ("cc", "The odd example is dear."),
        (None, "In the fifth example, it is so."),
        (None, "In this larger example, it is so."),
        (None, "In the example above, it is so."),
        (None, "In both of the examples, it is so."),
        (None, "In the barn, it is so."),
    ],
)
def test_the_example_that_a_sentence_names(text: str | None, sentence: str) -> None:
    """It is named by number, size or introduction; "this" is the one that is spoken of anyway."""
    met: dict[str, tuple[str, ...]] = {"a": (), "bbb": ("larger",), "cc": ("odd",)}
    names = [name for _, name in wording.mentions(sentence)]
    assert text == (wording.resolve(names[0], met) if names else None)


def test_a_name_that_contradicts_an_introduction() -> None:
    """The larger example is not the one that was introduced as a smaller one."""
    assert wording.contradicts(("larger",), ("smaller",))
    assert wording.contradicts(("smallest",), ("even", "larger"))
    assert not wording.contradicts(("larger",), ())
    assert not wording.contradicts(("first",), ("smaller",))


def test_a_sentence_that_names_two() -> None:
    """Each name stands before what is said of its example."""
    sentence = "The smaller example has 3, and the second example has 4."
    places, names = zip(*wording.mentions(sentence), strict=True)
    assert [("smaller",), ("second",)] == [*names]
    assert ["example has 3", "example has 4"] == [sentence[place : place + 13] for place in places]


@pytest.mark.parametrize(
    ("otherwise", "sentence"),
    [
        (True, "However, in this example, the hall is only `8` tiles wide."),
        (True, "In the example above, the sea is smaller: instead, it ends at `9`."),
        (True, "However, for the sake of example, suppose your yard is smaller:"),
        (False, "In this example, there are only `9` of them."),
        (False, "Here is a smaller example to begin with:"),
        (False, "In the example above, this is less than in the smaller example."),
    ],
)
def test_an_example_that_is_asked_otherwise(otherwise: bool, sentence: str) -> None:
    """Its world is smaller than that of the puzzle, which a smaller example alone does not mean."""
    assert otherwise == wording.asks_otherwise(marked(sentence))


@pytest.mark.parametrize(
    ("supposes", "sentence"),
    [
        (True, "In this example, if the goat were to take exactly `5` hops, there are |12| stones."),
        (True, "If each row were merely `20` times as wide, it would be |9|."),
        (False, "If you add these up, you get |9|."),
        (False, "If it were night, there would be `9` of them."),
        (False, "Were there 9, if any?"),
    ],
)
def test_a_sentence_that_supposes_another_number(supposes: bool, sentence: str) -> None:
    """What it tells holds for that number only."""
    assert supposes == wording.supposes(marked(sentence))


@pytest.mark.parametrize(
    ("restricts", "sentence"),
    [
        (True, "Here is an example that only looks at the last `4` of them:"),
        (False, "Here is an example with only two of them:"),
        (True, "For example, suppose only the first three are there:"),
        (False, "Here is a smaller example:"),
    ],
)
def test_an_introduction_that_narrows_the_question(restricts: bool, sentence: str) -> None:
    """It says what only this example does."""
    assert restricts == wording.restricts(marked(sentence))


@pytest.mark.parametrize(
    ("answer", "question", "value"),
    [
        (True, "How many are there?", "7"),
        (True, "What is the sum?", "1~0!2"),
        (True, "Which pots are on top?", "LUG"),
        (True, "What is the password?", "bo,mi,su"),
        (True, "", "12"),
        (False, "How many are there?", "LUG"),
        (False, "", "x"),
        (False, "", "row=5"),
        (False, "", "12 14"),
        (False, "", "3..."),
        (False, "", "?!"),
        (False, "", ""),
        (False, "", "7" * 300),
        (True, "What letters appear on the sail?", "HELM"),
        (False, "What letters appear on the sail?", "7"),
    ],
)
def test_what_may_be_an_answer(answer: bool, question: str, value: str) -> None:
    """Names and parameters are none, and an amount is a number."""
    assert answer == wording.is_answer(value, question)


@pytest.mark.parametrize(
    ("factor", "context", "question"),
    [
        (True, "There are |9| of them.", "What do you get if you multiply both?"),
        (False, "Multiplying them gives |9|.", "What do you get if you multiply both?"),
        (False, "It is `3 * 3 = 9`, |9|.", "What do you get if you multiply both?"),
        (False, "There are |9| of them.", "How many are there?"),
    ],
)
def test_a_factor_of_the_product_asked_for(factor: bool, context: str, question: str) -> None:
    """Where a product is asked for, the text around the answer speaks of one."""
    assert factor == wording.is_a_factor(marked(context), question)


@pytest.mark.parametrize(
    ("own", "after"),
    [
        (True, ["Then, in which row, `row=705`, is it?"]),
        (True, ["However, you need 705 of them.", "Do so. How many are there?"]),
        (True, ["What becomes of `helm`?"]),
        (False, ["How many of the 48 are there?"]),
        (False, ["What becomes of `mast`?"]),
        (False, ["How many are there of `h`?"]),
        (False, ["There are others with 705, 91 or 82.", "How many are there?"]),
        (False, ["How many are there? (The example has 705.)"]),
        (False, ["It is 705."]),
    ],
)
def test_numbers_that_only_the_question_has(own: bool, after: list[str]) -> None:
    """The example was not asked for them; what is said in passing does not count."""
    assert own == wording.has_own_numbers([marked(text) for text in after], "There are 48 of `mast`.")


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("25", "In this example, the sum would be `12 + 6 + 7 = 25`."),
        ("9", "So the answer is `9` (in `3` steps)."),
        ("-4", "The result of this is a total of `-4`."),
        (None, "It is `9`."),
        (None, "So they are in the group of `0` and `2`."),
        (None, "So it is `9`, and that is `4`."),
        (None, "The answer is `abc`."),
    ],
)
def test_what_a_sentence_with_plain_code_comes_to(value: str | None, sentence: str) -> None:
    """That is its one number, where the sentence concludes."""
    assert value == wording.stated(marked(sentence))


def test_the_question_of_a_part() -> None:
    """It is its last passage that asks, without asides and answers."""
    passages = ["Is it so? It is.", marked("It is |7|. Look (if you can). How many?"), "Good luck."]
    assert "Look . How many?" == wording.question(passages)
