"""Questions to a real vocabulary: `tokviz.files` opens a tokenizer's file, and the functions here ask it.

    vocabulary = Vocabulary(Pipeline.from_file("tokenizer.json"))
    vocabulary[5], vocabulary.of_token("Ġthe")           # Entry: .id .token .data .text .kind .script .characters
    search(vocabulary, "light", "begins", kind="start")  # places of entries; ordered(...) sorts them
    by_kind(vocabulary), by_length(vocabulary), by_script(vocabulary), duplicates(vocabulary)
    tree(pipeline.model, token), made_of(model, token, 20)
    unmerge(pipeline, text, token)                       # the text without one token of the vocabulary
    reach(vocabulary)                                    # which entries any text is encoded to, and how that is known
    usage(vocabulary, text)                              # which ones a text uses
    text_trip(pipeline, text), ids_trip(pipeline, ids)   # there and back; single_trips(pipeline) of each id alone
    numbers(vocabulary), runs(vocabulary), code_price(vocabulary, code)
    languages(), price(pipeline, sentences), overlap(vocabulary, other), typed(pipeline)

What a text is encoded to is always the library's word; trees and unmerging are our models', which tests hold equal to
the library's. Nothing here is kept: callers keep what they need twice.
"""

from tokviz.vocabularies.counts import (
    MAX_USED,
    Count,
    Group,
    Overlap,
    Usage,
    by_kind,
    by_length,
    by_script,
    by_script_and_length,
    counted,
    duplicates,
    overlap,
    usage,
)
from tokviz.vocabularies.derivation import (
    MAX_UNMERGED,
    Merge,
    Node,
    Unmerged,
    Word,
    derived,
    made_of,
    removable,
    tree,
    unmerge,
)
from tokviz.vocabularies.entries import (
    KINDS,
    LENGTHS,
    ORDERS,
    SCRIPTS,
    WAYS,
    Entry,
    Places,
    Vocabulary,
    ordered,
    search,
    vocabulary_of,
)
from tokviz.vocabularies.reach import Reach, Reached, reach
from tokviz.vocabularies.round_trip import Singles, TextTrip, ids_trip, single_trips, text_trip
from tokviz.vocabularies.samples import (
    CODE,
    DIGITS,
    ENGLISH,
    GROUPINGS,
    MAX_RUN,
    RUNS,
    CodePrice,
    Cut,
    Language,
    Numbers,
    Price,
    Run,
    Typed,
    code_price,
    languages,
    numbers,
    price,
    prices,
    prose,
    runs,
    typed,
)

__all__ = [
    "CODE",
    "DIGITS",
    "ENGLISH",
    "GROUPINGS",
    "KINDS",
    "LENGTHS",
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
    "Singles",
    "TextTrip",
    "Typed",
    "Unmerged",
    "Usage",
    "Vocabulary",
    "Word",
    "by_kind",
    "by_length",
    "by_script",
    "by_script_and_length",
    "code_price",
    "counted",
    "derived",
    "duplicates",
    "ids_trip",
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
    "single_trips",
    "text_trip",
    "tree",
    "typed",
    "unmerge",
    "usage",
    "vocabulary_of",
]
