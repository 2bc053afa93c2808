"""`/bpe-encode` without a browser: links, examples, own text, uploads and every view below the stage."""

from __future__ import annotations

import base64
import json
import random
import re
from collections import Counter
from typing import Any

import pyarrow as pa
import pytest
from streamlit.testing.v1 import AppTest
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from tests.pages import visit
from tokviz import bpe, examples
from tokviz.bpe.model import MAX_EXPLAINED
from tokviz.formats.huggingface import write_merges, write_vocab
from tokviz.formats.subword_nmt import write_codes
from tokviz.formats.tiktoken import write_ranks
from tokviz.views.catalog import LANGUAGES, Catalog, load
from tokviz.views.display import visible
from tokviz.web.encode_state import DROPOUTS, LOOPS, MAX_SEED, VIEWS, opening_text

EN, ZH = load("en"), load("zh")
LOWEST = [
    *(["l", "o", "w", "e", "s", "t", "</w>"], ["l", "o", "w", "es", "t", "</w>"], ["l", "o", "w", "est", "</w>"]),
    *(["l", "o", "w", "est</w>"], ["lo", "w", "est</w>"], ["low", "est</w>"]),
]


# -- hands and eyes --------------------------------------------------------------------------------------------------


def encode(**query: str) -> AppTest:
    """The page `/bpe-encode`, as a link with this query opens it."""
    at = AppTest.from_file(str(visit.ROOT / "app.py"), default_timeout=60).run()
    at.switch_page("pages/apply_bpe.py")
    at.query_params.update(query)
    return visit.alive(at.run())


def ten(**query: str) -> AppTest:
    """The page with Sennrich's example after ten merges."""
    return encode(example="sennrich", merges="10", **query)


def typed(at: AppTest, text: str) -> AppTest:
    at.text_area(key="encode_text").input(text)
    return visit.alive(at.run())


def chosen(at: AppTest, word: str) -> AppTest:
    at.selectbox(key="encode_word").select(word)
    return visit.alive(at.run())


def upload(at: AppTest, *files: tuple[str, bytes]) -> AppTest:
    at.file_uploader(key="encode_files").set_value(
        [(name, content, "application/octet-stream") for name, content in files]
    )
    return visit.alive(at.run())


def stages(at: AppTest) -> dict[str, dict[str, Any]]:
    """What each stage of the page got, by the end of its key."""
    found = {}
    for element in at.get("bidi_component"):
        data = json.loads(element.proto.json)
        found[element.proto.id.rsplit("-", 1)[-1]] = {**data, "payload": json.loads(data["payload"])}
    return found


def states(at: AppTest) -> list[list[str]]:
    """The chips of the word, frame by frame."""
    built = stages(at)["encode_stage"]["payload"]
    found = []
    for frame in built["frames"]:
        (((_, ((row, _),)),)) = frame["groups"]
        found.append([built["tokens"][chip][0] for chip in built["rows"][row][2]])
    return found


def picture(at: AppTest, name: str) -> list[list[str]]:
    """The rows of chips of a picture."""
    built = stages(at)[name]["payload"]
    return [[built["tokens"][chip][0] for chip in chips] for _, _, chips in (row[:3] for row in built["rows"])]


def step(at: AppTest) -> int:
    return int(stages(at)["encode_stage"]["goto"])


def metrics(at: AppTest) -> list[str]:
    return [metric.value for metric in at.metric]


def said(at: AppTest) -> str:
    return visit.plain(visit.texts(at.main))


def bars(at: AppTest) -> dict[str, int]:
    """The bars of the dropout view: split -> how often."""
    (chart,) = at.get("vega_lite_chart")
    table = pa.ipc.open_stream(chart.proto.datasets[0].data.data).read_all().to_pydict()
    return {split: int(count) for split, count in zip(table["split"], table["count"], strict=True)}


# -- by its links ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_opening_state(language: str) -> None:
    say = load(language)
    at = encode(lang=language)
    assert at.title[0].value == say("page.bpe-encode")
    assert at.text_area(key="encode_text").value == opening_text("sennrich")
    assert at.selectbox(key="encode_word").options[0] == "lowest"
    assert step(at) == 0
    assert [tab.label for tab in at.tabs] == [say(f"tab.{view}") for view in VIEWS]
    assert at.metric[0].label == say("encode.measure.tokens")
    assert stages(at)["encode_stage"]["payload"]["lang"] == language
    assert not at.warning
    assert not at.error
    assert at.query_params == {"lang": language}  # a visit that asked for nothing else leaves the address alone


def test_lowest_after_ten_merges_by_the_link_of_the_issue() -> None:
    at = ten(word="lowest")
    assert states(at) == LOWEST
    assert stages(at)["encode_stage"]["payload"]["total"] == 5


@pytest.mark.parametrize(("word", "end"), [("slow", ["s", "low</w>"]), ("newest", ["newest</w>"])])
def test_a_word_from_the_link(word: str, end: list[str]) -> None:
    at = ten(word=word)
    assert at.selectbox(key="encode_word").value == word
    assert states(at)[-1] == end
    assert at.query_params == {"example": "sennrich", "merges": "10", "word": word}


def test_a_word_that_the_text_does_not_have_is_the_first() -> None:
    at = ten(word="absent")
    assert states(at) == LOWEST
    assert "word" not in at.query_params


@pytest.mark.parametrize(("asked", "got"), [("0", 0), ("3", 3), ("5", 5), ("6", 5), ("9999", 5)])
def test_a_step_from_the_link(asked: str, got: int) -> None:
    at = ten(step=asked)
    assert step(at) == got
    assert at.query_params.get("step", "0") == str(got)


def test_another_word_begins_at_its_beginning() -> None:
    at = ten(step="3")
    before = stages(at)["encode_stage"]["goto_id"]
    chosen(at, "slow")
    assert step(at) == 0
    assert stages(at)["encode_stage"]["goto_id"] > before
    assert at.query_params["word"] == "slow"
    assert "step" not in at.query_params


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("name", [*examples.NAMES])
def test_every_example(name: str, language: str) -> None:
    at = encode(example=name, merges="40", lang=language)
    source = examples.load(name)
    model = bpe.train(source.corpus, merges=40, rules=source.rules).model(
        pretokenizer=source.pretokenizer or "whitespace"
    )
    tokens = model.encode(opening_text(name))
    assert metrics(at)[0] == f"{len(tokens):,}"
    assert picture(at, "encode_tokens_picture") == [[visible(token) for token in tokens[:150]]]
    assert states(at)
    assert at.title[0].value == load(language)("page.bpe-encode")


def test_another_example_brings_its_own_text() -> None:
    at = ten(text="mine all mine")
    at.selectbox(key="bpe_example").select("hug")
    visit.alive(at.run())
    assert at.text_area(key="encode_text").value == opening_text("hug")
    assert at.query_params == {"example": "hug"}
    assert at.selectbox(key="encode_word").value == "bug"


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_each_loop(loop: str, language: str) -> None:
    at = encode(corpus="aaaaaaaa 5", rules="course", merges="2", text="aaaa", loop=loop, lang=language)
    one = [["a"] * 4, ["aa", "a", "a"], ["aa", "aa"], ["aaaa"]]
    assert states(at) == (one if loop == "one-at-a-time" else [one[0], one[2], one[3]])
    assert at.query_params["loop"] == loop
    at.selectbox(key="encode_loop").select("")
    assert "loop" not in visit.alive(at.run()).query_params


@pytest.mark.parametrize(("split", "words", "looked_up"), [("whitespace", 2, 1), ("words", 6, 3), ("none", 1, 0)])
def test_the_text_is_split_as_the_corpus_was(split: str, words: int, looked_up: int) -> None:
    for loop in ("", *LOOPS):
        at = encode(corpus="low-er lower", split=split, text="low-er low-er", loop=loop)
        assert metrics(at)[1:3] == [str(words), str(looked_up)]


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_an_own_corpus_that_is_empty(language: str) -> None:
    at = encode(example="own", lang=language)
    assert [info.value for info in at.info] == [load(language)("encode.empty")]
    assert not stages(at)
    at.text_area(key="bpe_text").input("low 5\nlower 2")
    typed(visit.alive(at.run()), "slow")
    assert states(at)[0] == ["s", "l", "o", "w</w>"]


def test_an_own_corpus_with_a_mistake_is_named_and_kept() -> None:
    at = encode(corpus="low 5\nlower 0", text="slow")
    assert visit.plain(at.error[0].value).startswith("Line 2: ")
    assert at.text_area(key="bpe_text").value == "low 5\nlower 0"
    assert at.text_area(key="encode_text").value == "slow"


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("text", ["", " \n\t "])
def test_a_text_that_is_empty(text: str, language: str) -> None:
    at = encode(text=text, lang=language)
    assert [info.value for info in at.info] == [load(language)("encode.no-text")]
    assert at.query_params["text"] == text
    assert states(typed(at, "lowest"))


def test_a_text_travels_in_the_link_and_the_word_with_it() -> None:
    text = "low lowest\n😀 '\"&=#% lowest"
    first = chosen(typed(ten(), text), "😀")
    again = encode(**first.query_params)
    assert again.query_params == first.query_params
    assert again.text_area(key="encode_text").value == text
    assert states(again) == states(first) == [["😀", "</w>"]]


# -- the views -------------------------------------------------------------------------------------------------------


def test_tokens_of_a_small_text_counted_by_hand() -> None:
    """low est</w> · low</w> · low est</w> · s low</w> · low</w>: eight tokens, two words looked up, 20 letters."""
    at = typed(ten(), "lowest low lowest slow low")
    assert metrics(at) == ["8", "5", "2", f"{22 / 8:.2f}", "4 / 21"]
    assert picture(at, "encode_tokens_picture") == [
        ["low", "est</w>", "low</w>", "low", "est</w>", "s", "low</w>", "low</w>"]
    ]
    table = at.dataframe[0].value
    vocabulary = bpe.train(examples.load("sennrich").corpus, merges=10).model().ids
    assert list(table["token"]) == ["low</w>", "low", "est</w>", "s"]
    assert list(table["occurrences"]) == [3, 2, 2, 1]
    assert list(table["id"]) == [vocabulary[token] for token in table["token"]]


def test_tokens_that_are_not_in_the_vocabulary_have_no_id() -> None:
    at = typed(ten(), "lox")
    table = at.dataframe[0].value
    assert table["id"].isna().tolist() == [token == "x" for token in table["token"]]
    assert metrics(at)[-1] == "2 / 21"  # lo and </w>


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_long_text_shows_how_much_of_it_is_shown(language: str) -> None:
    say = load(language)
    at = typed(encode(lang=language), " ".join(f"w{i}" for i in range(600)))
    assert len(picture(at, "encode_tokens_picture")[0]) == 150
    assert say("encode.words", words=say.count("count.words", 600), shown="500") in visit.texts(at.main)
    total = metrics(at)[0]
    assert say("shown-of", shown="150", total=total) in visit.texts(at.main)


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("chosen_word", ["", "slow"])
def test_every_view_by_its_link(view: str, language: str, chosen_word: str) -> None:
    at = ten(view=view, lang=language, word=chosen_word, step="1")
    tabs = [tab for tab in at.tabs if tab.children]
    assert [tab.label for tab in tabs] == [load(language)(f"tab.{view}")]
    assert at.query_params.get("view", VIEWS[0]) == view
    assert step(at) == 1


def test_the_derivation_of_a_token() -> None:
    at = ten(view="derivation")
    assert at.selectbox(key="encode_tree").options == ["low", "est</w>"]
    assert "low = lo + w (5); lo = l + o (4)" in said(at)
    at.selectbox(key="encode_tree").select("est</w>")
    assert "est</w> = est + </w> (3); est = es + t (2); es = e + s (1)" in said(visit.alive(at.run()))
    chosen(at, "slow")
    assert at.selectbox(key="encode_tree").options == ["s", "low</w>"]


@pytest.mark.parametrize(
    ("word", "mine", "longest"),
    [
        ("lowes", ["low", "es", "</w>"], ["lowe", "s", "</w>"]),
        ("newidest", ["new", "i", "d", "est</w>"], ["ne", "widest</w>"]),
        ("lowest", ["low", "est</w>"], ["low", "est</w>"]),
    ],
)
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_longest_first_beside_the_merges(word: str, mine: list[str], longest: list[str], language: str) -> None:
    say = load(language)
    at = encode(merges="15", text="lowes newidest lowest", word=word, view="longest", lang=language)
    assert picture(at, "encode_longest_picture") == [mine, longest]
    assert say("encode.longest.same" if mine == longest else "encode.longest.differ") in visit.texts(at.main)
    names = say.listed(["`lowes`", "`newidest`"])
    assert say("encode.longest.others", words=say.count("count.words", 2), names=names) in visit.texts(at.main)
    table = at.dataframe[0].value
    assert sorted(table["token"]) == sorted(longest)


def test_longest_first_step_by_step() -> None:
    at = encode(merges="15", text="newidest", view="longest")
    first = at.dataframe[0].value.iloc[0]
    assert (first["stretch"], first["token"], first["left_rest"], first["right_rest"]) == (
        "newidest</w>",
        "widest</w>",
        "ne",
        "",
    )


def test_longest_first_on_a_text_on_which_it_agrees() -> None:
    at = ten(view="longest")
    assert EN("encode.longest.none") in visit.texts(at.main)


@pytest.mark.parametrize("preset", ["minbpe", "bert-trainer", "sentencepiece"])
def test_longest_first_where_it_is_not_defined(preset: str) -> None:
    if preset not in bpe.PRESETS:
        preset = next(name for name, rules in bpe.PRESETS.items() if rules.alphabet == "bytes")
    at = encode(rules=preset, merges="5", view="longest")
    rules = bpe.PRESETS[preset]
    shown = rules.alphabet == "bytes" or rules.continuing_prefix or rules.start_of_word
    assert (EN("encode.longest.not-here") in visit.texts(at.main)) == bool(shown)


@pytest.mark.parametrize(
    ("query", "text", "verdict"),
    [
        ({"example": "sennrich"}, "lowest slow", "same"),
        ({"example": "sennrich"}, "lowest  slow\n", "spaces"),
        ({"example": "sennrich"}, "zebra 中 😀", "same"),  # unknown characters are kept
        ({"rules": "huggingface"}, "lowest slow", "lost"),  # no marks: nothing says where words end
        ({"rules": "huggingface"}, "lxw", "lost"),  # what is unknown is dropped
        ({"corpus": "low lowest", "rules": "minbpe", "split": "gpt2"}, "lowest  slow\n 中", "same"),
    ],
)
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_decoding_says_what_was_lost(query: dict[str, str], text: str, verdict: str, language: str) -> None:
    at = encode(**query, text=text, view="decode", lang=language)
    found = [*at.success, *at.info, *at.warning]
    assert [element.value for element in found] == [load(language)(f"encode.decode.{verdict}")]


def test_decoding_shows_the_way_back() -> None:
    at = ten(text="lowest slow", view="decode")
    assert "`low` `est</w>` `s` `low</w>`" in visit.texts(at.main)
    assert "`lowest</w>slow</w>`" in visit.texts(at.main)
    assert "`lowest␣slow`" in visit.texts(at.main)


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_dropout_counts_four_hundred_draws(language: str) -> None:
    at = ten(view="dropout", dropout="25", seed="7", lang=language)
    model = bpe.train(examples.load("sennrich").corpus, merges=10).model()
    rng = random.Random(7)
    drawn = [" ".join(model.explain("lowest", 0.25, rng).tokens) for _ in range(400)]
    found = bars(at)
    assert found == dict(Counter(drawn).most_common(12))
    assert len(found) > 1
    counted = re.findall(r" (\d+)(?=, |\W?$)", at.get("vega_lite_chart")[0].proto.alt)
    assert sum(map(int, counted)) == 400
    assert list(found.values()) == sorted(found.values(), reverse=True)
    splits = load(language).count("count.splits", len(set(drawn)))
    assert load(language)("encode.dropout.draws", draws="400", splits=splits) in visit.texts(at.main)


def test_the_same_seed_gives_the_same_and_another_another() -> None:
    first, second, third = (bars(ten(view="dropout", dropout="50", seed=seed)) for seed in ("3", "3", "4"))
    assert first == second != third


def test_dropout_of_nothing_is_one_split() -> None:
    assert bars(ten(view="dropout", dropout="0")) == {"low est</w>": 400}


@pytest.mark.parametrize(("name", "value"), [("dropout", DROPOUTS[-1]), ("seed", MAX_SEED)])
def test_the_controls_of_dropout_are_in_the_address(name: str, value: int) -> None:
    at = ten(view="dropout")
    if name == "dropout":
        at.select_slider(key="encode_dropout").set_value(value)
    else:
        at.number_input(key="encode_seed").set_value(value)
    assert visit.alive(at.run()).query_params[name] == str(value)
    again = encode(**at.query_params)
    assert bars(again) == bars(at)


def test_the_seed_and_the_share_outlive_another_view() -> None:
    """The controls are not drawn while another view is open, and must not be forgotten for that."""
    at = ten(view="tokens", dropout="50", seed="9")
    assert (at.query_params["dropout"], at.query_params["seed"]) == ("50", "9")
    chosen(at, "slow")
    assert (at.query_params["dropout"], at.query_params["seed"]) == ("50", "9")


# -- uploads ---------------------------------------------------------------------------------------------------------

CORPUS = examples.load("sennrich").corpus


def theirs() -> Tokenizer:
    """A tokenizer that tokviz had no part in."""
    made = Tokenizer(models.BPE(unk_token="[UNK]"))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    trainer = trainers.BpeTrainer(vocab_size=40, special_tokens=["[UNK]"], show_progress=False)
    made.train_from_iterator(["low lower newest widest low newest"] * 3, trainer)
    return made


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_tokenizer_trained_elsewhere_steps(language: str) -> None:
    made = theirs()
    at = upload(encode(text="lowest slow", word="slow", lang=language), ("tokenizer.json", made.to_str().encode()))
    assert states(at)[-1] == made.encode("slow").tokens
    assert metrics(at)[0] == str(len(made.encode("lowest slow").tokens))
    assert picture(at, "encode_tokens_picture") == [made.encode("lowest slow").tokens]
    assert not at.error
    assert at.text_area(key="encode_text").value == "lowest slow"


@pytest.mark.parametrize("kind", ["codes", "merges", "tiktoken"])
@pytest.mark.parametrize("view", VIEWS)
def test_other_files_step_too_in_every_view(kind: str, view: str) -> None:
    rules = {"codes": "subword-nmt", "merges": "huggingface", "tiktoken": "minbpe"}[kind]
    trace = bpe.train(CORPUS, merges=10, rules=rules)
    if kind == "codes":
        files = [("sennrich.codes", write_codes(trace))]
    elif kind == "merges":
        files = [("merges.txt", write_merges(trace)), ("vocab.json", write_vocab(trace))]
    else:
        files = [("mine.tiktoken", write_ranks(trace.model(pretokenizer="cl100k")))]
    at = upload(encode(view=view), *((name, content.encode()) for name, content in files))
    assert not at.error
    assert states(at)[-1] == list(trace.model().encode_word("lowest"))
    assert [tab.label for tab in at.tabs if tab.children] == [EN(f"tab.{view}")]


def test_an_upload_needs_no_corpus() -> None:
    at = upload(encode(example="own"), ("tokenizer.json", theirs().to_str().encode()))
    assert [info.value for info in at.info] == [EN("encode.no-text")]
    assert states(typed(at, "low"))[-1] == ["low"]


WRONG: dict[str, list[tuple[str, bytes]]] = {
    "cut short": [("tokenizer.json", theirs().to_str().encode()[:-200])],
    "NUL": [("x.codes", b"a b\0\n")],
    "Latin-1": [("x.codes", "é t\n".encode("latin-1"))],
    "a vocabulary alone": [("vocab.json", b'{"a": 0}')],
    "two tokenizers": [("a.json", b"{}"), ("b.json", b"{}")],
    "an unknown part": [("tokenizer.json", b'{"model": {"type": "<script>alert(1)</script>"}}')],
    "ranks that lack bytes": [("x.tiktoken", base64.b64encode(b"a") + b" 0\n")],
    "empty": [("x.codes", b"")],
}


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("files", list(WRONG.values()), ids=list(WRONG))
def test_a_broken_upload_leaves_the_page_and_what_was_typed(files: list[tuple[str, bytes]], language: str) -> None:
    at = upload(ten(text="lowest low", word="low", lang=language), *files)
    assert len(at.error) == 1
    assert at.error[0].value.strip()
    assert "<script>" not in at.error[0].value
    assert not stages(at)
    assert at.text_area(key="encode_text").value == "lowest low"
    at.file_uploader(key="encode_files").set_value(None)
    visit.alive(at.run())
    assert not at.error
    assert at.text_area(key="encode_text").value == "lowest low"
    assert at.selectbox(key="encode_word").value == "low"
    assert states(at)[-1] == ["low</w>"]


# -- hostile ---------------------------------------------------------------------------------------------------------

NONSENSE = (
    *("", "-1", "x", "9" * 30, "9" * 5_000, "1.5", "٣", "½", "null", "NaN", "<script>alert(1)</script>", "a" * 10_000),
    *("'; DROP TABLE", "../../etc/passwd", "\0", "\u202e", "%00", "{}", "[]", "${x}", "`", "**x**", "</w>", "own"),
)
NAMES = ("example", "corpus", "rules", "split", "merges", "vocab", "step", "text", "word", "loop", "dropout", "seed")


@pytest.mark.parametrize("value", NONSENSE)
@pytest.mark.parametrize("view", VIEWS)
def test_every_parameter_at_once_with_the_same_nonsense(value: str, view: str) -> None:
    visit.alive(encode(**dict.fromkeys(NAMES, value), view=view).run())


@pytest.mark.parametrize("seed", range(20))
def test_hostile_links_never_break_the_page(seed: int) -> None:
    rng = random.Random(seed)
    names = rng.sample((*NAMES, "view", "lang", "tie", "end", "x"), rng.randint(1, 8))
    visit.alive(encode(**{name: rng.choice(NONSENSE) for name in names}).run())


@pytest.mark.parametrize(("name", "value"), [("loop", "nope"), ("view", "printed"), ("dropout", "3"), ("seed", "x")])
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_wrong_parameter_is_named(name: str, value: str, language: str) -> None:
    at = encode(**{name: value}, lang=language)
    assert [visit.plain(warning.value) for warning in at.warning] == [load(language)("notice.link", names=name)]
    assert name not in at.query_params
    assert not visit.alive(at.run()).warning  # said once


HOSTILE = (
    *("<script>alert(1)</script>", "**bold**", "$x^2$", ":red[x]", "``a`b``", "[a](javascript:alert(3))", "&lt;b&gt;"),
    *(
        "=HYPERLINK(1)",
        "שלום",
        "العَرَبِيَّة",
        "👩\u200d👩\u200d👧",
        "🇩🇪",
        "\u202eevil",
        "\u200d",
        "e\u0301",
        "{0}",
        "%s",
        "\\",
    ),
)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("preset", ["sennrich", "huggingface", "minbpe"])
def test_hostile_words_in_every_view(view: str, preset: str) -> None:
    at = typed(encode(rules=preset, merges="10", view=view), " ".join(HOSTILE))
    for word in at.selectbox(key="encode_word").options[:3]:
        assert word
    for word in HOSTILE[::3]:
        at.selectbox(key="encode_word").set_value(word)
        visit.alive(at.run())
        assert not at.error


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_word_of_ten_thousand_letters_names_the_limit(view: str, language: str) -> None:
    say: Catalog = load(language)
    at = typed(ten(view=view, lang=language), "x" * 10_000)
    # In Sennrich's rules the mark is one symbol more.
    sentence = say("error.limit-explained", value=f"{MAX_EXPLAINED:,}", met="10,001")
    assert sentence in [visit.plain(error.value) for error in at.error]
    assert "text" not in at.query_params
    assert states(typed(at, "lowest")) == LOWEST


def test_a_long_word_that_is_explained() -> None:
    at = typed(ten(view="dropout"), "lowest" * 100)
    assert len(states(at)[0]) == 201
    assert not at.error


def test_a_long_word_of_the_text_stays_out_of_the_link() -> None:
    at = chosen(typed(ten(), "low " + "x" * 5_000), "x" * 5_000)
    assert "word" not in at.query_params
