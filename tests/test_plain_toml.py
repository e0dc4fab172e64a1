"""Plain TOML is read as the standard library reads it."""

import tomllib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from puzzle_runner import plain_toml

PLAIN = """\
# Comment with "quotes" = [and] é
tolerance = 0

[example]
part1 = 739785
\tinput = "10 5 # 1 2" \r
off=true

[a-b.c_d]
2 = ""
on = false
[a-b.e]
"""
LINES = [
    *("[a]", "[b]", "[a.b]", "[a.b.c]", "[ a ]", "[[a]]", '["a"]', "[a", "[]", "[a.]", "[.a]", "[a] # b"),
    *("a = 1", "b = 0", "c = 00", "d = 1_0", "e = +1", "f = 1.5", "g = true", "b = 2 # c", "c = 2021-12-01"),
    *('a = "x"', "b = 'x'", 'c = "\\n"', 'd = """', 'e = "a" "', 'f = "\t"', 'g = "é\x00"', 'a = "\x85"'),
    *(
        "a.b = 1",
        '"a" = 1',
        "b = [1]",
        "b = {}",
        "= 1",
        "a",
        "a =",
        "é = 1",
        "#",
        "# \x00",
        "\x0b",
        "a = ١",
        'b = "',
    ),
]


def test_a_plain_text_is_read() -> None:
    """Headers, numbers, truth values, texts and comments are plain."""
    assert tomllib.loads(PLAIN) == plain_toml.plain(PLAIN)


@given(st.lists(st.sampled_from(LINES) | st.text("ab[]=.\"'#\\01_- \t\r\né\x00", max_size=12), max_size=8))
@example(["[a]", "b = 1", "[a.b]"])
@example(["[a.b]", "[a]", "b = 1"])
@example(["[a]", "[a]"])
def test_what_is_plain_is_read_as_the_standard_library_does(lines: list[str]) -> None:
    """Whatever the text, it is not plain, or its tables are the same."""
    text = "\n".join(lines)
    tables = plain_toml.plain(text)
    assert tables is None or repr(tomllib.loads(text)) == repr(tables)


@pytest.mark.parametrize(
    "text", ["a = 1.5", "[a]\nb = [1, 2]\n", 'a = """\nb"""', "[b]\n[b.a]\n[c]\nd.e = 1"]
)
def test_any_other_text_is_read_too(text: str) -> None:
    """What is not plain is left to the standard library."""
    assert plain_toml.plain(text) is None
    assert tomllib.loads(text) == plain_toml.loads(text)


def test_what_is_not_toml_is_refused() -> None:
    """With the message of the standard library."""
    with pytest.raises(ValueError, match="Cannot declare"):
        plain_toml.loads("[a]\n[a]\n")
