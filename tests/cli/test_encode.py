"""``tokviz encode``: tokens, ids, steps and back, by tokenizers of every format and by trained ones."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
import sentencepiece

from tests.catalogs import saying
from tests.cli.conftest import Cli, right
from tests.files.test_detect import FILES
from tokviz import bpe, examples, unigram, wordpiece
from tokviz.cli.encode import OfModel
from tokviz.errors import TokvizError
from tokviz.files.reading import note
from tokviz.models.added_tokens import AddedToken
from tokviz.texts import templates
from tokviz.trace import Trace
from tokviz.views.shared.catalog import load

HUG = examples.load("hug").corpus
SPECIALS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
TEXT = "hugs bugs mug unhug"
FAULTS = Path(__file__).parents[1] / "golden" / "faults"


def test_tokens_of_hug(cli: Cli) -> None:
    assert right(cli("encode", "--example", "hug", "hugs", "bugs", "mug")).out == "hugs b ug s m ug\n"
    assert right(cli("encode", "--example", "hug", "hugs bugs mug", "-f", "lines")).out.split("\n")[:2] == ["hugs", "b"]
    assert right(cli("encode", "-e", "hug", "-a", "wordpiece", "hugs mug")).out == "hugs [UNK]\n"
    assert right(cli("encode", "-e", "hug", "-a", "unigram", "-n", "12", "hugs")).out == "h ugs\n"


@pytest.mark.parametrize("algorithm", ["bpe", "wordpiece", "unigram"])
def test_ids_are_the_model_s(algorithm: str, cli: Cli) -> None:
    traces: dict[str, Trace] = {
        "bpe": bpe.train(HUG, rules="course"),
        "wordpiece": wordpiece.train(HUG),
        "unigram": unigram.train(HUG, vocab_size=10, rules="course"),
    }
    model = traces[algorithm].model()
    read = json.loads(right(cli("encode", "-e", "hug", "-a", algorithm, "-f", "json", "hugs bug pun")).out)
    assert read["tokens"] == model.encode("hugs bug pun")
    assert read["ids"] == [model.ids[token] for token in read["tokens"]]
    ids = right(cli("encode", "-e", "hug", "-a", algorithm, "--ids", "hugs bug pun")).out
    assert list(map(int, ids.split())) == read["ids"]
    assert right(cli("encode", "-e", "hug", "-a", algorithm, "--ids", "--decode", stdin=ids.encode())).out.split() == (
        model.decode(read["tokens"]).split()
    )


def test_what_has_no_id(cli: Cli) -> None:
    assert right(cli("encode", "-e", "hug", "--ids", "mug")).out == "– 7\n"
    rows = list(csv.DictReader(io.StringIO(right(cli("encode", "-e", "hug", "-f", "csv", "mug hug")).out)))
    assert rows == [
        {"word": "1", "text": "mug", "token": "m", "id": ""},
        {"word": "1", "text": "mug", "token": "ug", "id": "7"},
        {"word": "2", "text": "hug", "token": "hug", "id": "9"},
    ]


def test_a_row_a_word(cli: Cli) -> None:
    out = right(cli("encode", "-e", "hug", "-f", "table", "--ids", "hugs bugs")).out
    assert out.splitlines() == [
        "Word  Tokens  Ids",
        "----  ------  -----",
        "hugs  hugs    12",
        "bugs  b ug s  0 7 5",
    ]


@pytest.mark.parametrize("kind", list(FILES))
def test_every_format_of_a_tokenizer(kind: str, cli: Cli, tmp_path: Path) -> None:
    files, _ = FILES[kind]
    names = []
    for name, content in files:
        (tmp_path / name).write_text(content, encoding="utf-8")
        names.append(str(tmp_path / name))
    notes = {
        "merges": [note("merges-words")],
        "vocab.txt": [
            note("vocab-txt-uncased"),
            note("vocab-txt-special", tokens="[PAD], [UNK], [CLS], [SEP], [MASK]"),
        ],
        "Unigram": [note("unk-none")],
        "SentencePiece": [note("vocab-unigram"), note("vocab-unknown", id=12)],
    }
    told = notes.get(kind, [])
    out = right(cli("encode", "hug pun", "--tokenizer", "+".join(names)), *told).out
    marks = {"WordPiece": "##", "vocab.txt": "##", "SentencePiece": "▁"}
    cut = [token for token in out.split() if token not in ("[CLS]", "[SEP]")]
    tokens = [token.removeprefix(marks.get(kind, "")).removesuffix("</w>") for token in cut]
    assert "".join(tokens) == "hugpun"
    explained = right(cli("encode", "--tokenizer", "+".join(names), "--steps", "--", "hugs"), *told).out
    assert explained.startswith("▁hugs →" if kind == "SentencePiece" else "hugs →")


@pytest.mark.parametrize(
    "model",
    [
        bpe.train(HUG, rules="course").model(),
        bpe.train(HUG, rules="minbpe", merges=3).model(pretokenizer="gpt2"),
        bpe.Model((("h", "u"),), ("h", "u", "hu"), added=(AddedToken(3, "<s>"),)),
        wordpiece.train(HUG, vocab_size=16).model(pretokenizer="bert-uncased"),
        unigram.train(HUG, vocab_size=12).model(),
        unigram.Model({"hug": 0.5, "▁": 0.5}, pretokenizer="metaspace", added=(AddedToken(2, "<s>"),)),
    ],
)
@pytest.mark.parametrize("text", [TEXT, "", "  ", "hug<s> hug\nBUGS é", "<s><s>"])
def test_the_tokens_of_the_words_are_those_of_the_text(
    model: bpe.Model | wordpiece.Model | unigram.Model, text: str
) -> None:
    assert [token for word in OfModel(model).encoded(text) for token in word.tokens] == model.encode(text)


def test_a_text_over_standard_input_loses_the_shell_s_line_end_only(cli: Cli) -> None:
    usual = ["encode", "-e", "course", "-f", "json"]
    assert json.loads(right(cli(*usual, stdin=b"This is\n")).out)["text"] == "This is"
    assert json.loads(right(cli(*usual, "-", stdin=b"This is\n\n")).out)["text"] == "This is\n"
    assert json.loads(right(cli(*usual, stdin=b"")).out)["tokens"] == []


def test_trained_on_a_file_of_one_s_own(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "own.txt"
    path.write_text("low 5\nlower 2\nnewest 6\nwidest 3\n", encoding="utf-8")
    out = right(cli("encode", "--corpus", str(path), "-r", "sennrich", "--merges", "10", "lowest")).out
    assert out == "low est</w>\n"
    assert (
        right(cli("encode", "lowest", "--corpus", "-", "-m", "10", "-r", "sennrich", stdin=path.read_bytes())).out
        == out
    )


def test_tokens_that_nobody_could_see(cli: Cli) -> None:
    out = right(cli("encode", "-e", "hug", "-s", "gpt2", "hug hug")).out
    assert out == "hug ␣ hug\n"


# -- steps, and back ---------------------------------------------------------------------------------------------------


def test_steps_of_a_word(cli: Cli) -> None:
    out = right(cli("encode", "-e", "hug", "--steps", "hugs hugs bug")).out
    assert [line for line in out.splitlines() if "→" in line] == ["hugs → hugs", "bug → b ug"]
    assert [line.split()[1:] for line in out.splitlines() if line[:3].strip().isdigit()][:3] == [
        ["h", "u", "g", "s"],
        ["h", "ug", "s"],
        ["hug", "s"],
    ]
    first = saying("encode.done", number=1, pair="`u g`", token="`ug`")
    assert "merge 1 " in next(line for line in out.splitlines() if first.search(line))


def test_steps_of_wordpiece_and_unigram(cli: Cli) -> None:
    out = right(cli("encode", "-e", "hug", "-a", "wordpiece", "--steps", "bum")).out
    assert out.startswith("bum → [UNK]\n  0  b u m\n")
    assert saying("wordpiece.end.given-up", pieces="`bu`").search(out)
    out = right(cli("encode", "-e", "hug", "-a", "unigram", "--steps", "hugs")).out
    assert "`h` from position 0" in next(line for line in out.splitlines() if line.strip().startswith("Position 1:"))


@pytest.mark.parametrize("rules", ["superbpe-lesson", "boundless"])
def test_steps_of_a_line_whose_borders_fall(rules: str, cli: Cli) -> None:
    asked = ("encode", "-e", "by-the-way", "-a", "superbpe", "-r", rules)
    out = right(cli(*asked, "--steps", "by the way")).out
    states = [line[5:].split() for line in out.splitlines() if line[:3].strip().isdigit()]
    bars = [state.count("┊") for state in states]
    assert bars[0] == 2
    assert bars[-1] == 0
    assert bars == sorted(bars, reverse=True)
    assert states[-1] == right(cli(*asked, "by the way")).out.split()


def test_steps_as_data(cli: Cli) -> None:
    (read,) = json.loads(right(cli("encode", "-e", "hug", "--steps", "-f", "json", "bugs")).out)
    assert (read["word"], read["tokens"]) == ("bugs", ["b", "ug", "s"])
    assert [step["symbols"] for step in read["steps"]] == [["b", "u", "g", "s"], ["b", "ug", "s"]]


def test_steps_show_what_is_dropped(cli: Cli) -> None:
    say = load("en")
    out = right(cli("encode", "-t", str(FAULTS / "no_unk.json"), "--steps", "mug")).out
    assert out.startswith(
        "mug → ug\n"
        "  0  m u g\n"
        f"     {say('encode.start', symbols=say.count('count.symbols-of-word', 3))}\n"
        f"     {say('encode.dropping.single', number=1, symbols='`m`')}\n"
        "  1  u g\n"
    )
    out = right(cli("encode", "-t", str(FAULTS / "no_unk.json"), "--steps", "😀")).out
    assert out.startswith("😀 → ∅\n  0  😀\n")
    dropped = say("encode.dropped.all.single", number=1, symbols="`😀`")
    assert out.endswith(f"  1  ∅\n     {dropped}\n     {say('encode.stopped.nothing-left', word='`😀`')}\n")
    (read,) = json.loads(right(cli("encode", "-t", str(FAULTS / "no_unk.json"), "--steps", "-f", "json", "mugm")).out)
    assert (read["tokens"], read["dropped"], read["steps"][0]["symbols"]) == (["ug"], ["m", "m"], ["m", "u", "g", "m"])


def test_a_text_says_what_is_dropped_of_it(cli: Cli) -> None:
    found = cli("encode", "-t", str(FAULTS / "no_unk.json"), "mug mmé😀")
    assert (found.code, found.out) == (0, "ug\n")
    told = load("en")("encode.text-dropped", n=5, symbols="`m`, `é` and `😀`")
    assert found.err == f"tokviz: {told}\n"
    assert "`z`" in cli("encode", "-e", "hug", "-r", "huggingface", "zug").err
    assert cli("encode", "-t", str(FAULTS / "bytelevel_with_decoder.json"), "naïve 😀").err == ""


def test_steps_show_symbols_that_a_text_is_split_at(cli: Cli) -> None:
    file = FAULTS / "bpe_user_defined.model"
    processor = sentencepiece.SentencePieceProcessor(model_file=str(file))
    out = right(cli("encode", "-t", str(file), "--steps", "a <x>test@x")).out
    for symbol in ("<x>", "@"):
        told = load("en")("cli.added", token=f"`{symbol}`", id=processor.piece_to_id(symbol))
        assert f"{symbol} → {symbol}\n  0  {symbol}\n     {told}" in out
    titles = [line.split(" → ")[1] for line in out.splitlines() if " → " in line]
    assert " ".join(titles).split() == processor.encode("a <x>test@x", out_type=str)


def test_decoding(cli: Cli) -> None:
    assert right(cli("encode", "-e", "hug", "-a", "wordpiece", "--decode", "hug ##s bu ##n")).out == "hugs bun\n"
    read = right(cli("encode", "-e", "hug", "-a", "wordpiece", "--decode", "-f", "json", '["hug", "##s"]')).out
    assert json.loads(read) == {"tokens": ["hug", "##s"], "text": "hugs"}
    assert right(cli("encode", "-e", "hug", "-r", "sennrich", "--decode", "hug</w> h ug s</w>")).out == "hug hugs\n"


# -- special tokens ----------------------------------------------------------------------------------------------------


def test_special_tokens_by_name(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "hug.tiktoken"
    right(cli("train", "-e", "hug", "-r", "minbpe", "-m", "3", "-s", "cl100k", "-o", str(path)))
    wanted = ("encode", "--tokenizer", str(path), "--special", "<s>", "--special", "</s>=400", "--ids", "hug<s>hug</s>")
    guessed = note("tiktoken", split="cl100k"), note("tiktoken-merges")
    numbered = note("special-next", token="<s>", id=259)
    assert right(cli(*wanted), *guessed, numbered).out == "258 259 258 400\n"
    done = cli("encode", "--tokenizer", str(path), "--special", "<s>=3", "hug")
    assert (done.code, "The id 3" in done.err, "hug.tiktoken" in done.err) == (2, True, True)
    done = cli("encode", "-e", "hug", "--special", "<s>", "hug")
    assert (done.code, done.err) == (
        2,
        f"tokviz: {load('en')('cli.see-help', what=TokvizError('cli-special'), command='tokviz encode')}\n",
    )


def test_notes_are_in_the_reader_s_language(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "vocab.txt"
    path.write_text("[UNK]\nhug\n", "utf-8")
    done = cli("encode", "--lang", "zh", "hug", "--tokenizer", str(path))
    assert (done.code, done.out) == (0, "hug\n")
    told = (note("vocab-txt-uncased"), note("vocab-txt-special", tokens="[UNK]"))
    assert done.err == "".join(f"tokviz: {one.sentence(templates('zh'))}\n" for one in told)
