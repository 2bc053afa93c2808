"""Break guards and rules one at a time, and see whether the tests notice.

    python -m tools.mutations               all of them; a few minutes
    python -m tools.mutations --list        their names
    python -m tools.mutations --only ties   those whose name has this in it

Each is a small change of a text at a named place, with the tests that must fail then. They run on a copy, so the
checkout is not touched. First the tests run without a change. The status is 1 if a change is not noticed, and 2 if
nothing can be said: a text is not where it was, or a test fails without a change.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

__all__ = ["MUTATIONS", "Mutation", "caught", "main", "problems"]

ROOT = Path(__file__).resolve().parents[1]
_SECONDS = 300  # for the tests of one change; one that runs without end was noticed


@dataclass(frozen=True)
class Mutation:
    """A change that breaks something. file, old, new: what is put in place of what, and where; `old` is there once.
    tests: files of tests, of which one must fail; those that end in .js are run by node."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]


MUTATIONS = (
    # -- rules of algorithms
    Mutation(
        "BPE stops before the minimum count",
        "tokviz/merging/training.py",
        "if state.counts[best] < rules.minimum_count:",
        "if state.counts[best] <= rules.minimum_count:",
        ("tests/bpe/test_worked_examples.py", "tests/bpe/test_golden.py"),
    ),
    Mutation(
        "ties of BPE go to the pair seen last",
        "tokviz/merging/training.py",
        "return lambda pairs: _first_places(pairs, state)",
        "return lambda pairs: ((-w, -i) for w, i in _first_places(pairs, state))",
        ("tests/bpe/test_worked_examples.py", "tests/bpe/test_golden.py"),
    ),
    Mutation(
        "ties of WordPiece go to the pair seen last",
        "tokviz/merging/training.py",
        '"first-seen": lambda pair: _first_place(pair, state),',
        '"first-seen": last_seen,',
        ("tests/wordpiece/test_training.py",),
    ),
    Mutation(
        "BPE merges the highest rank first",
        "tokviz/bpe/apply_merges.py",
        "lowest = min(ranks)",
        "lowest = max(ranks)",
        ("tests/bpe/test_apply_merges.py", "tests/bpe/test_model.py"),
    ),
    Mutation(
        "WordPiece divides the count by a sum",
        "tokviz/wordpiece/scores.py",
        "scores = counts / (left.astype(float) * right)",
        "scores = counts / (left.astype(float) + right)",
        ("tests/wordpiece/test_training.py",),
    ),
    Mutation(
        "WordPiece gives up on the longest word that it takes",
        "tokviz/wordpiece/model.py",
        """characters.\"\"\"
        if len(word) > self.max_word_length:""",
        """characters.\"\"\"
        if len(word) >= self.max_word_length:""",
        ("tests/wordpiece/test_model.py",),
    ),
    Mutation(
        "Unigram removes characters",
        "tokviz/unigram/training.py",
        "is_kept |= self._is_character[self.live]",
        "is_kept = is_kept | False",
        ("tests/unigram/test_training.py", "tests/unigram/test_worked_examples.py"),
    ),
    Mutation(
        "Unigram takes another of two equally likely segmentations",
        "tokviz/unigram/trellis.py",
        "better = totals > best[ends]",
        "better = totals >= best[ends]",
        ("tests/unigram/test_trellis.py", "tests/unigram/test_training.py"),
    ),
    Mutation(
        "a library's pruning tries the least likely way around a piece",
        "tokviz/unigram/trellis.py",
        "best[begins] = np.maximum(best[begins], arcs[group] + best[self.end[group]])",
        "best[begins] = np.minimum(best[begins], arcs[group] + best[self.end[group]])",
        ("tests/unigram/test_trellis.py",),
    ),
    # -- what is said and asked
    Mutation(
        "a tie is told as a clear choice",
        "tokviz/merging/reasons.py",
        "rivals = trace.tie_sizes[k] - 1",
        "rivals = trace.tie_sizes[k] * 0",
        ("tests/views/shared/test_reasons.py",),
    ),
    Mutation(
        "an exercise takes one of several right answers",
        "tokviz/exercises/answers.py",
        "return answer in task.accepted",
        "return answer == task.solution",
        ("tests/exercises/test_answers.py", "tests/exercises/test_kinds.py"),
    ),
    Mutation(
        "a picture takes a wrong guess for a tie",
        "tokviz/frontend/picture/asking/answers.js",
        'return !option || option.right ? "tied" : "wrong";',
        'return !option || option ? "tied" : "wrong";',
        ("tokviz/frontend/tests/answers.test.js",),
    ),
    Mutation(
        "a score counts every answer as right",
        "tokviz/frontend/lessons/score.js",
        "right: every.filter(Boolean).length",
        "right: every.length",
        ("tokviz/frontend/tests/kept_answers.test.js",),
    ),
    # -- guards
    Mutation(
        "a cell that is a formula stays one",
        "tokviz/spreadsheet.py",
        """return f"'{text}" if _FORMULA.match(text) else text""",
        """return f"'{text}" if text.startswith("=") else text""",
        ("tests/test_spreadsheet.py",),
    ),
    Mutation(
        "templates write markup of visitors as it is",
        "tokviz/views/shared/rendering.py",
        "autoescape=True",
        "autoescape=False",
        ("tests/features/takeaway/test_replay.py",),
    ),
    Mutation(
        "a text is a command in TeX",
        "tokviz/features/stills/tex.py",
        "    if letter in _ESCAPED:\n        return _ESCAPED[letter]",
        "    if letter in _ESCAPED:\n        return letter",
        ("tests/features/stills/test_tex.py",),
    ),
    Mutation(
        "pieces may be nested without end",
        "tokviz/files/limits.py",
        'check_limit("MAX_NESTED", MAX_NESTED, met=len(chain))',
        'check_limit("MAX_NESTED", MAX_NESTED, met=min(len(chain), 1))',
        ("tests/files/test_hostile.py",),
    ),
    Mutation(
        "a file may have a pattern that takes exponential time",
        "tokviz/files/limits.py",
        "return is_alone or not all(map(_REPEATS_AT_END.fullmatch, left))",
        "return is_alone and not all(map(_REPEATS_AT_END.fullmatch, left))",
        ("tests/files/test_hostile.py",),
    ),
    Mutation(
        "what an upload announces is not counted",
        "tokviz/web/server/upload_limits.py",
        "if size + announced > self._limits.upload_bytes:",
        "if size > self._limits.upload_bytes:",
        ("tests/web/server/test_upload_limits.py",),
    ),
    Mutation(
        "any key leads a class",
        "tokviz/features/live/access.py",
        "return bool(_KEY.fullmatch(key)) and hmac.compare_digest(locked(key), lock)",
        "return bool(_KEY.fullmatch(key)) or hmac.compare_digest(locked(key), lock)",
        ("tests/features/live/test_room.py",),
    ),
    Mutation(
        "wrong codes are not counted for all addresses together",
        "tokviz/features/live/limits.py",
        'return self._of_one.take(name, now) and self._of_all.take("", now)',
        "return self._of_one.take(name, now)",
        ("tests/features/live/test_limits.py", "tests/features/live/test_room_socket.py"),
    ),
    Mutation(
        "students get a question with its answer",
        "tokviz/features/live/questions.py",
        '_TELLING = ("answer", "rule", "task", "others")',
        '_TELLING = ("rule", "task")',
        ("tests/features/live/test_room.py", "tests/features/live/test_tasks.py"),
    ),
    Mutation(
        "a hand-in code may be signed with another key",
        "tokviz/features/homework/codes.py",
        "if key and not hmac.compare_digest(signature, _signature(packed, key)):",
        "if key and not hmac.compare_digest(signature, signature):",
        ("tests/features/homework/test_handin.py",),
    ),
    Mutation(
        "a server on this machine answers to any name",
        "tokviz/web/server/hosts.py",
        "return is_known(host) or self._proxies() > 0 or not (server and is_loopback(server[0]))",
        "return is_known(host) or self._proxies() >= 0 or not (server and is_loopback(server[0]))",
        ("tests/web/server/test_hosts.py",),
    ),
    Mutation(
        "a name leads to any file beside the pictures of links",
        "tokviz/web/arrival/previews.py",
        "if name not in _files():",
        "if not name:",
        ("tests/web/arrival/test_previews.py",),
    ),
    Mutation(
        "signs of Markdown in names of files are drawn",
        "tokviz/web/shared/messages.py",
        'f"\\\\{character}" if character in _MARKDOWN else character',
        "character",
        ("tests/pages/test_file_names.py",),
    ),
    Mutation(
        "trainings of any size run all at once",
        "tokviz/web/computing/training_queue.py",
        "len(busy) + len(first) < self._slots",
        "self._slots > 0",
        ("tests/web/computing/test_training_queue.py",),
    ),
)


def problems(mutations: Iterable[Mutation], root: Path = ROOT) -> tuple[str, ...]:
    """Return a sentence for each change that cannot be made: its text or one of its tests is not where it was."""
    found = []
    for mutation in mutations:
        path = root / mutation.file
        number = path.read_text(encoding="utf-8").count(mutation.old) if path.is_file() else 0
        if number != 1:
            found.append(f"{mutation.name}: {mutation.file} has {number} times, in place of once: {mutation.old}")
        found += [f"{mutation.name}: there is no {test}" for test in mutation.tests if not (root / test).is_file()]
    return tuple(found)


def caught(mutation: Mutation, folder: Path) -> bool:
    """Tell if a test fails once the change is made.

    folder: of a copy, which is as it was afterwards.
    """
    path = folder / mutation.file
    before, times = path.read_text(encoding="utf-8"), path.stat()
    path.write_text(before.replace(mutation.old, mutation.new), encoding="utf-8")
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns + 1_000_000_000))  # Python compares whole seconds
    try:
        return not _pass(mutation.tests, folder)
    finally:
        path.write_text(before, encoding="utf-8")
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns + 2_000_000_000))


def _pass(tests: Sequence[str], folder: Path) -> bool:
    """Tell if tests pass in a copy."""
    scripts = [test for test in tests if test.endswith(".js")]
    modules = [test for test in tests if not test.endswith(".js")]
    quiet = ("-q", "-x", "-n", "0", "-p", "no:randomly", "-p", "no:cacheprovider")
    commands = [[sys.executable, "-m", "pytest", *quiet, *modules]] if modules else []
    commands += [["node", "--test", *scripts]] if scripts else []
    return all(_ends_well(command, folder) for command in commands)


def _ends_well(command: Sequence[str], folder: Path) -> bool:
    try:
        ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=_SECONDS)
    except subprocess.TimeoutExpired:
        return False
    if "pytest" in command and ended.returncode not in (0, 1):  # no test was run, or pytest itself has failed
        raise SystemExit(f"{' '.join(command)}:\n{ended.stdout[-2_000:]}{ended.stderr[-2_000:]}")
    return ended.returncode == 0


def _copied(folder: Path) -> Path:
    """Copy the files of the checkout as they are, changed and new ones too."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the changes, and say which of them no test notices. Returns the status."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutations", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="", help="those whose name has this in it")
    parser.add_argument("--list", action="store_true", help="print the names")
    asked = parser.parse_args(arguments)
    chosen = [mutation for mutation in MUTATIONS if asked.only in mutation.name]
    if asked.list:
        print("\n".join(mutation.name for mutation in chosen))
        return 0
    wrong = problems(MUTATIONS) or (() if chosen else (f"no name has {asked.only!r} in it",))
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
        return 2
    with TemporaryDirectory(prefix="tokviz-mutations-") as place:
        folder = _copied(Path(place))
        tests = tuple(dict.fromkeys(test for mutation in chosen for test in mutation.tests))
        if not _pass(tests, folder):
            print(f"without a change, one of these fails: {' '.join(tests)}", file=sys.stderr)
            return 2
        missed = 0
        for mutation in chosen:
            is_caught = caught(mutation, folder)
            missed += not is_caught
            print(f"{'caught' if is_caught else 'MISSED'}  {mutation.name}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} are caught")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
