"""Saving and locking files, also where links, rights, other processes and a kill get in the way."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.files import FileError, FileInUse, data_folder, locked, read_text, save


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    monkeypatch.setenv("LOSTCODE_DATA", str(folder))
    return folder


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "games").mkdir()
    return tmp_path / "games" / "game.txt"


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


# ---- where things lie -------------------------------------------------------------------------------------------


def test_data_lie_where_the_user_says(data: Path) -> None:
    assert data_folder() == data


def test_data_lie_in_the_users_folder_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("LOSTCODE_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder().is_relative_to(tmp_path)
    assert data_folder().name == "lostcode"


# ---- saving -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("raw", [b"", b"a\nb\n", b"a\r\nb", b"\xef\xbb\xbfa\n", b"caf\xe9 \xff\n", b"a\rb\n\r\n"])
def test_what_was_read_is_saved_byte_by_byte(path: Path, raw: bytes) -> None:
    path.write_bytes(raw)
    text = read_text(str(path))
    path.write_bytes(b"other")
    save(path, text)
    assert path.read_bytes() == raw
    assert names(path.parent) == ["game.txt"]


def test_a_link_stays_and_its_target_is_replaced(path: Path, tmp_path: Path) -> None:
    path.write_text("old")
    link, second = tmp_path / "link", tmp_path / "second"
    link.symlink_to("games/game.txt")
    second.symlink_to(link)
    save(second, "new")
    assert (link.is_symlink(), second.is_symlink(), path.is_symlink()) == (True, True, False)
    assert path.read_text() == "new"
    assert names(tmp_path) == ["games", "link", "second"]


def test_a_link_to_a_file_not_yet_there(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(path)
    save(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_the_mode_of_a_file_is_kept(path: Path, mode: int) -> None:
    path.write_text("old")
    path.chmod(mode)
    save(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_new_file_has_the_mode_that_the_user_gives_all_files(path: Path) -> None:
    before = os.umask(0o027)
    try:
        save(path, "new")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_what_a_kill_left_is_replaced(path: Path) -> None:
    (path.parent / ".game.txt.new").write_text("half")
    save(path, "new")
    assert path.read_text() == "new"
    assert names(path.parent) == ["game.txt"]


def test_a_link_laid_under_the_new_name_is_not_followed(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("mine")
    (path.parent / ".game.txt.new").symlink_to(other)
    save(path, "new")
    assert (other.read_text(), path.read_text(), path.is_symlink()) == ("mine", "new", False)


KILLED = """
import os, signal, sys
from pathlib import Path
from cli.files import save
os.fsync = lambda handle: os.kill(os.getpid(), signal.SIGKILL)
save(Path(sys.argv[1]), "new")
"""


def test_a_kill_leaves_the_old_text_and_one_stray_file_at_most(path: Path) -> None:
    path.write_text("old")
    for _ in range(3):
        killed = subprocess.run([sys.executable, "-c", KILLED, str(path)], timeout=60, check=False)
        assert killed.returncode == -signal.SIGKILL
        assert path.read_text() == "old"
        assert names(path.parent) == [".game.txt.new", "game.txt"]
    save(path, "new")
    assert names(path.parent) == ["game.txt"]


def test_both_the_file_and_its_folder_are_brought_to_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[tuple[bool, list[str]]] = []
    real = os.fsync

    def fsync(handle: int) -> None:
        synced.append((stat.S_ISDIR(os.fstat(handle).st_mode), names(path.parent)))
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    save(path, "new")
    assert synced == [(False, [".game.txt.new"]), (True, ["game.txt"])]


@pytest.mark.parametrize(
    ("number", "told"), [(errno.ENOSPC, "No space left"), (errno.EIO, "error"), (errno.EDQUOT, "quota")]
)
def test_a_disk_that_takes_no_more(path: Path, monkeypatch: pytest.MonkeyPatch, number: int, told: str) -> None:
    path.write_text("old")

    def full(_handle: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match=rf"game\.txt: cannot be saved: .*{told}.*; nothing was changed"):
        save(path, "new")
    assert path.read_text() == "old"
    assert names(path.parent) == ["game.txt"]


@pytest.mark.parametrize("number", [errno.EINVAL, errno.EIO])
def test_a_folder_that_cannot_be_synced(path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Some file systems know no such thing, which is no error; a broken disk is one. Either way the text stands."""
    real = os.fsync

    def fsync(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(number, os.strerror(number))
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    if number == errno.EINVAL:
        save(path, "new")
    else:
        with pytest.raises(FileError, match="saved, but"):
            save(path, "new")
    assert path.read_text() == "new"


def test_another_save_of_the_same_file_is_noticed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no lock keeps them apart, neither takes the other's half-written file for its own."""
    path.write_text("old")
    new = path.parent / ".game.txt.new"
    real = os.fsync

    def fsync(handle: int) -> None:
        real(handle)
        # Made first, so that its number on the disk is another one.
        (path.parent / "theirs").write_text("half")
        (path.parent / "theirs").replace(new)

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(FileError, match="another lostcode"):
        save(path, "new")
    assert (path.read_text(), new.read_text()) == ("old", "half")


def folder_missing(path: Path) -> Path:
    return path.parent / "typo" / "game.txt"


def folder_is_a_file(path: Path) -> Path:
    path.write_text("old")
    return path / "game.txt"


def a_folder(path: Path) -> Path:
    path.mkdir()
    return path


def a_pipe(path: Path) -> Path:
    os.mkfifo(path)
    return path


def a_circle(path: Path) -> Path:
    path.symlink_to(path)
    return path


def too_long(path: Path) -> Path:
    return path.with_name("x" * 300)


def a_null(path: Path) -> Path:
    return path.with_name("a\0b")


@pytest.mark.parametrize(
    "make",
    [folder_missing, folder_is_a_file, a_folder, a_pipe, a_circle, too_long, a_null],
    ids=lambda make: make.__name__,
)
def test_what_cannot_be_saved_to(path: Path, make: Callable[[Path], Path]) -> None:
    target = make(path)
    before = names(path.parent)
    with pytest.raises(FileError, match=r"cannot be saved: .+; nothing was changed") as caught:
        save(target, "new")
    assert "\n" not in str(caught.value)
    assert "\0" not in str(caught.value)
    assert names(path.parent) == before


def test_the_folder_that_is_missing_is_named(path: Path) -> None:
    with pytest.raises(FileError, match=r"there is no folder .*typo"):
        save(folder_missing(path), "new")


def test_text_that_no_file_can_hold(path: Path) -> None:
    path.write_text("old")
    with pytest.raises(FileError, match="this is not text") as caught:
        save(path, "\ud800")
    assert "codec" not in str(caught.value)
    assert path.read_text() == "old"


WITHOUT_RIGHTS = """
import os, filelock, platformdirs
from pathlib import Path
from cli.files import FileError, locked, save
if os.getuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
with locked(Path("game.txt")):
    try:
        save(Path("game.txt"), "new")
    except FileError as error:
        print(error)
"""


def environment() -> dict[str, str]:
    """Without coverage: whoever may not write here may not leave its figures either."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COV")}


@pytest.mark.parametrize("protected", ["file", "folder"])
def test_no_right_to_write(path: Path, protected: str) -> None:
    """Nor can the lock be made, which stops nobody."""
    path.write_text("old")
    path.chmod(0o444 if protected == "file" else 0o666)
    path.parent.chmod(0o777 if protected == "file" else 0o555)
    tried = subprocess.run(
        [sys.executable, "-c", WITHOUT_RIGHTS], cwd=path.parent, env=environment(), capture_output=True, timeout=60
    )
    assert (tried.returncode, tried.stderr) == (0, b"")
    assert b"cannot be saved: " in tried.stdout
    assert (b"write-protected" in tried.stdout) == (protected == "file")
    assert path.read_text() == "old"
    assert names(path.parent) == ["game.txt"]


# ---- locks ------------------------------------------------------------------------------------------------------

HOLDER = """
import sys
from pathlib import Path
from cli.files import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_file_held_by_another_process(path: Path, tmp_path: Path, data: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(path)
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdin
        assert holder.stdout
        try:
            assert holder.stdout.readline() == b"held\n"
            for name in (path, link):
                expected = rf"{name.name}: another lostcode works on this file; close it first"
                with pytest.raises(FileInUse, match=expected), locked(name):
                    pytest.fail("two held it")
            with locked(path.with_name("other.txt")):
                pass
        finally:
            holder.kill()
    with locked(path):  # the dead hold nothing
        pass
    assert {lock.parent for lock in data.rglob("*.lock")} == {data / "locks"}
    assert names(path.parent) == []


def test_a_lock_is_let_go_of_at_the_end_whatever_happened(path: Path) -> None:
    with pytest.raises(KeyError), locked(path):
        raise KeyError
    with locked(path):
        pass


def test_waiting_for_a_lock(path: Path) -> None:
    """The other lets go while this one waits."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdin
        assert holder.stdout
        try:
            assert holder.stdout.readline() == b"held\n"
            with pytest.raises(FileInUse), locked(path, wait=0.1):
                pytest.fail("two held it")
            holder.stdin.close()
            with locked(path, wait=30):
                held = True
        finally:
            holder.kill()
    assert held


def test_where_no_lock_can_be_made_all_goes_on(path: Path, data: Path) -> None:
    data.write_text("a file, where the folder would be")
    with locked(path), locked(path):
        save(path, "new")
    assert path.read_text() == "new"
