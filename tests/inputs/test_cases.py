"""The input of a case, and the case that counts."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from puzzle_runner.errors import InputMissing
from puzzle_runner.inputs import cases
from puzzle_runner.model import Case

from tests.inputs.test_case_file import TEXTS, read


@given(TEXTS)
def test_an_input_in_a_file_round_trips(input: str) -> None:
    """An input is handed over as it is, but for CRLF, a BOM and one newline at its end."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "main.txt").write_bytes(b"\xef\xbb\xbf" + input.encode() + b"\r\n")
        case = Case("main", (name,), {0: folder / "main.txt"})
        assert (input + "\r\n").replace("\r\n", "\n")[:-1] == cases.text(case)


def test_a_case_without_input_says_where(tmp_path: Path) -> None:
    """The message names the case, and the file that is wanted."""
    (case,) = read(tmp_path, "\n[main]\npart1 = 1\n")
    with pytest.raises(InputMissing) as caught:
        cases.text(case)
    said = f'{tmp_path}/cases.toml, [main]: it has no input: give it input = "..." there, or write '
    assert f"{said}{tmp_path}/main.txt." == str(caught.value)


def test_the_real_case() -> None:
    """The account's case counts, else main, else the first."""
    first, main = Case("example", ()), Case("main", ())
    mine = main._replace(account="work")
    assert mine == cases.real((first, main, mine), "work")
    assert main == cases.real((first, main, mine))
    assert (first, None) == (cases.real((first,)), cases.real(()))
