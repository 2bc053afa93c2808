"""One word for one thing: what the catalogs, the lessons and the glossary may not say, in each language.

A word stands here because another one is ours, or because a reader stumbles over it. Where it is right all the
same, the key is allowed, with the reason.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.catalogs import COMPLETE
from tokviz import guides
from tokviz.texts import LANGUAGES, templates
from tokviz.views.shared import glossary
from tools.reference import pages

TURNS = r"\b(has|have|had|with) (the|its|their|no) turns?\b|\b[Tt]urns? of\b(?! the (last|window))|\bturn goes\b"
ALLOWED_TO = r"\bmay be(?= \w+(ed|en)\b|[.,;:?]|$)"
HOLDS = r"\b[Hh]olds?\b(?! out\b)|\bholding\b"
EQUALS = r"\bas good\b|\b[Ee]qually good\b|\b([Aa]mong|[Bb]etween|[Oo]f) equals\b"
LEFT = r"\b(is|are) left\b(?! (out|alone)\b)"

BANNED: Mapping[str, Mapping[str, str]] = {
    "en": {
        TURNS: "English chooses merge 4",
        ALLOWED_TO: "can be, is allowed",
        HOLDS: "keeps, includes, contains, is true",
        LEFT: "remains",
        r"\bcut\w*\b": "split a word, tokenize a text",
        r"\b[Cc]osts?\b|\bcheap\w*": "a cost is -ln of a probability; what removing a piece brings is a loss",
        r"\b[Ss]ide bar\b": "sidebar",
        r"\b[Ww]hite space\b": "whitespace",
        r"tokenis|normalis|regularis|maximis|minimis": "-ize, -ization",
        r"\b(one|1|token|characters|tokens|pruned|row|column) a (line|token|round|merge|step|word|row)\b": "per",
        r"\b[Ss]tart vocabulary\b": "initial vocabulary",
        r"\b(expectation|maximization) step\b": "E step, M step",
        r"\b[Ee]xpectation\b(?! maximization)|(?<!xpectation )\b[Mm]aximization\b": "E step, M step",
        r"\bunigram (model|tokenizer|training)": "Unigram is a name",
        r"\bleast missed\b|\bscissors\b|\bdraw lots\b|\bput it away\b|\bround for ever\b|\bslips?\b": "plain",
        r"\bPoint at\b|\bWhat becomes of it\b|\bEach two beside\b|\bTimes\b|\bNot at all\b|\bAn own\b": "plain",
        r"\bdivided by (the counts of|both parts' counts)": "divided by their product",
        r"\bpre-tokenizations? step\b|\bpretoken": "pre-token, pre-tokenization",
        r"(?<!any )\bmodern tokenizers work on bytes": "many do",
    },
    "zh": {
        r"预切分|预分割": "预分词",
        r"分数": "得分",
        r"计数|频次|词频": "次数",
        r"起始词表|起始子词|开始词表": "初始词表",
        r"走法": "路径",
        r"舞台": "图",
        r"侧边栏|边栏": "侧栏",
        r"您": "你",
        r"课程(?!网页)": "教程 is the course of Hugging Face, 课 our lesson",
        r"切法|拆法|切开|拆成|切线": "切分 is the one word",
        r"剪刀|剪口|抽签|旋钮|不可惜": "plain words",
        r"求期望|期望步骤|最大化(?!步|）)": "E 步（期望步）, M 步（最大化步）",
        r"示例(?!子)": "例子",
        r"次序": "顺序",
        r"[^\S\n]\n|  ": "no stray blanks",
        r"(?<!一)同一(个)?语料": "同一份语料",
    },
}
"""Language -> what may not be there (a regular expression) -> what to say instead, or why."""

IN_CATALOGS: Mapping[str, Mapping[str, str]] = {
    "en": {
        r"\bstands?\b(?! for)|\bstood\b": "is, appears, is listed",
        r"\bbehind\b": "after",
        r"\bgo(es)? by\b": "picks by, uses",
        r"\b[Pp]resets?\b|\b[Ww]hose\b": "convention",
        r"\b[Ss]tage\b": "the picture; a stage is a step of a tokenizer",
        r"\bsegment(s|ed|ing)?\b": "split a word, tokenize a text",
        r"\balike\b": "the same, identical",
        r"\bof (its|your|one's) own\b|\bone's own\b": "your own text",
        r"(^|[.:] )Who\b|\b[Ww]hoever\b|\b[Ss]omebody\b": "a statement has a subject",
        r"\bin the manner of\b": "like",
        r"licence|colour|neighbour|behaviour|\b[Gg]rey\b": "American spelling",
        r"\d %": "29.0%",
        r"\banew\b": "again",
        r"\btravels?\b|\bbrings? along\b|\btaken? along\b": "is included",
        r"\.\.\.": "…",
        EQUALS: "a tie; ties go to the first",
        r"\bgoes without\b|\bpredict that it goes\b|\bpieces go\b": "is removed",
        r"\blets go\b|\bkeeps it lit\b|\blights? up\b": "click to keep, Esc to clear",
        r"\b[Gg]lossary (pattern|entry)\b": "protected pattern",
        r"\b[Tt]hese rules\b|\b[Tt]he rules (of|take|go|look|ask|end)\b": "convention",
        r"\bnothing was trained on\b": "held-out",
    },
    "zh": {
        r"份额|(?<!按)比例": "占比",
        r"模式": "切分正则",
        r"同样好": "并列",
        r"这套规则|规则取": "约定",
        r"导学": "课",
        r"演示区": "图",
        r"添加的词元": "附加词元",
        r"未参与训练": "留出文本",
        r"学得": "学到",
        r"得点|够得着": "plain words",
        r"预设": "约定",
        r"\d %": "29.0%",
    },
}
"""Language -> what no text of a catalog may say (a regular expression) -> what to say instead."""

IN_CATALOGS_ALLOWED: Mapping[tuple[str, str, str], str] = {
    ("en", "cli.stages.", "stage"): "of a tokenizer",
    ("en", "column.stage", "Stage"): "of a tokenizer",
    ("en", "tokenizers.rows.label.", "stage"): "of a tokenizer",
    ("en", "vocabulary.stages", "stage"): "of a tokenizer",
}
"""Language, the beginning of a key, a word -> why it is right there."""

LONG: Mapping[str, str] = {
    "cli.": "help in a terminal",
    "erratum.": "an erratum or a note with its arithmetic, folded away",
    "file.vocab-bpe": "a note about a file, folded away",
    "file.vocab-unigram": "a note about a file, folded away",
    "lattice.samples.details": "folded away",
    "live.about": "a list of steps",
    "preset.limit.unigram.sentencepiece.details": "folded away",
    "vocabulary.reach.details": "folded away",
    "measure.gain.worksheet.task": "instructions on a printed sheet",
    "measure.score.worksheet.task": "instructions on a printed sheet",
    "worksheet.task.": "instructions on a printed sheet",
}
"""The beginning of a key -> why an English text may have more than 25 words."""

IN_DOCUMENTS: Mapping[str, str] = {
    TURNS: "English chooses merge 4",
    ALLOWED_TO: "can be, is allowed",
    HOLDS: "keeps, includes, contains, is true",
    LEFT: "remains",
    r"\bstands?\b(?! for)|\bstood\b": "is, appears, is listed",
    r"\bbehind\b(?! ((a |the |your )?([Pp]roxy|HAProxy)|one (address|$)))": "after",
    r"\bgoes by\b|\bgo by\b": "uses, picks by",
    r"\b[Ww]hoever\b|\b[Ss]omebody\b|\bone's own\b": "you, a visitor, your own",
    r"(^|[.:] )Who\b(?! sees)": "a statement has a subject",
    r"in the manner of": "like",
    r"licence|colour|neighbour|behaviour|normalis|tokenis|renormalis": "American spelling",
    r"\d %": "29.0%",
    EQUALS: "a tie; ties go to the first",
    r"\bput(s)? right\b|\bmend(s|ed)?\b": "fix",
    r"\banew\b": "again",
    r"\bside bar\b|\bwhite space\b": "sidebar, whitespace",
    r"\btravels?\b|\bbrings? along\b": "is included",
}
"""Words that README and documents may not use (a regular expression) -> words to use instead. Decisions are exempt."""

ALLOWED: Mapping[tuple[str, str, str], str] = {
    ("en", "lattice.", r"[Cc]osts?"): "-ln of a probability, as the page says",
    ("en", "reason.arc.unknown", r"costs"): "-ln of a probability, as the page says",
    ("en", "erratum.course-unigram-plus-one.", r"costs?"): "the course's figures are -ln of a probability",
    ("en", "unigram.figure.cost", r"Cost"): "the course's figures are -ln of a probability",
    ("en", "term.cost", r"[Cc]osts?"): "what a cost is",
    ("en", "term.perplexity", r"cost"): "-ln of a probability, which the definition links to",
    ("en", "term.nat", r"cost"): "-ln of a probability, which the definition links to",
    ("en", "term.e-step", r"expectation"): "the long form of E step",
    ("en", "term.m-step", r"maximization"): "the long form of M step",
    ("en", "worksheet.kind.", r"expectation|maximization"): "the long form of E step and M step",
    ("en", "lesson.unigram.", r"expectation|maximization"): "the lesson introduces E step and M step",
    ("zh", "control.split.help", r"计数"): "a verb",
    ("zh", "why.counting", r"计数"): "a verb",
    ("zh", "lesson.", r"计数"): "a verb",
    ("zh", "lesson.", r"分数"): "a fraction",
    ("zh", "compare.why.bytes", r"拆成"): "a character is taken apart here, not a word",
}
"""Language, the beginning of a key, a word that is banned elsewhere -> why it is right there."""


@cache
def texts(language: str) -> Mapping[str, str]:
    """Everything that a visitor reads, by key: the catalog, the glossary, and the cards of the lessons."""
    every = {**templates(language), **dict(_terms(language)), **dict(_lessons(language))}
    if language in COMPLETE:
        return every
    return {key: text for key, text in every.items() if text != texts("en").get(key)}  # what is not in English yet


def _terms(language: str) -> Iterator[tuple[str, str]]:
    for term in glossary.load().values():
        yield f"term.{term.key}", f"{term.called(language)}: {term.plain(language)}"


def _lessons(language: str) -> Iterator[tuple[str, str]]:
    for name in guides.ORDER:
        lesson = guides.load(name)
        yield f"lesson.{name}.title", lesson.title[language]
        yield f"lesson.{name}.line", lesson.line[language]
        yield f"lesson.{name}.goal", lesson.goal[language]
        for number, card in enumerate(lesson.cards, start=1):
            asked = [text[language] for ask in card.asks for text in ask_texts(ask) if language in text]
            texts = (card.title[language], card.text[language], card.notes[language], *asked)
            yield f"lesson.{name}.{number}", "\n".join(texts)


def ask_texts(ask: guides.Ask) -> Iterator[Mapping[str, str]]:
    """Yield the question of an ask that has reasons, the reasons and the responses to them."""
    if ask.reasons:
        yield ask.question
    for reason in ask.reasons:
        yield from (reason.text, reason.response)


def plain(text: str) -> str:
    """Return the text as it is read: without placeholders and code."""
    return re.sub(r"\{[^{}]*\}|`[^`]*`", "…", text)


def found(language: str, pattern: str) -> dict[str, str]:
    """Key -> what a pattern finds in its text."""
    matches = {key: re.search(pattern, plain(text)) for key, text in texts(language).items()}
    return {key: match[0] for key, match in matches.items() if match}


def found_in_catalog(language: str, pattern: str) -> dict[str, str]:
    """Key -> what a pattern finds in its text, for the texts of the catalog."""
    ours = templates(language)
    return {key: word for key, word in found(language, pattern).items() if key in ours}


def is_allowed(language: str, key: str, word: str) -> bool:
    return any(one == language and key.startswith(start) and re.fullmatch(right, word) for one, start, right in ALLOWED)


@pytest.mark.parametrize(("language", "pattern"), [(one, pattern) for one in BANNED for pattern in BANNED[one]])
def test_no_banned_word(language: str, pattern: str) -> None:
    wrong = {key: word for key, word in found(language, pattern).items() if not is_allowed(language, key, word)}
    assert wrong == {}, f"say instead: {BANNED[language][pattern]}"


@pytest.mark.parametrize(
    ("language", "pattern"), [(one, pattern) for one in IN_CATALOGS for pattern in IN_CATALOGS[one]]
)
def test_no_replaced_word_in_the_catalogs(language: str, pattern: str) -> None:
    wrong = {
        key: word
        for key, word in found_in_catalog(language, pattern).items()
        if not any(
            one == language and key.startswith(start) and word == right for one, start, right in IN_CATALOGS_ALLOWED
        )
    }
    assert wrong == {}, f"say instead: {IN_CATALOGS[language][pattern]}"


@pytest.mark.parametrize(("language", "start", "right"), list(IN_CATALOGS_ALLOWED))
def test_no_exception_of_the_catalogs_is_left_over(language: str, start: str, right: str) -> None:
    matches = [found_in_catalog(language, pattern) for pattern in IN_CATALOGS[language]]
    assert [key for one in matches for key, word in one.items() if key.startswith(start) and word == right]


def test_no_text_is_long() -> None:
    """Tests of pages count the words of captions that are put together of several texts."""
    long = {key for key, text in templates("en").items() if len(text.split()) > 25}
    assert {key for key in long if not key.startswith(tuple(LONG))} == set()
    assert {start for start in LONG if not any(key.startswith(start) for key in long)} == set()


def test_no_chinese_sentence_is_long() -> None:
    """Characters alone are counted: neither placeholders nor code nor Latin words, nor what is in brackets."""
    sentences = ((key, one) for key, text in templates("zh").items() for one in re.split(r"[。！？；\n]", text))
    spoken = ((key, re.sub(r"（[^（）]*）|\{[^{}]*\}|`[^`]*`", "", one)) for key, one in sentences)
    assert {key: one for key, one in spoken if len(re.findall(r"[\u3400-\u9fff，、：]", one)) > 35} == {}


@pytest.mark.parametrize(("language", "start", "right"), list(ALLOWED))
def test_no_exception_is_left_over(language: str, start: str, right: str) -> None:
    words = [found(language, pattern) for pattern in BANNED[language]]
    assert [key for one in words for key, word in one.items() if key.startswith(start) and re.fullmatch(right, word)]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the word is cut in two"),
        ("en", "one token a line"),
        ("en", "It is the turn of English."),
        ("en", "German has the turn"),
        ("en", "a pair that may be merged"),
        ("en", "the most frequent one that may be."),
        ("en", "a token that holds a third of a character"),
        ("en", "nothing is left"),
        ("zh", "分数"),
        ("zh", "您"),
    ],
)
def test_the_lists_find_what_they_are_for(language: str, text: str) -> None:
    assert any(re.search(pattern, text) for pattern in BANNED[language])


def test_every_complete_language_has_its_list() -> None:
    assert set(COMPLETE) <= set(BANNED) <= set(LANGUAGES)


@pytest.mark.parametrize("pattern", IN_DOCUMENTS)
def test_no_banned_word_in_a_document(root: Path, pattern: str) -> None:
    """Prose alone: listings and code are left out, and so are pages that repeat the catalogs."""
    paths = [*root.glob("*.md"), *(root / "docs").rglob("*.md")]
    ours = [path for path in paths if "decisions" not in path.parts and path not in dict(pages())]
    assert len(ours) > 20
    wrong = {
        f"{path.relative_to(root)}: {line.strip()}"
        for path in ours
        for line in _prose(path.read_text("utf-8")).splitlines()
        if re.search(pattern, line)
    }
    assert wrong == set(), f"say instead: {IN_DOCUMENTS[pattern]}"


def _prose(text: str) -> str:
    """Return a document without listings and code."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"`[^`\n]*`", "…", re.sub(r"(?m)^ {4}.*$", "", text))
