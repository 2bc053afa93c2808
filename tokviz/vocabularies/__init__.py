"""What one wants to see in a real vocabulary: a tokenizer's file is opened by `tokviz.files`, and this asks it.

    vocabulary = Vocabulary(Pipeline.from_file("tokenizer.json"))
    vocabulary[5], vocabulary.of_token("Ġthe")           # Entry: .id .token .data .text .kind .script .characters
    search(vocabulary, "light", "begins", kind="start")  # places of entries; ordered(...) sorts them
    by_kind(vocabulary), by_length(vocabulary), by_script(vocabulary), duplicates(vocabulary)
    tree(pipeline.model, token), made_of(model, token, 20)
    unmerge(pipeline, text, token)                       # the text without one token of the vocabulary
    reach(vocabulary)                                    # which entries any text is encoded to, and how that is known
    usage(vocabulary, text)                              # which ones a text uses
    numbers(vocabulary), runs(vocabulary), code_price(vocabulary, code)
    languages(), price(pipeline, sentences), overlap(vocabulary, other), typed(pipeline)

What a text is encoded to is always the library's word; trees and unmerging are our models', which tests hold equal to
the library's. Nothing here is kept: who asks twice remembers by himself.
"""

from tokviz.vocabularies.counts import Count, Group, by_kind, by_length, by_script, counted, duplicates
from tokviz.vocabularies.derivation import Merge, Node, derived, made_of, tree
from tokviz.vocabularies.entries import KINDS, Entry, Places, Vocabulary, vocabulary_of
from tokviz.vocabularies.languages import ENGLISH, Language, Price, languages, price, prices, prose
from tokviz.vocabularies.numbers import DIGITS, GROUPINGS, Cut, Numbers, numbers
from tokviz.vocabularies.overlap import Overlap, overlap
from tokviz.vocabularies.reach import Reach, Reached, reach
from tokviz.vocabularies.scripts import SCRIPTS
from tokviz.vocabularies.searching import ORDERS, WAYS, ordered, search
from tokviz.vocabularies.spacing import CODE, MAX_RUN, RUNS, CodePrice, Run, code_price, runs
from tokviz.vocabularies.specials import Typed, typed
from tokviz.vocabularies.unmerging import MAX_UNMERGED, Unmerged, Word, removable, unmerge
from tokviz.vocabularies.usage import MAX_USED, Usage, usage

__all__ = [
    "CODE",
    "DIGITS",
    "ENGLISH",
    "GROUPINGS",
    "KINDS",
    "MAX_RUN",
    "MAX_UNMERGED",
    "MAX_USED",
    "ORDERS",
    "RUNS",
    "SCRIPTS",
    "WAYS",
    "CodePrice",
    "Count",
    "Cut",
    "Entry",
    "Group",
    "Language",
    "Merge",
    "Node",
    "Numbers",
    "Overlap",
    "Places",
    "Price",
    "Reach",
    "Reached",
    "Run",
    "Typed",
    "Unmerged",
    "Usage",
    "Vocabulary",
    "Word",
    "by_kind",
    "by_length",
    "by_script",
    "code_price",
    "counted",
    "derived",
    "duplicates",
    "languages",
    "made_of",
    "numbers",
    "ordered",
    "overlap",
    "price",
    "prices",
    "prose",
    "reach",
    "removable",
    "runs",
    "search",
    "tree",
    "typed",
    "unmerge",
    "usage",
    "vocabulary_of",
]
