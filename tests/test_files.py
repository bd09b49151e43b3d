"""A file that is written stands whole or not at all, and nobody who writes it leaves anything beside it for good."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from stook import Template
from stook.files import replacing
from stook.wrapper import load

WRAPPER = Path(__file__).parent / "wrapper" / "wrapper-format-1.json"
needs_locks = pytest.mark.skipif(sys.platform == "win32", reason="needs locks of the system")


def drafts(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name.startswith("."))


def test_the_old_file_stands_until_the_new_one_is_whole(tmp_path: Path) -> None:
    goal = tmp_path / "table"
    goal.write_text("old")
    with replacing(goal) as draft:
        draft.write_text("new")
        before = goal.read_text()
    assert ("old", "new", []) == (before, goal.read_text(), drafts(tmp_path))


@pytest.mark.parametrize("ending", [ValueError, KeyboardInterrupt])
def test_what_goes_wrong_leaves_the_old_file_and_no_draft(tmp_path: Path, ending: type[BaseException]) -> None:
    goal = tmp_path / "table"
    goal.write_text("old")

    def write() -> None:
        with replacing(goal) as draft:
            draft.write_text("half")
            raise ending

    with pytest.raises(ending):
        write()
    assert ("old", []) == (goal.read_text(), drafts(tmp_path))


def killed_while_writing(goal: Path) -> None:
    program = (f"import os, signal\nfrom pathlib import Path\nfrom stook.files import replacing\n"
               f"with replacing(Path({str(goal)!r})) as draft:\n"
               f"    draft.write_text('half')\n    os.kill(os.getpid(), signal.SIGKILL)")
    subprocess.run([sys.executable, "-c", program], check=False)


@needs_locks
@pytest.mark.parametrize("beside_another", [False, True])
def test_what_a_killed_writer_leaves_is_gone_after_the_next_one(tmp_path: Path, beside_another: bool) -> None:
    """Also where it was killed while another one wrote the same file; and drafts of other files are left alone."""
    goal, other = tmp_path / "table", tmp_path / "other"
    killed_while_writing(other)
    others = drafts(tmp_path)
    if beside_another:
        with replacing(goal):
            killed_while_writing(goal)
    else:
        killed_while_writing(goal)
    left = drafts(tmp_path)
    with replacing(goal) as draft:
        draft.write_text("whole")
    assert (2, others, "whole") == (len(left), drafts(tmp_path), goal.read_text())


@needs_locks
def test_the_draft_of_a_living_writer_is_left_alone(tmp_path: Path) -> None:
    """Two write the same file, and whoever ends last has the last word."""
    goal = tmp_path / "table"
    with replacing(goal) as slow:
        slow.write_text("slow")
        with replacing(goal) as quick:
            quick.write_text("quick")
        between = goal.read_text()
    assert ("quick", "slow", []) == (between, goal.read_text(), drafts(tmp_path))


@needs_locks
def test_many_writers_at_once_take_nothing_from_each_other(tmp_path: Path) -> None:
    goal = tmp_path / "table"
    broken: list[str] = []

    def write_often(name: str) -> None:
        for _ in range(200):
            with replacing(goal) as draft:
                draft.write_text(name * 100)
                if draft.read_text() != name * 100:
                    broken.append(name)

    writers = [threading.Thread(target=write_often, args=[name]) for name in "abcd"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert ([], [], 100) == (broken, drafts(tmp_path), len(goal.read_text()))


@needs_locks
def test_a_link_in_the_place_of_a_draft_is_not_followed(tmp_path: Path) -> None:
    """Where others may write as well, a draft's name can lead to a file of ours."""
    goal, treasure = tmp_path / "table", tmp_path / "treasure"
    treasure.write_text("gold")
    with replacing(goal) as draft:
        name = draft
    name.symlink_to(treasure)
    with replacing(goal) as draft:
        draft.write_text("new")
    assert ("gold", "new") == (treasure.read_text(), goal.read_text())


def test_without_locks_of_the_system_files_are_whole_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stook.files.fcntl", None)
    goal = tmp_path / "table"
    with replacing(goal) as slow, replacing(goal) as quick:
        slow.write_text("slow")
        quick.write_text("quick")
    assert ("slow", []) == (goal.read_text(), drafts(tmp_path))


def test_a_folder_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError), replacing(tmp_path):
        pass
    assert [] == drafts(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs devices")
def test_a_device_is_written_to_and_not_replaced() -> None:
    with replacing(Path(os.devnull)) as place:
        place.write_text("x")
    assert Path(os.devnull).is_char_device()


@needs_locks
@pytest.mark.parametrize("name", ["wrapper.json", "template.json"])
def test_what_is_saved_is_saved_that_way(tmp_path: Path, name: str) -> None:
    goal = tmp_path / name
    killed_while_writing(goal)
    made = load(WRAPPER) if name == "wrapper.json" else Template()
    made.save(goal)
    assert [name] == [path.name for path in tmp_path.iterdir()]
