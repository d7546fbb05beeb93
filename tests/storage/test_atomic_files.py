"""At any moment, and after any failure, the old file is there or the new one, whole."""

import os
import re
import resource
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import truecut as tc
from truecut.errors import BadCall
from truecut.storage import atomic_files
from truecut.storage.atomic_files import refuse_overwriting, write_file

SOURCE = str(Path(tc.__file__).parents[1])


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def in_a_process(code: str, *arguments: str, **options) -> subprocess.Popen:
    text = f"from truecut.storage.atomic_files import write_file\nimport sys, os\n{code}"
    return subprocess.Popen(
        [sys.executable, "-c", text, *arguments], env={**os.environ, "PYTHONPATH": SOURCE}, **options
    )


def test_a_file_is_written_and_nothing_else_is_left(tmp_path):
    write_file(tmp_path / "out", b"new")
    write_file(tmp_path / "out", b"newer")
    assert (tmp_path / "out").read_bytes() == b"newer"
    assert names(tmp_path) == ["out"]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_the_permissions_of_an_existing_file_are_kept(mode, tmp_path):
    (tmp_path / "out").write_bytes(b"old")
    (tmp_path / "out").chmod(mode)
    write_file(tmp_path / "out", b"new")
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == mode


@pytest.mark.parametrize("umask", [0o022, 0o077, 0o002])
def test_a_new_file_gets_what_the_umask_leaves(umask, tmp_path):
    before = os.umask(umask)
    try:
        write_file(tmp_path / "out", b"new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == 0o666 & ~umask


def test_what_replaces_a_private_file_is_private_all_the_time(tmp_path, monkeypatch):
    (tmp_path / "out").write_bytes(b"old")
    (tmp_path / "out").chmod(0o600)
    seen = []

    def watched(descriptor):
        seen.append(stat.S_IMODE(os.fstat(descriptor).st_mode))

    monkeypatch.setattr(atomic_files.os, "fsync", watched)
    write_file(tmp_path / "out", b"new")
    assert seen[0] == 0o600


def test_two_writers_use_names_that_nobody_can_guess(tmp_path, monkeypatch):
    seen = set()
    monkeypatch.setattr(atomic_files.os, "fsync", lambda _: seen.update(names(tmp_path)))
    for _ in range(20):
        write_file(tmp_path / "out", b"new")
    assert len(seen) == 21


def test_a_link_stays_a_link_and_its_target_is_replaced(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "target").write_bytes(b"old")
    (tmp_path / "folder" / "middle").symlink_to("target")
    (tmp_path / "link").symlink_to("folder/middle")
    write_file(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "folder" / "middle").is_symlink()
    assert (tmp_path / "folder" / "target").read_bytes() == b"new"


def test_a_link_to_nothing_makes_its_target(tmp_path):
    (tmp_path / "link").symlink_to("target")
    write_file(tmp_path / "link", b"new")
    assert (tmp_path / "target").read_bytes() == b"new"
    assert (tmp_path / "link").is_symlink()


BAD_PLACES = {
    "loop": "Too many levels of symbolic links",
    "folder": "Is a directory",
    "nowhere/out": "there is no folder",
    "file/out": "Not a directory",
    "n" * 300: "File name too long",
    "null\0": "no file can have this name",
}


@pytest.mark.parametrize("place", BAD_PLACES)
def test_a_place_that_takes_no_file_is_one_sentence(place, tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"old")
    before = names(tmp_path)
    with pytest.raises(BadCall) as problem:
        write_file(tmp_path / place, b"new")
    said = str(problem.value)
    assert said.startswith("Cannot write ")
    assert BAD_PLACES[place] in said
    assert said.endswith(".")
    assert said.isprintable()
    assert names(tmp_path) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
@pytest.mark.parametrize("protected", ["folder", "file"])
def test_what_is_write_protected_stays_as_it_is(protected, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "out").write_bytes(b"old")
    (folder / "out").chmod(0o444 if protected == "file" else 0o644)
    folder.chmod(0o555 if protected == "folder" else 0o755)
    try:
        with pytest.raises(BadCall, match="Cannot write"):
            write_file(folder / "out", b"new")
        assert (folder / "out").read_bytes() == b"old"
    finally:
        folder.chmod(0o755)


def test_a_disk_that_is_full_leaves_the_old_file(tmp_path):
    (tmp_path / "out").write_bytes(b"old")
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limit[1]))
    try:
        with pytest.raises(BadCall, match="File too large"):
            write_file(tmp_path / "out", b"n" * 100_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert (tmp_path / "out").read_bytes() == b"old"
    assert names(tmp_path) == ["out"]


@pytest.mark.parametrize("step", ["fsync", "chown"])
@pytest.mark.parametrize("failure", [KeyboardInterrupt, MemoryError, OSError(5, "Input/output error")])
def test_a_failure_on_the_way_leaves_the_old_file_and_nothing_else(step, failure, tmp_path, monkeypatch):
    (tmp_path / "out").write_bytes(b"old")

    def fails(*_):
        raise failure

    monkeypatch.setattr(atomic_files.os, step, fails)
    if step == "chown" and isinstance(failure, OSError):
        write_file(tmp_path / "out", b"new")  # a file of somebody else's becomes ours
        return
    with pytest.raises((KeyboardInterrupt, MemoryError, BadCall)):
        write_file(tmp_path / "out", b"new")
    assert (tmp_path / "out").read_bytes() == b"old"
    assert names(tmp_path) == ["out"]


def test_a_writer_killed_at_any_moment_leaves_a_whole_file(tmp_path):
    path, sizes = tmp_path / "out", (200_000, 300_000)
    path.write_bytes(b"0" * sizes[0])
    code = (
        "at = 0\nwhile True:\n    write_file(sys.argv[1], str(at % 10).encode() * (200_000, 300_000)[at % 2]); at += 1"
    )
    for wait in range(12):
        running = in_a_process(code, str(path))
        time.sleep(0.15 + wait * 0.013)
        running.send_signal(signal.SIGKILL)
        running.wait()
        content = path.read_bytes()
        assert len(set(content)) == 1
        assert len(content) in sizes
    left = [name for name in names(tmp_path) if name != path.name]
    assert all(re.fullmatch(r"\.truecut-[0-9a-f]{16}\.part", name) for name in left)  # as the documentation says


def test_two_writers_at_once_leave_one_whole_file(tmp_path):
    path, contents = tmp_path / "out", [bytes([65 + who]) * 100_000 for who in range(4)]

    def write_often(content):
        for _ in range(15):
            write_file(path, content)
            assert path.read_bytes() in contents

    writers = [threading.Thread(target=write_often, args=(content,)) for content in contents]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert path.read_bytes() in contents
    assert names(tmp_path) == ["out"]


def test_a_link_that_leads_nowhere_names_the_folder_that_is_not_there(tmp_path):
    (tmp_path / "link").symlink_to("nowhere/file")
    with pytest.raises(BadCall, match=r"there is no folder '.*/nowhere'"):
        write_file(tmp_path / "link", b"new")
    with pytest.raises(BadCall, match="an empty name is that of no file"):
        write_file("", b"new")


# Who writes

WRITING = re.compile(
    r"""\b(?:write_text|write_bytes|to_parquet|write_parquet|write_csv|tofile|savetxt|NamedTemporaryFile|mkstemp)\(
    |\bnp\.savez?\(|\b(?:shutil|os)\.(?:copy\w*|move|rename|replace|link|symlink|truncate)\(
    |\bopen\([^)]*(?:["'][wax][bt+]*["']|O_WRONLY|O_RDWR|O_CREAT)|\.savefig\((?!paper\b)|\.to_csv\([^)]+\)""",
    re.VERBOSE,
)
SAID_ONLY = "pathlib.Path("  # in a sentence that tells a user how


def test_there_is_one_writer_of_files():
    found = {
        str(path.relative_to(SOURCE)): [line.strip() for line in path.read_text().splitlines() if WRITING.search(line)]
        for path in sorted(Path(SOURCE).rglob("truecut/**/*.py"))
    }
    others = {
        name: kept for name, lines in found.items() if (kept := [line for line in lines if SAID_ONLY not in line])
    }
    assert others.pop("truecut/storage/atomic_files.py")
    # Nothing but the place that standard output is pointed to when its reader has gone.
    assert others == {
        "truecut/cli/streams.py": ["os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())"],
    }


# What is not a file


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_standard_output_by_name_is_appended_to(name, tmp_path):
    with (tmp_path / "log").open("ab") as log:
        log.write(b"before\n")
        log.flush()
        code = "write_file(sys.argv[1], b'new\\n')"
        assert in_a_process(code, name, stdout=log).wait() == 0
    assert (tmp_path / "log").read_bytes() == b"before\nnew\n"


def test_standard_output_that_is_a_pipe_is_written_to():
    running = in_a_process("write_file('/dev/stdout', b'new')", stdout=subprocess.PIPE)
    assert running.communicate()[0] == b"new"


def test_devices_and_pipes_are_written_to_and_stay(tmp_path):
    write_file("/dev/null", b"new")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)  # noqa: PTH116
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_file(tmp_path / "pipe", b"new")
    assert os.read(reader, 10) == b"new"
    os.close(reader)
    assert (tmp_path / "pipe").is_fifo()


# Inputs and outputs


@pytest.fixture
def known(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data.csv").write_bytes(b"rows")
    (tmp_path / "link.csv").symlink_to("data.csv")
    os.link(tmp_path / "data.csv", tmp_path / "hard.csv")
    (tmp_path / "dangling.csv").symlink_to("new.csv")
    return tmp_path


@pytest.mark.parametrize("output", ["data.csv", "./data.csv", "link.csv", "hard.csv"])
def test_what_is_read_is_not_written_over(output, known):
    with pytest.raises(BadCall, match="which is read; name another file"):
        refuse_overwriting([output], [known / "data.csv"])


@pytest.mark.parametrize("pair", [("new.csv", "./new.csv"), ("new.csv", "dangling.csv"), ("data.csv", "hard.csv")])
@pytest.mark.usefixtures("known")
def test_two_outputs_are_two_files(pair):
    with pytest.raises(BadCall, match="written twice"):
        refuse_overwriting(pair, [])


def test_what_is_no_file_may_be_written_to_twice(known):
    refuse_overwriting(["/dev/null", "/dev/null", "a.csv", "b.csv"], [known / "data.csv", "/dev/stdin"])
