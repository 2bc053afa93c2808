"""Functions that the tests call in a worker: what a hostile file makes a library do, made without our readers."""

from __future__ import annotations

import base64
import itertools
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tokviz.errors import FormatError

__all__ = ["Card", "Library"]


class Card:
    """An object that stays where it is: it is no record."""

    def __init__(self, number: int) -> None:
        self.number = number

    def doubled(self) -> int:
        return 2 * self.number


class Library:
    """An object with attributes, methods and entries."""

    def __init__(self, count: int = 3) -> None:
        self.cards = [Card(number) for number in range(count)]
        self.best = self.cards[-1] if self.cards else Card(0)
        self.asked = 0

    @property
    def count(self) -> int:
        self.asked += 1
        return len(self.cards)

    def card(self, number: int) -> Card:
        if number >= len(self.cards):
            raise FormatError("json-key-twice", line=number, key="a")
        return self.cards[number]

    def fresh(self, number: int) -> Card:
        return Card(number)

    def has(self, card: Card) -> bool:
        return card in self.cards

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, card: object) -> bool:
        return card in self.cards

    def __getitem__(self, number: int) -> Card:
        return self.cards[number]

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)


def same(value: Any) -> Any:
    return value


def pair_with_new(value: Any) -> tuple[Any, Card]:
    return value, Card(-1)


def best_and_new(library: Library) -> tuple[Card, Card]:
    return library.best, Card(-1)


def numbers(_: object, count: int) -> list[int]:
    return list(range(count))


def cards(_: object, count: int) -> list[Card]:
    return [Card(number) for number in range(count)]


def endless(_: object) -> Iterator[int]:
    return itertools.count()


def generated(_: object) -> Iterator[int]:
    yield from range(3)


def total(values: list[int], added: int = 0) -> int:
    return sum(values) + added


def process(_: object) -> int:
    return os.getpid()


def process_now(_: object, question: int) -> int:
    """The same as another question, which is asked again."""
    return os.getpid() + 0 * question


def lengths(one: Library, other: Library) -> tuple[int, int]:
    return len(one), len(other)


def environment(_: object) -> dict[str, str]:
    return dict(os.environ)


def parent_environment(_: object) -> bytes:
    return Path(f"/proc/{os.getppid()}/environ").read_bytes()


def limit(_: object, name: str) -> tuple[int, int]:
    return resource.getrlimit(getattr(resource, name))


def with_progress(_: object, told: Callable[..., object]) -> Card:
    for step in range(3):
        told(step, "of", 3)
    return Card(3)


# -- what goes wrong ---------------------------------------------------------------------------------------------------


def fail(_: object, error: Exception) -> None:
    raise error


def raise_unexpected(_: object) -> None:
    raise ZeroDivisionError("seen by nobody")


def raise_of_a_library(_: object) -> None:
    json.loads("{")


def recurse(_: object) -> Any:
    return recurse(_)


def crash(_: object) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def leave(_: object) -> None:
    os._exit(0)


def loop(_: object) -> None:
    while True:
        pass


def spend(_: object, seconds: float) -> float:
    """Take so many seconds of the processor."""
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        pass
    return time.process_time() - begun


def files(_: object) -> list[str]:
    """Return the names of the open files."""
    names = (f"/proc/self/fd/{one}" for one in os.listdir("/proc/self/fd"))
    return [os.readlink(one) for one in names if os.path.lexists(one)]


def block(_: object) -> None:
    """Wait for what nobody sends."""
    os.read(os.pipe()[0], 1)


def block_after_telling(_: object, told: Callable[..., object]) -> None:
    told()
    block(None)


def tell_for_ever(_: object, told: Callable[..., object]) -> None:
    while True:
        told(1)


def take(_: object, size: int) -> int:
    return len(b"1" * size)


def take_and_wait(_: object, size: int) -> None:
    """Take memory, and wait for what nobody sends."""
    taken = b"1" * size
    block(taken)


def take_and_keep(library: Library, size: int) -> int:
    """Take memory that stays."""
    library.cards.append(b"1" * size)  # type: ignore[arg-type]
    return size


def make(_: object, size: int) -> bytes:
    return b"1" * size


def answer_with(_: object, *frames: tuple[bytes, bytes]) -> None:
    """Answer as native code could, past the worker, and then no more."""
    (connection,) = (int(one) for one in os.listdir("/proc/self/fd") if _is_socket(one))
    for kind, body in frames:
        data = kind + len(body).to_bytes(8, "big") + body
        while data:
            data = data[os.write(connection, data) :]
    block(None)


def claim(_: object, length: int) -> None:
    """Announce a frame of a length, and send nothing of it."""
    (connection,) = (int(one) for one in os.listdir("/proc/self/fd") if _is_socket(one))
    os.write(connection, b"r" + length.to_bytes(8, "big"))
    block(None)


def _is_socket(file: str) -> bool:
    try:
        return os.readlink(f"/proc/self/fd/{file}").startswith("socket:")
    except OSError:  # the folder itself
        return False


def nested_ranks(_: object, most: int) -> int:
    """All ways to put a token together, for nested tokens."""
    tokens = ["a" * length for length in range(2, most)]
    return len([(token[:cut], token[cut:]) for token in tokens for cut in range(1, len(token))])


def start_child(_: object) -> int:
    """Start a process that waits for what nobody sends."""
    read, write = os.pipe()
    child = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=read, pass_fds=[write])
    return child.pid


def write_file(_: object, path: str) -> None:
    Path(path).write_bytes(b"1")


def open_many(_: object, count: int) -> int:
    return len([os.open(os.devnull, os.O_RDONLY) for _ in range(count)])


class Hostile:
    """An object that is pickled as a call, as a worker's native code could send it."""

    def __init__(self, function: Callable[..., Any], *args: Any) -> None:
        self.call = function, args

    def __reduce__(self) -> tuple[Any, ...]:
        return self.call


# -- files -------------------------------------------------------------------------------------------------------------

BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False}
CHAIN = {"type": "Sequence", "normalizers": [{"type": "ByteLevel"}] * 27}
CHAIN_OF_SPLITS = {"type": "Sequence", "pretokenizers": [BYTE_LEVEL] * 27}


def file(model: dict[str, Any] | None = None, **parts: Any) -> bytes:
    """A tokenizer.json."""
    model = model or {"type": "BPE", "vocab": {"a": 0}, "merges": []}
    return json.dumps({"version": "1.0", "added_tokens": [], "model": model, **parts}).encode()


def growing_normalizer() -> bytes:
    return file(normalizer=CHAIN)


def growing_splits() -> bytes:
    return file(pre_tokenizer=CHAIN_OF_SPLITS)


def long_prefix() -> bytes:
    prefix = "#" * 1_000_000
    model = {"type": "WordPiece", "continuing_subword_prefix": prefix, "max_input_chars_per_word": 1_000}
    vocab = {"[UNK]": 0, "a": 1, f"{prefix}a": 2}
    return file(model | {"unk_token": "[UNK]", "vocab": vocab}, pre_tokenizer={"type": "Whitespace"})


def long_piece() -> bytes:
    return file({"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0.0], ["a" * 500_000, -1.0]]})


def long_pad_token() -> bytes:
    padding = {"strategy": {"Fixed": 100_000}, "direction": "Right", "pad_id": 0, "pad_type_id": 0}
    return file(padding=padding | {"pad_to_multiple_of": None, "pad_token": "x" * 1_000_000})


def looking_for_the_end() -> bytes:
    split = {"type": "Split", "pattern": {"Regex": r"\s+$"}, "behavior": "Isolated", "invert": False}
    return file(pre_tokenizer=split)


def nested_rank_file(letter: str) -> bytes:
    tokens = [bytes([byte]) for byte in range(256)] + [letter.encode() * length for length in range(2, 660)]
    return b"".join(b"%s %d\n" % (base64.b64encode(token), rank) for rank, token in enumerate(tokens))


def growing_map() -> bytes:
    """A model of SentencePiece whose map writes `a` as 3,000,000 letters."""
    from sentencepiece import sentencepiece_model_pb2

    units = [0] * 512  # the double array of one key: its root, the node of the letter, its value
    units[0] = 256 << 10
    units[256 ^ ord("a")] = ord("a") | 1 << 8 | 3 << 10
    units[256 ^ ord("a") ^ 3] = 1 << 31
    trie = b"".join(unit.to_bytes(4, "little") for unit in units)
    message = sentencepiece_model_pb2.ModelProto()  # type: ignore[attr-defined]
    for piece, kind in (("<unk>", 2), ("<s>", 3), ("</s>", 3), ("a", 1), ("▁", 1)):
        message.pieces.add(piece=piece, score=-1.0, type=kind)
    message.trainer_spec.model_type = 1
    message.normalizer_spec.name = "grows"
    message.normalizer_spec.precompiled_charsmap = len(trie).to_bytes(4, "little") + trie + b"a" * 3_000_000 + b"\0"
    return bytes(message.SerializeToString())


def encode(_: object, data: bytes, text: str) -> int:
    """Encode with the library of a tokenizer.json alone, without our readers; returns the number of tokens."""
    from tokenizers import Tokenizer

    return len(Tokenizer.from_str(data.decode()).encode(text).tokens)


def keep_tokenizer(library: Library, data: bytes) -> int:
    from tokenizers import Tokenizer

    tokenizer: Any = Tokenizer.from_str(data.decode())
    library.cards.append(tokenizer)
    return int(tokenizer.get_vocab_size())


def let_go(library: Library) -> None:
    library.cards.clear()


def encode_by_sentencepiece(_: object, data: bytes, text: str) -> int:
    import sentencepiece

    return len(sentencepiece.SentencePieceProcessor(model_proto=data).encode(text))
