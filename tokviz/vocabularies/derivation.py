"""Trees of a token: what it is made of and what is made of it; and a text or a model without one token.

Of BPE the tree of a token is what merging makes of its own first symbols; a token that is not made like that can come
up in no word, since what is around a token never changes the order of the merges inside it. Of WordPiece and Unigram,
which know no merges, a node's parts are what the model would take without the node itself.

Of BPE the merges that make a token or have it as a part are removed with it: a library refuses a file that keeps them.
All else stays, ids too. What is returned encodes pre-tokens, as the models do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from tokviz import bpe, lookup, unigram, wordpiece
from tokviz.checks import check_limit
from tokviz.errors import RulesError, brief
from tokviz.files.models import Model
from tokviz.files.pipeline import EngineAround, Pipeline
from tokviz.merging.steps import Pair
from tokviz.unigram.lattice import Arc, Lattice
from tokviz.unigram.model import UNKNOWN_PENALTY

MAX_SYMBOLS = 200
"""The longest token whose tree is built, in symbols."""


@dataclass(frozen=True)
class Node:
    """A token in a tree. rank: of the merge that makes it, from 0; None for a first symbol and without merges."""

    token: str
    rank: int | None = None
    parts: tuple[Node, ...] = ()


@dataclass(frozen=True)
class Merge:
    """A merge that takes part in making a token. is_own: whether the token that it makes is really made by it, and not
    by another pair first."""

    pair: Pair
    token: str
    rank: int
    is_own: bool


def derived(model: bpe.Model, token: str) -> tuple[Node, ...]:
    """Merge the first symbols of a token: one tree if the token is made, else several.

    The leftmost pair of the lowest rank is merged, again and again. Raises LimitError for a long token.

    >>> model = bpe.Model((("a", "b"), ("ab", "c")), ("a", "b", "c", "ab", "abc", "bc"))
    >>> [[node.token for node in derived(model, token)] for token in ("abc", "bc")]
    [['abc'], ['b', 'c']]
    """
    nodes = [Node(symbol) for symbol in _symbols(model, token)]
    check_limit("MAX_SYMBOLS_OF_TREE", MAX_SYMBOLS, met=len(nodes))
    ranks = [model.rank((left.token, right.token)) for left, right in pairwise(nodes)]
    while True:
        known = [(rank, at) for at, rank in enumerate(ranks) if rank is not None]
        if not known:
            return tuple(nodes)
        best, at = min(known)
        left, right = nodes[at : at + 2]
        nodes[at : at + 2] = [Node(model.rules.join(left.token, right.token), best, (left, right))]
        del ranks[at]
        for place in (at - 1, at):
            if 0 <= place < len(ranks):
                ranks[place] = model.rank((nodes[place].token, nodes[place + 1].token))


def tree(model: Model, token: str) -> tuple[Node, ...]:
    """Return the tree of a token, or several trees where merging does not make it."""
    if isinstance(model, bpe.Model):
        return derived(model, token)
    check_limit("MAX_SYMBOLS_OF_TREE", MAX_SYMBOLS, met=len(token))
    if isinstance(model, lookup.Model):
        return (Node(token),)
    return (_cut(model, token),)


def made_of(model: Model, token: str, most: int) -> tuple[tuple[Merge, ...], int]:
    """Return the merges that have a token as a part, by rank, the first `most` of them; and how many there are. Only
    BPE has any."""
    if not isinstance(model, bpe.Model):
        return (), 0
    ranked_pairs = sorted(_with_part(model, token))
    shown = []
    for rank, pair in ranked_pairs[:most]:
        merged = model.rules.join(*pair)
        trees = derived(model, merged) if len(merged) <= MAX_SYMBOLS else ()
        is_own = len(trees) == 1 and tuple(part.token for part in trees[0].parts) == pair
        shown.append(Merge(pair, merged, rank, is_own))
    return tuple(shown), len(ranked_pairs)


def _with_part(model: bpe.Model, token: str) -> Iterator[tuple[int, Pair]]:
    if model.encoding.rank_by == "pair":
        for pair, rank in model.ranks.items():
            if token in pair:
                yield rank, pair
        return
    known = model.ids
    for entry in model.vocabulary:
        if len(entry) > len(token):
            rest = entry[len(token) :], entry[: -len(token)]
            pairs = {(token, rest[0])} if entry.startswith(token) and rest[0] in known else set()
            if entry.endswith(token) and rest[1] in known:
                pairs.add((rest[1], token))
            for pair in sorted(pairs):
                if (by_token := model.rank(pair)) is not None:
                    yield by_token, pair


def _symbols(model: bpe.Model, token: str) -> Sequence[str]:
    """Return the first symbols that a token consists of: characters, with the marks that symbols have in its place."""
    rules = model.rules
    end = rules.end_of_word if rules.end_of_word and token.endswith(rules.end_of_word) else ""
    prefix = rules.continuing_prefix
    if prefix and token.startswith(prefix):
        letters = [prefix + letter for letter in token[len(prefix) : len(token) - len(end)]]
    else:
        text = token.removesuffix(end)
        letters = [*text[:1], *(prefix + letter for letter in text[1:])] or [""]
    if not end:
        return letters
    return [*letters[:-1], letters[-1] + end]


def _cut(model: wordpiece.Model | unigram.Model, token: str) -> Node:
    parts = parts_without(model, token)
    known = model.ids
    if len(parts) < 2 or not all(part in known for part in parts):
        return Node(token)
    return Node(token, None, tuple([_cut(model, part) for part in parts]))


# -- a text without one token ------------------------------------------------------------------------------------------

MAX_UNMERGED = 20_000
"""The longest text, in characters."""


@dataclass(frozen=True)
class Word:
    """A pre-token, or an added token, with its tokens as it is and without the token."""

    text: str
    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def changed(self) -> bool:
        """True if taking the token away makes any difference here."""
        return self.before != self.after


@dataclass(frozen=True)
class Unmerged:
    """A text without one token, word by word; what a post-processor puts around it is left out."""

    token: str
    words: tuple[Word, ...]

    @property
    def before(self) -> int:
        """Return the number of tokens of the text."""
        return sum(len(word.before) for word in self.words)

    @property
    def after(self) -> int:
        """Return the number of tokens of the text without the token."""
        return sum(len(word.after) for word in self.words)


def unmerge(pipeline: Pipeline, text: str, token: str) -> Unmerged:
    """Encode a text as if a token were not in the vocabulary.

    Raises LimitError for a long text, RulesError for a token that the model has not or needs.

    >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}'
    >>> unmerged = unmerge(Pipeline.from_file(file), "lol", "lo")
    >>> unmerged.words[0].before, unmerged.words[0].after, unmerged.before, unmerged.after
    (('lo', 'l'), ('l', 'o', 'l'), 2, 3)
    """
    check_limit("MAX_UNMERGED", MAX_UNMERGED, met=len(text))
    encode, usual = without(pipeline.model, token), pipeline.model.encode_word
    added = (part.text for part in pipeline.engine.pre_tokens(text) if part.role == "added")  # with its white space
    words: list[Word] = []
    for word, is_added, before in EngineAround(pipeline.engine).read(text):
        if is_added:
            content = next(added)
            words.append(Word(content, (content,), (content,)))
        else:
            is_as_alone = before == usual(word)
            words.append(Word(word, before, encode(word) if is_as_alone or token in before else before))
    return Unmerged(token, tuple(words))


def removable(pipeline: Pipeline, text: str) -> dict[int, str]:
    """Return the tokens of a text that the model can do without, each once: id -> token. Raises LimitError for a long
    text."""
    model, tokens = pipeline.model, pipeline.tokens
    known = frozenset(model.vocabulary)
    token_ids = dict.fromkeys(
        part.id for part in pipeline.encode(text, special=False).parts if part.role == "token" and part.id is not None
    )
    return {
        token_id: tokens[token_id]
        for token_id in token_ids
        if tokens[token_id] in known and tokens[token_id] != model.unknown_token
    }


# -- a model without one token -----------------------------------------------------------------------------------------

Encode = Callable[[str], tuple[str, ...]]


def without(model: Model, token: str) -> Encode:
    """Return a function that encodes words as the model would without this token.

    Raises RulesError for a token that it does not have, or cannot do without: the unknown one.

    >>> model = bpe.Model((("a", "b"), ("ab", "c")), ("a", "b", "c", "ab", "abc"))
    >>> without(model, "abc")("abc"), without(model, "ab")("abc")
    (('ab', 'c'), ('a', 'b', 'c'))
    """
    if token not in model.vocabulary or token == model.unknown_token:
        raise RulesError("vocabulary-kept", token=brief(token))
    vocabulary = tuple([entry for entry in model.vocabulary if entry != token])
    match model:
        case bpe.Model():
            join = model.rules.join
            pairs = tuple([pair for pair in model.merges if token not in pair and join(*pair) != token])
            scores = model.scores and {entry: score for entry, score in model.scores.items() if entry != token}
            return replace(model, merges=pairs, vocabulary=vocabulary, scores=scores).encode_word
        case wordpiece.Model() | lookup.Model():
            return replace(model, vocabulary=vocabulary).encode_word
        case unigram.Model():
            best = _best(model, token)
            return lambda word: best(model.marked(word)) if word else ()


def parts_without(model: wordpiece.Model | unigram.Model, token: str) -> tuple[str, ...]:
    """Return the tokens that a model without merges would make of the text of one of its tokens.

    >>> parts_without(wordpiece.Model(["a", "##b", "##bc", "##c", "abc"]), "abc")
    ('a', '##bc')
    >>> parts_without(wordpiece.Model(["a", "##b", "##bc", "##c", "abc"]), "##bc")
    ('##b', '##c')
    """
    return _best(model, token)(token) if isinstance(model, unigram.Model) else _longest(model, token)


def _longest(model: wordpiece.Model, token: str) -> tuple[str, ...]:
    known, prefix = model.ids, model.prefix
    is_inside = bool(prefix) and token.startswith(prefix)
    text = token.removeprefix(prefix) if is_inside else token
    pieces: list[str] = []
    start = 0
    while start < len(text):
        mark = prefix if start or is_inside else ""
        tried = (mark + text[start:end] for end in range(len(text), start, -1))
        piece = next((piece for piece in tried if piece in known and piece != token), None)
        if piece is None:
            return (token,)
        pieces.append(piece)
        start += len(piece) - len(mark)
    return tuple(pieces)


def _best(model: unigram.Model, token: str) -> Encode:
    """Return a function that finds the best path of a text without the token."""
    longest, unknown = max(map(len, model.scores)), _unknown_score(model, token)

    def arcs(text: str) -> Iterator[Arc]:
        for begin in range(len(text)):
            for end in range(begin + 1, min(begin + longest, len(text)) + 1):
                piece = text[begin:end]
                score = model.found_score(piece)
                if score is not None and piece != token:
                    yield Arc(begin, end, piece, score)
                elif end == begin + 1:
                    yield Arc(begin, end, piece, unknown, known=False)

    return lambda text: model.tokens(Lattice(text, tuple(arcs(text)), model.is_single).best().path)


def _unknown_score(model: unigram.Model, token: str) -> float:
    """Return the lowest score of the other tokens, and a penalty."""
    lowest = model.unknown_score + UNKNOWN_PENALTY
    if model.scores[token] > lowest:
        return model.unknown_score
    left_out = {token, *model.reserved, *model.user_defined}
    return min((score for piece, score in model.scores.items() if piece not in left_out), default=0.0) - UNKNOWN_PENALTY
