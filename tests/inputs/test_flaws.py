"""What cannot be an input, by every way in: import, fetch, the cache, a layout, --input."""

from pathlib import Path

import pytest
from puzzle_runner.inputs import cached, flaws
from puzzle_runner.inputs.cached import Account

from tests.conftest import Workspace
from tests.stand_in import INPUT, Reply, Site

NO_INPUTS = {
    b"": "is empty", b"\xef\xbb\xbf\n": "is empty", b"\n<!DOCTYPE html><html>": "is an HTML page",
    b"<h1>500 Internal Server Error</h1>\n": "is an HTML page",
    b"404 Not Found\n": 'is a message, "404 Not Found"',
    b"HTTP/1.1 403 Forbidden\nServer: none\n": 'is a message, "HTTP/1.1 403 Forbidden"',
    b"500 Internal Server Error\n\nThe server met a misconfiguration.\n": "is a message",
    b"error code: 1020": "is a message",
    b"\xef\xbb\xbfPlease don't repeatedly request this endpoint before it unlocks! Wait.\n": "is a message",
    b"Puzzle inputs differ by user.  Please log in to get yours.\n": "is a message",
    b"To play, please identify yourself via one of these services:\n": "is a message",
    b'{"statusCode":401,"message":"Unauthorized"}\n': "is a message",
    b"\0GITCRYPT\0\xff\x00\x12": "is encrypted with git-crypt",
    b"version https://git-lfs.github.com/spec/v1\noid sha256:12\nsize 9\n": "is a pointer of Git LFS",
    b"/annex/objects/SHA256E-s9--12.txt\n": "is a pointer of git-annex",
    b"age-encryption.org/v1\n-> X25519 x\n": "is encrypted with age",
    b"-----BEGIN PGP MESSAGE-----\n\nhQ\n": "is a key or a certificate, or encrypted",
    b"$ANSIBLE_VAULT;1.1;AES256\n3132\n": "is encrypted with ansible-vault",
    b"Salted__12345678\xff": "is encrypted with OpenSSL", "1\n2\n".encode("utf-16"): "is UTF-16",
    "1\n2\n".encode("utf-16-le"): "is UTF-16", "1\n2\n".encode("utf-16-be"): "is UTF-16",
    b"\x1f\x8b\x08\0\0\0": "is binary",
    b"caf\xe9\n": "is not UTF-8: byte 3 is 0xe9",
    b"1\n<<<<<<< HEAD\n2\n=======\n3\n>>>>>>> theirs\n": "has the conflict markers",
    b"1\r\n<<<<<<< HEAD\r\n2\r\n=======\r\n3\r\n>>>>>>> theirs\r\n": "has the conflict markers",
}  # fmt: skip
INPUTS = [
    "1721\n979\n", "\ufeff1721\n", "404\n", "467 jugglers; the last ball is worth 71010 points\n", "500 Not",
    "iwrupvqb", "<<<<<<<>>>>>><<>=", ">>>>>>> \n<<<<<<< \n", "<x=-1, y=0, z=2>\n", "{<a>,<b>,{<p>}}",
    '{"a": [1, "red"], "error": 3}', '["error", 1]', "[({(<(())[]>[[{[]{<()<>>\n",
    "To go on, look at the grid.  Enter the code at row 3, column 4.\n",
    "Begin in state A.\nLook again after 6 steps.\n", "1-3 p: login forbidden\n", "=======\n#######\n",
    "fwft (72) -> login, not, found\n", "na\u00efve\n", "please log in\n" + "word\n" * 1000,
]  # fmt: skip


def test_what_can_be_an_input() -> None:
    """Real inputs have any form; of any other text it is said what it is."""
    for text in INPUTS:
        assert ("", text) == (flaws.of_input(text.encode()), text)
    for data, what in NO_INPUTS.items():
        assert (True, data) == (flaws.of_input(data).startswith(what), data)


ID = "aoc2021d3"


@pytest.mark.parametrize("data", [b"404 Not Found\n", b"\0GITCRYPT\0\xff", "1\n".encode("utf-16"), b"\n"])
def test_every_way_in_asks(
    workspace: Workspace, site: Site, account: Account, tmp_path: Path, data: bytes
) -> None:
    """Import and fetch do not take it; what is stored is not used, and import and fetch replace it."""
    what = flaws.of_input(data)
    workspace.puzzle(ID, "def part1(text): return text")
    (tmp_path / "3.txt").write_bytes(data)
    taking = ("import", str(tmp_path), "--inputs", "{day}.txt", "--year", "2021")
    assert f"1 left: {ID} input: it {what}\n" in workspace.run(*taking).out.replace("\n  ", " ")
    stored = cached.inputs(account.folder, ID) / "main.txt"
    assert not stored.exists()
    assert 0 == workspace.run("fetch", ID).code
    for command in (["fetch", ID], ["fetch", ID, "--refresh"], taking):
        stored.write_bytes(data)
        ended = workspace.run("run", ID)
        assert 4 == ended.code
        assert f'{what}, so it is no input. Fetch it once more with "puzzles fetch {ID}"' in ended.out
        (tmp_path / "3.txt").write_text(INPUT)
        assert 0 == workspace.run(*command).code
        assert INPUT == stored.read_text()
    stored.unlink()
    site.replies["/2021/day/3/input"] = Reply(200, data.decode("utf-8", "surrogateescape"))
    ended = workspace.run("fetch", ID)
    assert (6, True, False) == (ended.code, f"gave no input: the reply {what}." in ended.err, stored.exists())


def test_a_file_of_ones_own(workspace: Workspace, tmp_path: Path) -> None:
    """A case of one's own puzzle may be a page or a message; neither that nor --input may be a pointer."""
    for id, codes in {"one": [0, 0], ID: [4, 4]}.items():
        workspace.puzzle(id, "def part1(text): return len(text)")
        path = workspace.input(id, "main.txt", "")
        workspace.input(id, "cases.toml", "[main]\n")
        for text, code in zip(["<html>", "404 Not Found"], codes, strict=True):
            path.write_text(text)
            assert code == workspace.run("run", id).code
    path = workspace.root / "inputs" / "one" / "main.txt"
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 9\n"
    for data in (pointer, "1\n2\n".encode("utf-16-le"), "1\n2\n".encode("utf-16-be")):
        path.write_bytes(data)
        for command in (["run", "one"], ["run", "one", "--input", str(path)]):
            ended = workspace.run(*command)
            assert (4, True) == (ended.code, flaws.of_input(data) in ended.out + ended.err), ended
    path.write_bytes(b"ab\0cdef\n")
    assert 0 == workspace.run("run", "one").code
