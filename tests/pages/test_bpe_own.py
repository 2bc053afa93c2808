"""`/bpe` with words of one's own, typed or uploaded: they step like any other, and a mistake loses nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from streamlit.delta_generator import DeltaGenerator

from tests.pages import visit
from tokviz.algorithms import Progress
from tokviz.bpe import PRESETS, train
from tokviz.corpus import MAX_COUNT, MAX_LONG_WORD_CHARS, MAX_UPLOAD_BYTES, parse
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.views.shared.catalog import LANGUAGES, Catalog, load
from tokviz.views.shared.display import visible
from tokviz.views.shared.messages import progress_text
from tokviz.web.computing import memory

EN, ZH = load("en"), load("zh")
WORDS = "low 5\nlower 2\nnewest 6\nwidest 3"
MERGES = ["e s", "es t", "est </w>"]


# -- typed -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_nothing_yet(language: str) -> None:
    at = visit.bpe(example="own", lang=language)
    assert [info.value for info in at.info] == [load(language)("train.empty")]
    assert visit.payload(at) is None
    assert not at.error


@pytest.mark.parametrize("text", ["", " \n\t ", "\u3000\u2028"])
def test_white_space_is_nothing_yet(text: str) -> None:
    at = visit.own(text)
    assert EN("train.empty") in visit.texts(at.main)
    assert at.text_area(key="bpe_text").value == text


def test_typed_words_step_like_an_example() -> None:
    at = visit.own(WORDS)
    assert visit.merges(at)[:3] == MERGES
    assert at.query_params == {"example": "own", "corpus": WORDS}
    assert visit.step(at) == 0


def test_a_pasted_paragraph() -> None:
    at = visit.own("The tram comes. The trams come and the tram goes; then more trams come.")
    assert visit.merges(at)
    assert set(visit.rows(at, 0)) >= {"The", "tram", "comes", "."}
    at.selectbox(key="bpe_split").select("whitespace")
    assert "comes." in visit.rows(visit.alive(at.run()), 0)
    assert at.query_params["split"] == "whitespace"


def test_a_long_text_stays_out_of_the_link_and_says_so() -> None:
    at = visit.own("tram " * MAX_LINK_CHARS)
    assert "corpus" not in at.query_params
    assert EN("notice.long-text", limit=f"{MAX_LINK_CHARS:,}") in visit.texts(at.main)


def test_the_text_is_kept_while_an_example_is_looked_at() -> None:
    at = visit.own(WORDS)
    at = visit.pick(at, "bpe_example", "hug")
    assert visit.merges(at)[0] == "u g"
    assert at.query_params == {"example": "hug"}
    at = visit.pick(at, "bpe_example", "own")
    assert visit.merges(at)[:3] == MERGES
    assert at.text_area(key="bpe_text").value == WORDS


MISTAKES = {
    "zero": ("low 5\nlower 0", "lower"),
    "negative": ("low 5\nlower -2", "lower"),
    "fractional": ("low 5\nlower 2.5", "lower"),
    "no count": ("low 5\nlower 2\nnewest", "newest"),
    "10^18": (f"low 5\nlower {10**18}", MAX_COUNT),
    "10^13": (f"low 5\nlower {10**13}", MAX_COUNT),
    "very many digits": ("low 5\nlower " + "9" * 5_000, MAX_COUNT),
    "a word of a million characters": ("x" * 1_000_000, MAX_LONG_WORD_CHARS),
    "half a character": ('{"lo\\ud800w": 5, "lower": 2}', "D800"),
    "quotes left open": ('{"low": 5, "lower: 2}', ""),
    "an object without counts": ('{"low": "x"}', "low"),
    "brackets without end": ("[" * 5_000, ""),
}


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize(("text", "named"), list(MISTAKES.values()), ids=list(MISTAKES))
def test_a_mistake_is_said_and_the_text_stays(text: str, named: str | int, language: str) -> None:
    at = visit.own(text, lang=language)
    assert len(at.error) == 1
    written = load(language).integer(named) if isinstance(named, int) else named
    assert written in visit.plain(at.error[0].value)
    assert len(at.error[0].value) < 600
    assert visit.payload(at) is None
    assert at.text_area(key="bpe_text").value == text

    assert visit.alive(at.run()).text_area(key="bpe_text").value == text
    at.text_area(key="bpe_text").input(WORDS)
    assert visit.merges(visit.alive(at.run()))[:3] == MERGES
    assert not at.error


def test_the_line_of_a_mistake_is_named() -> None:
    at = visit.own("low 5\nnewest 6\nlower 0\nwidest 3")
    assert visit.plain(at.error[0].value).startswith("Line 3: ")


def test_one_letter_words_have_nothing_to_merge() -> None:
    at = visit.own("a 5\nb 2", rules="course")
    shown = visit.payload(at)
    assert shown is not None
    assert shown["total"] == 0
    assert shown["frames"][0]["say"][-1] == {"kind": "note", "text": [EN("bpe.stopped.no_pairs")]}
    for view in ("vocabularies", "course", "tree", "files"):
        visit.bpe(corpus="a 5\nb 2", view=view, vs="minbpe")


@pytest.mark.parametrize(
    ("name", "corpus"), [("bpe", "long progress, long progress"), ("wordpiece", "long progress, too")]
)
def test_a_long_training_shows_its_merges_and_can_be_cancelled(
    name: str, corpus: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    def text(at: Progress, say: Catalog) -> str:
        told.append(progress_text(at, say))
        return told[-1]

    monkeypatch.setattr(memory, "_PATIENCE", -1.0)
    monkeypatch.setattr(memory, "_PAUSE", -1.0)
    monkeypatch.setattr(memory, "progress_text", text)
    at = visit.opened(name, example="own", corpus=corpus, merges="3")
    assert visit.payload(at) is not None
    assert len(dict.fromkeys(told)) == 3
    assert told[0].startswith("1 merge done; ")
    assert [one for one in visit.elements(at.main) if str(one.key).startswith("train_cancel")] == []


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("bpe", {"merges": "3"}),
        ("wordpiece", {"merges": "3"}),
        ("wordpiece", {"rules": "tf-text", "vocab": "30"}),
        ("unigram", {"vocab": "30"}),
    ],
)
def test_cancel_is_there_before_the_first_step(
    name: str, query: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To count what a large corpus is made of takes seconds; at every checkpoint of it the visitor can end it."""
    monkeypatch.setattr(memory, "_PATIENCE", -1.0)
    drawn: list[tuple[str, bool]] = []
    draw = DeltaGenerator.progress

    def drawing(bar: DeltaGenerator, value: float, text: str) -> DeltaGenerator:
        drawn.append((text, value == 0))
        return draw(bar, value, text)

    monkeypatch.setattr(DeltaGenerator, "progress", drawing)
    corpus = f"before the first step of {name} with {' '.join(query)}"
    at = visit.opened(name, example="own", corpus=corpus, **query)
    assert visit.payload(at) is not None
    assert drawn[0] == (EN("train.progress.begin"), True)
    assert [one for one in visit.elements(at.main) if str(one.key).startswith("train_cancel")] == []


def test_swapped_columns_are_read_with_a_note() -> None:
    at = visit.own("count,word\n5,low\n2,lower\n6,newest\n3,widest")
    assert visit.merges(at)[:3] == MERGES
    at = visit.own("5,low\n2,lower\n6,newest\n3,widest")
    assert visit.merges(at)[:3] == MERGES
    assert [visit.plain(info.value) for info in at.info] == [EN("note.columns-swapped")]


def test_a_note_is_in_the_language_of_the_page() -> None:
    at = visit.own("low 5\nlow 2", lang="zh")
    assert visit.plain(at.info[0].value) == ZH("note.duplicates-summed", words=1, example="'low'")


HOSTILE = (
    *("<script>alert(1)</script>", "=HYPERLINK(1)", "שלום", "العربية", "👩\u200d👩\u200d👧", "e\u0301é", "\u200d"),
    *("a,b", 'a"b', "a\\b", "`", "``", "**x**", "$x^2$", ":smile:", "[x](y)", "{0}", "%s", "&amp;", "\0\x1b[31m"),
)


@pytest.mark.parametrize("word", HOSTILE)
def test_hostile_words_are_only_text(word: str) -> None:
    """Given as JSON every character is its own; the picture gets the visible form as text, whatever it looks like."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("\0", "\\u0000").replace("\x1b", "\\u001b")
    at = visit.own(f'{{"{escaped}": 3, "b": 2}}', view="merges", step="1")
    assert not at.error
    assert list(visit.rows(at, 0)) == [visible(word), "b"]
    assert visit.strange_html(at.main) == []
    for view in ("vocabularies", "tree"):
        again = visit.bpe(**at.query_params | {"view": view, "vs": "minbpe", "step": "1"})
        assert list(visit.rows(again, 0)) == [visible(word), "b"]


@pytest.mark.parametrize("split", ["whitespace", "words", "bert", "gpt2", "cl100k", "o200k", "metaspace", "none"])
def test_every_way_to_split(split: str) -> None:
    at = visit.bpe(corpus="Don't stop! 东京 is far, 東京 <b>x</b> near. 👩\u200d👧 שלום", split=split, rules="course")
    assert visit.merges(at)
    assert not at.error


# -- uploaded --------------------------------------------------------------------------------------------------------

FILES = {
    "words.txt": WORDS.encode(),
    "words.csv": b"word,count\nlow,5\nlower,2\nnewest,6\nwidest,3\n",
    "words.tsv": b"low\t5\nlower\t2\nnewest\t6\nwidest\t3\n",
    "words.json": b'{"low": 5, "lower": 2, "newest": 6, "widest": 3}',
    "utf-16-le.txt": "\ufeff".encode("utf-16-le") + WORDS.encode("utf-16-le"),
    "utf-16-be.txt": "\ufeff".encode("utf-16-be") + WORDS.encode("utf-16-be"),
    "bom.csv": b"\xef\xbb\xbflow,5\r\nlower,2\r\nnewest,6\r\nwidest,3\r\n",
    "../../words.TXT": WORDS.encode(),
}


@pytest.mark.parametrize("name", list(FILES))
def test_uploaded_words_step_like_an_example(name: str) -> None:
    at = visit.uploaded(name, FILES[name])
    assert visit.merges(at)[:3] == MERGES
    assert visit.alive(at.run()).query_params == {"example": "own"}


def test_a_file_in_utf_16_says_how_it_was_read() -> None:
    at = visit.uploaded("a.txt", FILES["utf-16-le.txt"])
    assert [visit.plain(info.value) for info in at.info] == [EN("note.encoding", encoding="UTF-16-LE")]


@pytest.mark.parametrize(
    ("name", "content", "named"),
    [
        ("latin-1.txt", "né 5\nlow 2".encode("latin-1"), ["0xE9", "UTF-8"]),
        ("nul.txt", b"low 5\nlo\0w 2", ["NUL", "8"]),
        ("utf-16-without-mark.txt", WORDS.encode("utf-16-le"), ["NUL"]),
        ("paper.txt", b"%PDF-1.7 \xff", ["PDF"]),
        ("empty.txt", b"", []),
        ("zero.csv", b"low,0\nlower,2\n", ["Line 1", "low"]),
        ("columns.csv", b"low,5,x\nlower,2\n", ["Line 1"]),
        ("broken.json", b'{"low": 5', []),
        ("list.json", b"[1, 2]", []),
        ("big.txt", b"a " * (MAX_UPLOAD_BYTES // 2 + 1), [f"{MAX_UPLOAD_BYTES:,}"]),
    ],
)
def test_a_file_that_cannot_be_read_is_said(name: str, content: bytes, named: list[str]) -> None:
    at = visit.uploaded(name, content)
    assert len(at.error) == 1
    assert [part for part in named if part not in visit.plain(at.error[0].value)] == []
    assert visit.payload(at) is None
    assert EN("train.empty") in visit.texts(visit.put_file_away(at, "bpe").main)


def test_a_file_counts_before_the_text_and_the_text_stays() -> None:
    at = visit.own("hug 10, pug 5, hugs 5")
    assert visit.merges(at)[0] == "u g"
    assert visit.merges(visit.upload(at, "bpe", "words.txt", WORDS.encode()))[:3] == MERGES
    assert visit.merges(visit.put_file_away(at, "bpe"))[0] == "u g"
    assert at.text_area(key="bpe_text").value == "hug 10, pug 5, hugs 5"


def test_a_link_of_an_uploaded_file_does_not_hold_another_text() -> None:
    """The page shows the file; a link with the typed text would open something else."""
    at = visit.own("hug 10, pug 5, hugs 5")
    assert "corpus" not in visit.upload(at, "bpe", "words.txt", WORDS.encode()).query_params


def test_two_files_of_the_same_name_are_told_apart() -> None:
    at = visit.uploaded("words.txt", WORDS.encode())
    assert visit.merges(at)[:3] == MERGES
    assert visit.merges(visit.upload(at, "bpe", "words.txt", b"ab 5\nabc 2"))[0] == "a b"


# -- special tokens, and bytes ---------------------------------------------------------------------------------------


def test_a_text_is_split_at_special_tokens_if_asked_to() -> None:
    text = "hello<s>world <s> x hello<s>world"
    query = {"example": "own", "corpus": text, "rules": "huggingface", "split": "gpt2-bytes", "special": "<s>"}
    rules = replace(PRESETS["huggingface"], special_tokens=("<s>",), special_split=True)
    split = train(parse(text, "gpt2-bytes", ("<s>",)).corpus, rules=rules)
    assert visit.merges(visit.bpe(**query, cut="1")) == [" ".join(pair) for pair in split.merges]
    whole = train(parse(text, "gpt2-bytes").corpus, rules=replace(rules, special_split=False))
    assert (
        visit.merges(visit.bpe(**query))
        == [" ".join(pair) for pair in whole.merges]
        != visit.merges(visit.bpe(**query, cut="1"))
    )


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_files_say_which_bytes_they_lack(language: str) -> None:
    query = {"example": "own", "corpus": "low lower lowest", "rules": "huggingface", "split": "gpt2-bytes"}
    told = load(language)("file.written-bytes", number=248, bytes="\0").split("\0")
    captions = visit.written(visit.bpe(**query, view="files", lang=language))
    assert all(visit.plain(part) in visit.plain(captions) for part in told)
    whole = visit.written(visit.bpe(**query, bytes="1", view="files", lang=language))
    assert visit.plain(told[0]) not in visit.plain(whole)
