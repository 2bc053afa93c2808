"""The conventions of training by merges, each difference between implementations as one knob.

`Rules` is pure data: how a word is split into its first symbols, which of several equally frequent pairs wins, which
pairs may win at all, and in which order the vocabulary is written. Named conventions are in :mod:`tokviz.bpe.rules`,
which takes these knobs as they are, and in :mod:`tokviz.wordpiece.rules`, which adds one. Nothing here counts or
merges anything.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import Literal, get_args

from tokviz.checks import check_choice, check_least, check_range
from tokviz.corpus.coverage import MIN_COVERAGE, cut_at
from tokviz.errors import RulesError
from tokviz.pretokenize import METASPACE
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR, CHAR_TO_BYTE, text_to_bytes

# Each byte's character changes places with the one of that number, so that no two symbols are equal when compared.
_AS_BYTES = {ord(char): byte for char, byte in CHAR_TO_BYTE.items()} | {
    byte: ord(char) for byte, char in BYTE_TO_CHAR.items()
}

TieBreak = Literal["first-seen", "last-seen", "greatest-pair", "smallest-pair", "smallest-ids", "shortest-token"]
Alphabet = Literal["symbols", "characters", "bytes"]
Duplicates = Literal["reuse", "skip"]
VocabularyOrder = Literal["alphabet-first", "merges-first"]


@dataclass(frozen=True)
class Rules:
    """One convention of BPE training.

    end_of_word: mark at the end of each word (``""`` for none).
    end_of_word_attached: the mark is part of the last character's symbol instead of a symbol of its own.
    start_of_word: mark before the first letter, a symbol of its own; a word that has it already is left alone.
    continuing_prefix: written before every symbol of a word but the first (``##``); a merge drops the right part's.
    alphabet: what the vocabulary holds before the first merge: the ``symbols`` that words begin as; every bare
        ``characters`` as well (Hugging Face keeps them beside the marked forms); or all 256 ``bytes``, in which case
        words are split into UTF-8 bytes (and marks are added to the vocabulary).
    tie_break: which wins among pairs of the same count. ``first-seen``: the pair met first when reading the words in
        order, left to right (of pairs that no longer occur, as in ``smallest-ids``). ``last-seen``: the pair whose
        first occurrence in that reading comes last. ``greatest-pair``, ``smallest-pair``: the greatest or smallest
        (left, right), by code point or, with the alphabet of ``bytes``, byte by byte. ``smallest-ids``: the smallest
        (left id, right id). ``shortest-token``: the fewest code points, then the smallest string.
    minimum_count: training stops when the best pair occurs less often than this. With 0 it goes on with pairs that no
        longer occur, as SentencePiece does.
    duplicates: when a merge makes a string that is in the vocabulary already, ``reuse`` it, or ``skip`` the pair.
    max_token_length: a pair is a candidate only while its token would be *shorter* than this, counted in first symbols;
        pairs of two first symbols always are. (tokenizers' behavior; SentencePiece's limit of 16 is 17 here.)
    special_tokens: tokens at the head of the vocabulary; they count towards a vocabulary size.
    special_split: training texts are split at the special tokens before anything else, each of them a word of its own,
        as tokenizers does where they were added to it before the training. (What merges make of such words stays.)
    initial_alphabet: characters that are in the alphabet whether they occur or not. With an alphabet of ``characters``
        of each entry only the first one, as in tokenizers.
    all_bytes: so are the characters of all 256 bytes, for words of a byte-level pre-tokenization; with tokenizers'
        BpeTrainer that is ``initial_alphabet=ByteLevel.alphabet()``.
    limit_alphabet: keep only this many characters, the most frequent; others are dropped from the words, and their
        neighbors become adjacent. Among equally rare ones the greater code point goes (tokenizers leaves it open).
        With an alphabet of ``characters`` also those of `initial_alphabet`, where it has more, as in tokenizers.
    vocabulary_order: whether merges are numbered after the alphabet or (SentencePiece) before it.
    character_coverage: under SentencePiece's rules, the share of the text that the characters of the vocabulary must
        cover, 0.98 at least: the rarest beyond it are unknown, also in training. 0.9995 is the library's default.
    user_defined: under SentencePiece's rules, symbols that stay whole: a text is split at them before anything else.
        They come after the special tokens and count towards a vocabulary size.
    split_by_unicode_script: a pair is a candidate only if the letters of its token are of one script; digits and
        punctuation, which have none, count as one more. Kana and Han count as one; spaces and marks do not count.
    split_by_number: that holds of digits, too; without it digits go with letters of any script.
    split_digits: a pair with a digit is no candidate. These three are sentencepiece's; with an alphabet of ``bytes``,
        which are no characters, they change nothing.
    """

    end_of_word: str = ""
    end_of_word_attached: bool = False
    start_of_word: str = ""
    continuing_prefix: str = ""
    alphabet: Alphabet = "symbols"
    tie_break: TieBreak = "first-seen"
    minimum_count: int = 1
    duplicates: Duplicates = "reuse"
    max_token_length: int | None = None
    special_tokens: tuple[str, ...] = ()
    special_split: bool = False
    initial_alphabet: tuple[str, ...] = ()
    all_bytes: bool = False
    limit_alphabet: int | None = None
    vocabulary_order: VocabularyOrder = "alphabet-first"
    character_coverage: float = 1.0
    user_defined: tuple[str, ...] = ()
    split_by_unicode_script: bool = False
    split_by_number: bool = True
    split_digits: bool = False

    def __post_init__(self) -> None:
        check_choice("tie_break", self.tie_break, get_args(TieBreak))
        check_choice("alphabet", self.alphabet, get_args(Alphabet))
        check_choice("duplicates", self.duplicates, get_args(Duplicates))
        check_choice("vocabulary_order", self.vocabulary_order, get_args(VocabularyOrder))
        check_least("minimum_count", self.minimum_count, 0)
        check_least("max_token_length", self.max_token_length, 1)
        check_least("limit_alphabet", self.limit_alphabet, 0)
        check_range("character_coverage", self.character_coverage, MIN_COVERAGE, 1)
        if self.blanks_out and not self._is_sentencepiece:
            raise RulesError("sentencepiece-only", name=self.blanks_out[0])

    @property
    def blanks_out(self) -> tuple[str, ...]:
        """The knobs that have characters or symbols blanked out of the words, by name; empty where none has."""
        coverage = ("character_coverage",) if self.character_coverage != 1 else ()
        return (*coverage, "user_defined") if self.user_defined else coverage

    @property
    def of_sentencepiece(self) -> tuple[str, ...]:
        """The knobs that have something blanked out or tokens refused as sentencepiece does, by name."""
        names = ("split_by_unicode_script", "split_digits")
        return (*self.blanks_out, *(name for name in names if getattr(self, name)))

    @property
    def _is_sentencepiece(self) -> bool:
        """True if these rules split words and number pieces as SentencePiece does."""
        cuts = self.start_of_word == METASPACE and not (self.end_of_word or self.continuing_prefix)
        numbers = self.vocabulary_order == "merges-first" and self.duplicates == "skip"
        return cuts and numbers and self.alphabet == "symbols" and self.limit_alphabet is None

    @property
    def splits_tokens(self) -> bool:
        """True if the characters of a token can keep it from being made."""
        return (self.split_by_unicode_script or self.split_digits) and self.alphabet != "bytes"

    @property
    def tie_rule(self) -> str:
        """Names the rule that breaks ties, in words: the tie-break, and whether it compares bytes.

        >>> Rules(tie_break="greatest-pair").tie_rule, Rules(tie_break="greatest-pair", alphabet="bytes").tie_rule
        ('greatest-pair', 'greatest-pair-bytes')
        """
        over_bytes = {"greatest-pair": "greatest-pair-bytes", "smallest-pair": "smallest-pair-bytes"}
        return over_bytes.get(self.tie_break, self.tie_break) if self.alphabet == "bytes" else self.tie_break

    @property
    def first_tokens(self) -> tuple[str, ...]:
        """The tokens at the head of the vocabulary: the special ones and the user's symbols, each once."""
        return tuple(dict.fromkeys((*self.special_tokens, *self.user_defined)))

    @property
    def split_at(self) -> tuple[str, ...]:
        """The symbols that training texts are split at before anything else."""
        return self.special_tokens if self.special_split else ()

    @property
    def sorts_alphabet(self) -> bool:
        """True if the symbols that words begin as are numbered by code point, False if in the order of the words."""
        return True

    @property
    def first_characters(self) -> tuple[str, ...]:
        """The initial alphabet, each once; with an alphabet of characters only the first character of each entry."""
        entries = (*(BYTE_TO_CHAR.values() if self.all_bytes else ()), *filter(None, self.initial_alphabet))
        return tuple(dict.fromkeys(entry[0] if self.alphabet == "characters" else entry for entry in entries))

    def segment(self, word: str, kept_characters: Container[str] | None = None) -> tuple[str, ...]:
        """Cut `word` into its first symbols; characters not in `kept_characters` are dropped (none by default).
        The user's symbols are first symbols, too.

        >>> Rules(end_of_word="</w>", end_of_word_attached=True).segment("low")
        ('l', 'o', 'w</w>')
        >>> Rules(alphabet="bytes").segment("é")
        ('Ã', '©')
        """
        if self.user_defined:
            marked = word if word.startswith(self.start_of_word) else self.start_of_word + word
            return tuple(cut_at(self.user_defined, marked)) if word else ()
        units = list(text_to_bytes(word) if self.alphabet == "bytes" else word)
        if kept_characters is not None:
            units = [unit for unit in units if unit in kept_characters]
        if self.start_of_word and units and units[0] != self.start_of_word:
            units.insert(0, self.start_of_word)
        if self.continuing_prefix:
            units[1:] = [self.continuing_prefix + unit for unit in units[1:]]
        if self.end_of_word and units:
            if self.end_of_word_attached:
                units[-1] += self.end_of_word
            else:
                units.append(self.end_of_word)
        return tuple(units)

    def trained_length(self, word: str) -> int:
        """Return at most how many first symbols a word has. A mark is one of them, however long it is.

        >>> Rules(end_of_word="</w>").trained_length("low"), Rules(alphabet="bytes").trained_length("é")
        (4, 2)
        """
        units = len(word.encode("utf-8")) if self.alphabet == "bytes" else len(word)
        return units + bool(self.start_of_word) + (bool(self.end_of_word) and not self.end_of_word_attached)

    def compared(self, symbol: str) -> str:
        """Return the text that a symbol is compared by: its characters, or one character for each byte that they show.

        >>> sorted(["Ġ", "b"]), sorted(["Ġ", "b"], key=Rules(alphabet="bytes").compared)
        (['b', 'Ġ'], ['Ġ', 'b'])
        """
        return symbol.translate(_AS_BYTES) if self.alphabet == "bytes" else symbol

    def clash(self, token: str) -> tuple[str, ...]:
        """Return the characters that keep a token from being made; see :func:`tokviz.corpus.scripts.clash`.

        >>> Rules(split_by_unicode_script=True, end_of_word="</w>").clash("7th</w>")
        ('7', 't')
        """
        if not self.splits_tokens:
            return ()
        from tokviz.corpus.scripts import clash  # few rules ask

        marks = self.start_of_word, self.continuing_prefix
        return clash(token.removeprefix(marks[0]).removeprefix(marks[1]).removesuffix(self.end_of_word), self)

    def join(self, left: str, right: str) -> str:
        """Return the token that merging `left` and `right` makes.

        >>> Rules(continuing_prefix="##").join("h", "##u")
        'hu'
        """
        return left + right.removeprefix(self.continuing_prefix)
