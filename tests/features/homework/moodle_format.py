"""Rules of Moodle's documentation for its XML format, for the types that we write: the elements that a question must
and may have, their contents, and the fractions that there are. Sources: https://docs.moodle.org/en/Moodle_XML_format,
and `question/format/xml/format.php` of Moodle, which reads the format."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

__all__ = ["problems"]

FORMATS = {"html", "moodle_auto_format", "plain_text", "markdown"}
FRACTIONS = {0, 5, 10, 11.11111, 12.5, 14.28571, 16.66667, 20, 25, 30, 33.33333, 40, 50, 60, 66.66667, 70, 75, 80}
FRACTIONS |= {83.33333, 90, 100}  # any other is refused, or moved to the nearest
NUMBERS = {"defaultgrade", "penalty", "tolerance", "responsefieldlines"}
FLAGS = {"hidden", "usecase", "responserequired", "attachments", "attachmentsrequired"}
CHOICES = {
    "single": {"true", "false"},
    "shuffleanswers": {"true", "false", "0", "1"},
    "answernumbering": {"none", "abc", "ABCD", "123", "iii", "IIII"},
    "responseformat": {"editor", "editorfilepicker", "plain", "monospaced", "noinline"},
}
TEXTS = {"questiontext", "generalfeedback", "graderinfo", "responsetemplate", "feedback"}
TEXTS |= {f"{which}feedback" for which in ("correct", "partiallycorrect", "incorrect")}

HEAD = {"name", "questiontext", "generalfeedback", "defaultgrade", "penalty", "hidden"}
MUST = {
    "shortanswer": {"usecase", "answer"},
    "numerical": {"answer"},
    "multichoice": {"single", "shuffleanswers", "answernumbering", "answer"}
    | {f"{which}feedback" for which in ("correct", "partiallycorrect", "incorrect")},
    "essay": {"responseformat", "responserequired", "responsefieldlines", "attachments", "attachmentsrequired"}
    | {"graderinfo", "responsetemplate"},
}
MAY = {"idnumber", "tags"}
MOST_NAME = 255  # letters that the field for a name takes


def problems(source: str) -> list[str]:
    """Return the faults of a file, each with its place; none if Moodle takes it."""
    if not source.startswith('<?xml version="1.0" encoding="UTF-8"?>\n'):
        return ["the declaration is missing"]
    quiz = ElementTree.fromstring(source)
    found = [] if quiz.tag == "quiz" and len(quiz) else ["no quiz"]
    if quiz[0].get("type") != "category":
        found.append("questions before the first category")
    for place, question in enumerate(quiz, start=1):
        kind = question.get("type", "")
        check = _category if kind == "category" else _question
        found += [f"{place}. {kind}: {problem}" for problem in check(question)]
    return found


def _category(question: Element) -> Iterator[str]:
    path = question.findtext("category/text") or ""
    if not re.fullmatch(r"\$course\$(/([^/]|//)+)+", path) or path != path.strip():
        yield f"category {path!r}"


def _question(question: Element) -> Iterator[str]:
    kind = question.get("type", "")
    if question.tag != "question" or kind not in MUST:
        yield "no such type"
        return
    counts = Counter(child.tag for child in question)
    wanted = HEAD | MUST[kind]
    yield from (f"{tag} is missing" for tag in sorted(wanted - counts.keys()))
    yield from (f"{tag} does not belong there" for tag in sorted(counts.keys() - wanted - MAY))
    yield from (f"{tag} stands there {n} times" for tag, n in counts.items() if n > 1 and tag != "answer")
    name = question.findtext("name/text") or ""
    if not name.strip() or len(name) > MOST_NAME or re.search(r"<\w", name):  # what looks like a tag is taken out
        yield f"name {name!r}"
    if not (question.findtext("questiontext/text") or "").strip():
        yield "no text"
    for child in question:
        yield from _answer(child, kind) if child.tag == "answer" else _element(child)
    yield from _marks(question, kind)


def _element(one: Element) -> Iterator[str]:
    text = one.text or ""
    if one.tag in TEXTS:
        if one.get("format") not in FORMATS or [child.tag for child in one] != ["text"]:
            yield f"{one.tag}: a text with its format"
    elif (
        (one.tag in NUMBERS and not re.fullmatch(r"\d+(\.\d+)?", text))
        or (one.tag in FLAGS and text not in ("0", "1"))
        or (one.tag in CHOICES and text not in CHOICES[one.tag])
    ):
        yield f"{one.tag}: {text!r}"


def _answer(answer: Element, kind: str) -> Iterator[str]:
    may = {"text", "feedback"} | ({"tolerance"} if kind == "numerical" else set())
    if {child.tag for child in answer} - may or len(answer) != len({child.tag for child in answer}):
        yield "answer: elements"
    text = answer.findtext("text") or ""
    if not text.strip() or text != text.strip():  # Moodle takes the space around it away
        yield f"answer {text!r}"
    if kind == "numerical" and not re.fullmatch(r"-?\d+(\.\d+)?", text):
        yield f"answer {text!r} is no number"
    if kind == "shortanswer" and re.search(r"(?<!\\)\*", text):
        yield f"answer {text!r} stands for anything"
    if float(answer.get("fraction", "nan")) not in FRACTIONS:
        yield f"fraction {answer.get('fraction')}"
    if answer.get("format", "moodle_auto_format") not in FORMATS:
        yield f"format {answer.get('format')}"
    for child in answer:
        yield from _element(child) if child.tag != "text" else ()


def _marks(question: Element, kind: str) -> Iterator[str]:
    """Somebody must be able to get full marks."""
    marks = [float(one.get("fraction", "nan")) for one in question.findall("answer")]
    texts = [one.findtext("text") for one in question.findall("answer")]
    if marks and max(marks) != 100:
        yield "no answer gets full marks"
    if kind == "multichoice" and len(marks) < 2:
        yield "nothing to choose from"
    if len(set(texts)) < len(texts):
        yield "the same answer twice"
