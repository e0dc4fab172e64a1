"""The table of languages, and what a workspace changes in it."""

from pathlib import Path

import pytest
from puzzle_runner.engines.program import languages
from puzzle_runner.engines.program.languages import LANGUAGES
from puzzle_runner.errors import UsageError


@pytest.mark.parametrize("ending", LANGUAGES)
def test_each_language_is_complete(ending: str) -> None:
    """Each has a command that runs the source or what is built from it, and tells the part."""
    language = LANGUAGES[ending]
    words = " ".join(language.run)
    assert "{part}" in words
    assert ("{source}" in " ".join(language.build)) is bool(language.build)
    assert any(place in words for place in (("{output}", "{folder}") if language.build else ("{source}",)))


def test_a_workspace_changes_and_adds_languages() -> None:
    """What a table leaves out stays as it was; a new ending needs a command to run it."""
    own = languages.changed(
        {"rs": {"build": "rustc -o {output} '{source}'"}, ".bf": {"run": "beef {source}"}}
    )
    assert (("rustc", "-o", "{output}", "{source}"), LANGUAGES["rs"].run) == (own["rs"].build, own["rs"].run)
    assert ("bf", ("beef", "{source}"), ()) == (own["bf"].name, own["bf"].run, own["bf"].build)
    with pytest.raises(
        UsageError, match=r'languages.bf\] needs a command, such as run = "bf {source} {part}"'
    ):
        languages.changed({"bf": {"name": "Beef"}})


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("package year.day5;\nclass Main {}\n", "/src year.day5.Main"),
        ("class Main {}\n", "/src/year/day5 Main"),
    ],
)
def test_a_class_in_java_is_run_with_those_of_its_package(tmp_path: Path, source: str, words: str) -> None:
    """The classes that it uses are looked for from the folder where the packages begin."""
    path = tmp_path / "src" / "year" / "day5" / "Main.java"
    path.parent.mkdir(parents=True)
    path.write_text(source)
    replaced = languages.replaced(("{project}", "{class}"), path, tmp_path, 1)
    assert f"{tmp_path}{words}" == " ".join(replaced)
