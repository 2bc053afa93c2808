"""``tokviz check``: a function of one's own in a process of its own, or a list of merges or a
vocabulary beside every convention."""

from __future__ import annotations

from argparse import Namespace
from multiprocessing import get_context
from pathlib import Path

from tokviz.cli import check_child, files
from tokviz.cli.options import choose, named
from tokviz.errors import TokvizError
from tokviz.examples import OWN
from tokviz.exercises import FUNCTIONS, Checked
from tokviz.exercises.answers import UnreadableError
from tokviz.exercises.checking import Case
from tokviz.exercises.conventions import Name, fits
from tokviz.memory import LocalMemory
from tokviz.state.request import TrainingRequest, read_corpus
from tokviz.views.exercises.wording import convention_rows, sentence, sentences
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shared.sentences import as_text

__all__ = [
    "run",
]

_DIFFERS = 1


def run(asked: Namespace, say: Catalog) -> int:
    """Check, and say what was found. The exit code is 0 where nothing differs, 1 where something does."""
    name = choose("NAME", asked.name, tuple(FUNCTIONS))
    if not asked.file.endswith(".py"):
        return _merges(asked, name, say)
    if not Path(asked.file).is_file():
        files.read(asked.file)  # which says what is wrong with it
    rules = asked.rules or "course"
    choose("--rules", rules, tuple(FUNCTIONS[name].presets))
    function = asked.function or name.rpartition(".")[2]
    checked, told = _checked(name, asked.file, function, rules, asked.seed, _seconds(asked.seconds), say)
    files.write(f"{told}\n")
    if asked.show and (checked is None or not checked.passed):
        _show(checked, asked, say)
    return 0 if checked is not None and checked.passed else _DIFFERS


def _show(checked: Checked | None, asked: Namespace, say: Catalog) -> None:
    """Write the page that steps to where the function differs, and say where it is."""
    page = None if checked is None else named(asked.more_formats["html"])(checked, say)
    if page is None:
        files.write(f"{say('cli.check.show.none')}\n")
        return
    path = asked.output or f"{Path(asked.file).stem}-replay.html"
    files.write(page, path)
    if path != files.STDIN:
        files.write(f"{say('cli.check.shown', file=path)}\n")


def _seconds(given: str) -> float:
    try:
        seconds = float(given)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 3600:
        raise TokvizError("cli-seconds", value=given)
    return seconds


def _checked(
    name: str, path: str, function: str, rules: str, seed: str, seconds: float, say: Catalog
) -> tuple[Checked | None, str]:
    """Return what was found, None where the function never answered, and what to say. seconds: how long one case may
    take."""
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=check_child.run, args=(theirs, name, path, function, rules, seed), daemon=True)
    process.start()
    theirs.close()
    at: Case | None = None
    wait = seconds + 20  # a process takes a while to begin
    try:
        while True:
            if not ours.poll(wait):
                return None, _told(say("cli.check.endless", seconds=say.short(seconds, 4)), at, say)
            told = ours.recv()
            match told:
                case ("case", Case() as at):
                    wait = seconds
                case ("done", Checked() as checked):
                    return checked, _told(as_text(sentences(checked.said, say)), checked.case, say)
                case ("broken", "nameless", named, _):
                    raise TokvizError("cli-function", name=str(named), file=path)
                case ("broken", _, error, line):
                    raise TokvizError("cli-code", file=path, number=int(line), error=str(error))
    except EOFError:
        return None, say("cli.check.gone")
    finally:
        process.kill()
        process.join()
        ours.close()


def _told(what: str, case: Case | None, say: Catalog) -> str:
    """Return what was found, and in which case."""
    if case is None:
        return what
    listed = ", ".join(f"{visible(one)} {count}" for one, count in case.corpus.items())
    if case.word:
        return f"{what}\n{say('cli.check.case.word', corpus=listed, word=visible(case.word))}"
    return f"{what}\n{say('cli.check.case', corpus=listed)}"


# -- lists of merges ---------------------------------------------------------------------------------------------------


def _merges(asked: Namespace, name: str, say: Catalog) -> int:
    """Print which convention a file of merges, or a vocabulary, follows on a corpus."""
    if name not in {"bpe.train", "wordpiece.train"}:
        raise TokvizError("cli-check-python", file=asked.file)
    if asked.corpus is None:
        raise TokvizError("cli-check-corpus")
    request = TrainingRequest(example=OWN, text=files.read_text(asked.corpus))
    corpus = read_corpus(request, LocalMemory()).corpus
    algorithm: Name = "wordpiece" if name.startswith("wordpiece") else "bpe"
    try:
        found = fits(corpus, files.read_text(asked.file), algorithm)
    except UnreadableError as error:
        raise TokvizError("cli-merges", file=asked.file, why=as_text(sentence(error.line, say))) from None
    files.write("\n".join(convention_rows(found, say, as_text)) + "\n")
    wanted = [one for one in found if one.rules == asked.rules] if asked.rules else found
    return 0 if any(one.follows for one in wanted) else _DIFFERS
