"""Exercises on applying a tokenizer: encoding by merges, decoding, longest match, and the two steps before all of them:
pre-tokens and UTF-8 bytes. The tokenizers are the real ones; what they do is read off their step by step account.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from tokviz import bpe, wordpiece
from tokviz.bpe.encoding import ENCODINGS, MergeChoice
from tokviz.exercises.answers import Exercise, UnreadableError, read_bytes, read_tokens, remark_tokens, text_of
from tokviz.exercises.task import Answer, Draw, Explanation, Given, State, Task, small_corpus
from tokviz.lines import Line, Symbols, line
from tokviz.model import Model
from tokviz.pretokenize import PRETOKENIZERS, pretokenize
from tokviz.text_keys import split_key

_BYTE_HINTS = {
    1: "exercise.hint.utf8-bytes.1",
    2: "exercise.hint.utf8-bytes.2",
    3: "exercise.hint.utf8-bytes.3",
    4: "exercise.hint.utf8-bytes.4",
}

_SPLIT_REASONS = {
    "whitespace": "exercise.why.pre-tokens.whitespace",
    "words": "exercise.why.pre-tokens.words",
    "bert": "exercise.why.pre-tokens.bert",
    "gpt2": "exercise.why.pre-tokens.gpt2",
}

# -- encoding ----------------------------------------------------------------------------------------------------------


def encode(*, model: bpe.Model, word: str) -> Task:
    """Ask for the tokens of a word after the merges of `model`. Raises LimitError for a very long word."""
    explained = model.explain(word)
    because: list[Explanation] = []
    for step in explained.steps:
        because += [replace(step.choice, never=()), line("exercise.why.encode.after", after=step.after)]
    because.append(line("exercise.why.encode.end", tokens=explained.tokens))
    used = len(explained.steps)
    return Task(
        "encode",
        "tokens",
        line("exercise.ask.encode", word=word),
        (Given("merges", model.merges), Given("symbols", explained.start)),
        explained.tokens,
        (
            line("exercise.hint.encode"),
            line("exercise.hint.encode.first", n=used) if used else line("exercise.hint.encode.none"),
        ),
        tuple(because),
        state=State(model=model, word=word),
    )


def longest_match(*, model: wordpiece.Model, word: str) -> Task:
    """Ask for the tokens of a word by longest match from the left. Raises LimitError for a very long word."""
    explained = model.explain(word)
    because: list[Explanation] = [step.match for step in explained.steps]
    if explained.stopped == "no-match":
        because.append(line("exercise.why.longest-match.none", unknown=explained.tokens))
    vocabulary = tuple(token for token in model.vocabulary if not token.startswith("[") or token == model.unk)
    return Task(
        "longest-match",
        "tokens",
        line("exercise.ask.longest-match", word=word, unknown=(model.unk,)),
        (Given("vocabulary", vocabulary),),
        explained.tokens,
        (line("exercise.hint.longest-match"), line("exercise.hint.tokens", n=len(explained.tokens))),
        tuple(because),
        state=State(model=model, word=word),
    )


def decode(*, model: Model, tokens: Symbols) -> Task:
    """Ask for the text that some tokens stand for."""
    text = model.decode(tokens)
    mark = "exercise.hint.decode.prefix" if model.algorithm == "wordpiece" else "exercise.hint.decode.end"
    return Task(
        "decode",
        "text",
        line("exercise.ask.decode"),
        (Given("tokens", tokens),),
        text,
        (line(mark),),
        (line(mark), line("exercise.why.decode", text=text)),
        state=State(model=model),
    )


def _spells(task: Task, tokens: Symbols) -> bool:
    """Tell if tokens spell the same as the solution, marks aside."""
    return _spelled(task, tokens) == _spelled(task, cast("Symbols", task.solution))


def _spelled(task: Task, tokens: Symbols) -> str:
    prefix = task.state.model.prefix if isinstance(task.state.model, wordpiece.Model) else ""
    return "".join(token.removeprefix(prefix) if i else token for i, token in enumerate(tokens))


def _read_tokens(task: Task, answer: object) -> tuple[Answer, ...]:
    solution = cast("Symbols", task.solution)
    readings = read_tokens(answer, lambda tokens: tokens == solution or _spells(task, tokens))
    model = task.state.model
    if isinstance(model, wordpiece.Model) and model.prefix:  # marks may be left away, since places tell where they are
        marked = [
            tuple(
                model.prefix + token if i and not token.startswith(model.prefix) else token
                for i, token in enumerate(tokens)
            )
            for tokens in readings
        ]
        readings = tuple(dict.fromkeys((*readings, *marked)))
    if isinstance(model, bpe.Model) and model.rules.end_of_word and not _spells(task, readings[0]):
        mark = model.rules.end_of_word
        if any(_spelled(task, (*tokens, mark)) == _spelled(task, solution) for tokens in readings):
            raise UnreadableError(line("exercise.unreadable.mark", mark=(mark,)))
    return readings


def _remark_tokens(task: Task, answer: Answer) -> tuple[Line, ...]:
    tokens, solution = cast("Symbols", answer), cast("Symbols", task.solution)
    if task.kind != "pre-tokens" and not _spells(task, tokens):
        return (line("exercise.wrong.tokens.spell", yours=tokens),)
    return remark_tokens(tokens, solution)


def _read_text(task: Task, answer: object) -> tuple[Answer, ...]:
    if isinstance(answer, list | tuple):
        answer = " ".join(map(str, answer))
    text = " ".join(text_of(answer).split())
    return tuple(dict.fromkeys((text, text.strip("\"'`"))))


# -- pre-tokens and bytes ----------------------------------------------------------------------------------------------


def pre_tokens(*, text: str, pretokenizer: str = "whitespace") -> Task:
    """Ask for the words that a pre-tokenizer, by its name, makes of a text. Raises RulesError for an unknown name."""
    words = tuple(pretokenize(text, pretokenizer))
    rule = line(_SPLIT_REASONS.get(pretokenizer, "exercise.why.pre-tokens"))
    return Task(
        "pre-tokens",
        "tokens",
        line("exercise.ask.pre-tokens", name=line(split_key(pretokenizer))),
        (Given("text", text),),
        words,
        (rule, line("exercise.hint.pre-tokens.number", n=len(words))),
        (rule, line("exercise.why.pre-tokens.list", words=tuple((word,) for word in words))),
    )


def utf8_bytes(*, text: str) -> Task:
    """Ask for the UTF-8 bytes of a text, such as one character."""
    wanted = text.encode("utf-8")
    lines = [
        line(
            "exercise.why.utf8-bytes",
            character=character,
            point=f"U+{ord(character):04X}",
            bits=f"{ord(character):b}",
            n=len(character.encode("utf-8")),
            bytes=" ".join(f"{byte:02X}" for byte in character.encode("utf-8")),
        )
        for character in text
    ]
    points = tuple((f"U+{ord(character):04X}",) for character in text)
    return Task(
        "utf8-bytes",
        "bytes",
        line("exercise.ask.utf8-bytes", text=text, points=points),
        (Given("text", text),),
        wanted,
        (
            line("exercise.hint.utf8-bytes", n=len(wanted)),
            line(_BYTE_HINTS[max(len(character.encode("utf-8")) for character in text)]),
        ),
        tuple(lines),
    )


def _remark_bytes(task: Task, answer: Answer) -> tuple[Line, ...]:
    given_bytes, wanted = cast("bytes", answer), cast("bytes", task.solution)
    if len(given_bytes) != len(wanted):
        return (line("exercise.wrong.bytes.length", yours=len(given_bytes), right=len(wanted)),)
    place = next(i for i, pair in enumerate(zip(given_bytes, wanted, strict=True)) if pair[0] != pair[1])
    return (
        line("exercise.wrong.bytes", number=place + 1, yours=f"{given_bytes[place]:02X}", best=f"{wanted[place]:02X}"),
    )


# -- drawn ones --------------------------------------------------------------------------------------------------------

_CHARACTERS = ("éñüßçøæ¿£§", "中文字词山水茶火车你我学语言€", "😀🚀🌱🎓🐢𝄞🧩🍵")

_TEXTS = {
    "whitespace": ("Don't stop, go on.", "Wait -- what?", "It's 7 o'clock!", "A-ha, (really)?", "No: 3.5 cups."),
    "words": ("Don't stop, go on.", "Wait... what?!", "It's 7 o'clock!", "snake_case, too.", "3.5 cups, please"),
    "bert": ("Don't stop...", "It's 3.5, ok?", "茶 is tea: 你好!", "snake_case (too)", "Wait -- what?!"),
    "gpt2": ("Don't stop", "It's 7 o'clock!", "I'll go: 3.5 cups", "we've won 10 times", "Wait... what?"),
}


def _new_word(draw: Draw, corpus: tuple[str, ...]) -> str:
    """Return a word of two halves of words, which no corpus word is."""
    for _ in range(20):
        head, tail = draw.choice(corpus), draw.choice(corpus)
        word = head[: draw.between(1, len(head))] + tail[draw.below(len(tail)) :]
        if word not in corpus and 3 <= len(word) <= 8:
            return word
    return corpus[0]


def _drawn_encode(draw: Draw, level: int) -> Task:
    rules = "course" if level == 1 else "sennrich"
    for _ in range(20):
        trace = bpe.train(small_corpus(draw, level), merges=3 + 2 * level, rules=rules)
        word = _new_word(draw, trace.corpus.words)
        task = encode(model=trace.model(encoding=ENCODINGS["subword-nmt"]), word=word)
        if sum(isinstance(choice, MergeChoice) for choice in task.because) >= level:
            break
    return task


def _drawn_decode(draw: Draw, level: int) -> Task:
    corpus = small_corpus(draw, level)
    model: Model = (
        wordpiece.train(corpus, merges=4, rules="course").model()
        if draw.below(2)
        else bpe.train(corpus, merges=6, rules="sennrich").model()
    )
    text = " ".join(draw.sample(corpus.words, level + 1))
    return decode(model=model, tokens=tuple(model.encode(text)))


def _drawn_match(draw: Draw, level: int) -> Task:
    corpus = small_corpus(draw, level)
    learned = wordpiece.train(corpus, merges=4 + level, rules="course")
    word = _new_word(draw, corpus.words)
    vocabulary = [token for token in learned.vocabulary() if token == "[UNK]" or not token.startswith("[")]
    model = wordpiece.Model(tuple(vocabulary))
    if level < 3 and model.unk in model.encode_word(word):  # a mark inside that the corpus has at the beginning only
        word = corpus.words[draw.below(len(corpus))]
    return longest_match(model=model, word=word)


def _drawn_bytes(draw: Draw, level: int) -> Task:
    return utf8_bytes(text=draw.choice(_CHARACTERS[level - 1]))


def _drawn_words(draw: Draw, level: int) -> Task:
    name = draw.choice(tuple(_TEXTS)[: level + 1])
    return pre_tokens(text=draw.choice(_TEXTS[name]), pretokenizer=name)


def _read_words(task: Task, answer: object) -> tuple[Answer, ...]:
    """Read words, which may have a blank in front: it is kept between bars, or written as one of the marks in use."""
    readings = list(read_tokens(answer, lambda words: words == task.solution))
    solution = cast("Symbols", task.solution)
    if any(word.startswith(" ") for word in solution):
        readings += [tuple(word.translate(_BLANKS) for word in words) for words in readings]
        readings += [tuple(str(answer).split(bar)) for bar in ("|", " | ")]
    return tuple(dict.fromkeys(readings))


_BLANKS = str.maketrans("Ġ▁_␣·", "     ")

assert set(_TEXTS) <= set(PRETOKENIZERS)

KINDS = (
    Exercise("encode", _drawn_encode, encode, _read_tokens, remark=_remark_tokens),
    Exercise("decode", _drawn_decode, decode, _read_text),
    Exercise("longest-match", _drawn_match, longest_match, _read_tokens, remark=_remark_tokens),
    Exercise("utf8-bytes", _drawn_bytes, utf8_bytes, lambda _, answer: read_bytes(answer), remark=_remark_bytes),
    Exercise("pre-tokens", _drawn_words, pre_tokens, _read_words, remark=_remark_tokens),
)
