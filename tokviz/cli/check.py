"""``tokviz check``: a function of one's own in a process of its own, or a list of merges or a
vocabulary beside every convention."""

from __future__ import annotations

from argparse import Namespace
from multiprocessing import get_context
from pathlib import Path

from tokviz.cli import check_child, files
from tokviz.cli.options import choose
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

_DIFFERS = 1


def run(arguments: Namespace, say: Catalog) -> int:
    """Check, and say what was found. The exit code is 0 where nothing differs, 1 where something does."""
    name = choose("NAME", arguments.name, tuple(FUNCTIONS))
    if not arguments.file.endswith(".py"):
        return _merges(arguments, name, say)
    if not Path(arguments.file).is_file():
        files.read(arguments.file)  # which says what is wrong with it
    rules = arguments.rules or "course"
    choose("--rules", rules, tuple(FUNCTIONS[name].presets))
    function = arguments.function or name.rpartition(".")[2]
    checked, report = _checked(name, arguments.file, function, rules, arguments.seed, _seconds(arguments.seconds), say)
    files.write(f"{report}\n")
    if arguments.show and (checked is None or not checked.passed):
        _show(checked, arguments, say)
    return 0 if checked is not None and checked.passed else _DIFFERS


def _show(checked: Checked | None, arguments: Namespace, say: Catalog) -> None:
    """Write the page that steps to where the function differs, and say where it is."""
    page = None if checked is None else arguments.more_formats["html"](checked, say)
    if page is None:
        files.write(f"{say('cli.check.show.none')}\n")
        return
    path = arguments.output or f"{Path(arguments.file).stem}-replay.html"
    files.write(page, path)
    if path != files.STDIN:
        files.write(f"{say('cli.check.shown', file=path)}\n")


def _seconds(value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 3600:
        raise TokvizError("cli-seconds", value=value)
    return seconds


def _checked(
    name: str, path: str, function: str, rules: str, seed: str, seconds: float, say: Catalog
) -> tuple[Checked | None, str]:
    """Return the result, None where the function never answered, and the sentences.

    seconds: the limit of one case.
    """
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
            message = ours.recv()
            match message:
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


def _told(text: str, case: Case | None, say: Catalog) -> str:
    """Return the sentences about the result and its case."""
    if case is None:
        return text
    listed = ", ".join(f"{visible(word)} {count}" for word, count in case.corpus.items())
    if case.word:
        return f"{text}\n{say('cli.check.case.word', corpus=listed, word=visible(case.word))}"
    return f"{text}\n{say('cli.check.case', corpus=listed)}"


# -- lists of merges ---------------------------------------------------------------------------------------------------


def _merges(arguments: Namespace, name: str, say: Catalog) -> int:
    """Print which convention a file of merges, or a vocabulary, follows on a corpus."""
    if name not in {"bpe.train", "wordpiece.train"}:
        raise TokvizError("cli-check-python", file=arguments.file)
    if arguments.corpus is None:
        raise TokvizError("cli-check-corpus")
    request = TrainingRequest(example=OWN, text=files.read_text(arguments.corpus))
    corpus = read_corpus(request, LocalMemory()).corpus
    algorithm: Name = "wordpiece" if name.startswith("wordpiece") else "bpe"
    try:
        all_fits = fits(corpus, files.read_text(arguments.file), algorithm)
    except UnreadableError as error:
        raise TokvizError("cli-merges", file=arguments.file, why=as_text(sentence(error.line, say))) from None
    files.write("\n".join(convention_rows(all_fits, say, as_text)) + "\n")
    wanted = [fitted for fitted in all_fits if fitted.rules == arguments.rules] if arguments.rules else all_fits
    return 0 if any(fitted.follows for fitted in wanted) else _DIFFERS
