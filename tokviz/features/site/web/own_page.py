"""The data of the page where visitors train on their own text, in the browser: everything that can be chosen there.

Its script (`tokviz/frontend/site/tab/page.js`) draws it; nothing is trained here. What is offered comes from the
registries of the app, so that a link of one opens the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tokviz import examples
from tokviz.algorithms import ALGORITHMS, BPE, OWN_AMOUNT, Algorithm
from tokviz.chat.messages import MAX_CHAT_CHARS, MAX_MESSAGES
from tokviz.chat.templates import MAX_TEMPLATE_CHARS, OWN_TEMPLATES, own_template
from tokviz.compare.comparison import FEWEST, MAX_SIZE, MOST, opening_tokenizers
from tokviz.corpus import LanguageCorpus
from tokviz.examples import OWN
from tokviz.exercises.challenges import CHALLENGE_KEYS
from tokviz.features.site.tab import practicing
from tokviz.features.site.tab.requests import MAX_CORPUS_CHARS
from tokviz.files.by_name import SHIPPED, of_merges
from tokviz.files.reading import MAX_FILE_BYTES
from tokviz.knobs import Knob
from tokviz.pretokenize import PRETOKENIZERS
from tokviz.state import bytes as bytes_state
from tokviz.state import pages, sample_texts
from tokviz.state import practice as practice_state
from tokviz.state import tokenizers as tokenizers_state
from tokviz.state import why as why_state
from tokviz.state.bpe_encode import LOOPS
from tokviz.state.bytes import BytesState
from tokviz.state.chat import CHATS, ChatState, first_chat
from tokviz.state.form import MAX_LINK_CHARS, Choice, Number
from tokviz.state.practice import LEVEL_NAMES, PracticeState
from tokviz.state.request import MAX_MERGES, OWN_SPLIT, opening
from tokviz.state.tab import APPLYING, PAGES
from tokviz.state.tokenizers import TokenizersState
from tokviz.state.trained_pages import TRAINED
from tokviz.state.training import KnobValue
from tokviz.state.vocabulary import VocabularyState
from tokviz.state.why import WhyState
from tokviz.text_keys import (
    algorithm_key,
    example_key,
    knob_choice_key,
    knob_empty_key,
    knob_help_key,
    knob_key,
    preset_about_key,
    preset_key,
    preset_limit_key,
    split_key,
)
from tokviz.trace import Rules
from tokviz.views.exercises.series import MAX_ANSWER
from tokviz.views.exercises.wording import KIND_KEYS, LEVEL_KEYS
from tokviz.views.pages import chat
from tokviz.views.shared.catalog import Catalog
from tokviz.views.tokenizers.options import NAME_KEYS, SAMPLE_KEYS

KEPT = "tokviz-own"
"""The name by which a browser keeps the state of the page for the visit: a text may be too long for a link."""
OPENING_TEXTS: Mapping[str, str] = {
    "en": "she sells seashells by the seashore. The shells she sells are surely seashells.",
    "zh": "四是四，十是十，十四是十四，四十是四十。",
}
"""The text that the page opens with, by language: tongue twisters, whose words share parts."""
OFFERED = {
    "training": "tab.own.offered.training",
    "encode": "tab.own.offered.encode",
    "compare": "tab.own.offered.compare",
    "bytes": "tab.own.offered.bytes",
    "why": "tab.own.offered.why",
    "tokenizers": "tab.own.offered.tokenizers",
    "vocabulary": "tab.own.offered.vocabulary",
    "chat": "tab.own.offered.chat",
    "files": "tab.own.offered.files",
    "practice": "tab.own.offered.practice",
    "exercises": "tab.own.offered.exercises",
    "keep": "tab.own.offered.keep",
}
"""The tools that the page offers, in the order of its tabs."""
ONLY_IN_APP = {
    "files": "tab.own.only.files",
    "live": "tab.own.only.live",
    "long": "tab.own.only.long",
}
"""Things that only the app does."""
START_FROM = tuple(name for name in of_merges() if name in SHIPPED)
"""The tokenizers that training goes on from."""
TABS = {
    "training": "tab.own.tab.training",
    "apply": "tab.own.tab.apply",
    "compare": "tab.own.tab.compare",
    "bytes": "tab.own.tab.bytes",
    "why": "page.why",
    "tokenizers": "tab.own.tab.tokenizers",
    "vocabulary": "page.vocabulary",
    "chat": "page.chat",
    "practice": "page.practice",
    "exercises": "tab.own.tab.exercises",
    "keep": "tab.own.tab.keep",
}
"""The tabs of the page, in order."""
_BPE = {
    "sennrich": "tab.own.bpe.sennrich",
    "subword-nmt": "tab.own.bpe.subword-nmt",
    "subword-nmt-0.1": "tab.own.bpe.subword-nmt-0.1",
    "huggingface": "tab.own.bpe.huggingface",
    "course": "tab.own.bpe.course",
    "minbpe": "tab.own.bpe.minbpe",
    "cs336": "tab.own.bpe.cs336",
    "rustbpe": "tab.own.bpe.rustbpe",
    "sentencepiece": "tab.own.bpe.sentencepiece",
}
_UNIGRAM = {
    "course": "tab.own.unigram.course",
    "hard-em": "tab.own.unigram.hard-em",
    "soft-em": "tab.own.unigram.soft-em",
    "huggingface": "tab.own.unigram.huggingface",
    "sentencepiece": "tab.own.unigram.sentencepiece",
}
_STOPS = {
    "merges": "control.stop.merges",
    "vocab": "control.stop.vocab",
    "end": "stop.end",
}
_LOOPS = {
    "one-at-a-time": "encode.loop.one-at-a-time",
    "all-occurrences": "encode.loop.all-occurrences",
    "rule-by-rule": "encode.loop.rule-by-rule",
}
_BYTE_RULES = {
    "minbpe": "bytes.rules.minbpe",
    "huggingface": "bytes.rules.huggingface",
}
_SERIES = ("kinds", "level", "seed", "challenge")
"""The parameters of a series of exercises that its fields set."""
_KNOBS = frozenset(
    {
        "tie_break",
        "end_of_word",
        "end_of_word_attached",
        "minimum_count",
        "select_by",
        "lower_threshold",
        "max_piece_length",
        "expectation",
        "passes",
        "pruned_share",
        "threshold",
        "transition",
        "share",
        "max_token_words",
        "turn",
        "ratio",
        "variant",
        "window_size",
        "alpha",
        "global_merges",
    }
)
"""The knobs that a learner turns; a link can set the others, too."""


_CHOSEN = (Choice, Number, KnobValue)
_NAMES = {"t", "tokenizer", "beside", "from"}
"""The parameters with names of tokenizers. With one out of a file nothing is kept at all (`seen.js`)."""


def _typed() -> list[str]:
    """Return the parameters that may hold what a visitor typed: all but choices, numbers, knobs and names."""
    halves = (half.form for page in pages.PAGES if (half := page.second_half) is not None)
    fields = (field for form in (*(page.form for page in pages.PAGES), *halves) for field in form.fields)
    return sorted({field.name for field in fields if not isinstance(field.kind, _CHOSEN)} - _NAMES)


def own_data(say: Catalog, app: str = "") -> dict[str, Any]:
    """Return the data of the page in one language. app: the address of the app; empty for none. more: what the queries
    of pages begin with."""
    first = first_chat(say.language)
    return {
        "app": app,
        "lang": say.language,
        "text": OPENING_TEXTS.get(say.language, OPENING_TEXTS["en"]),
        "more": {} if first == ChatState.sample else {"chat": {"preset": first}},
        "own": OWN,
        "kept": KEPT,
        "typed": _typed(),
        "split": OWN_SPLIT,
        "most": {
            "corpus": MAX_CORPUS_CHARS,
            "link": MAX_LINK_CHARS,
            "steps": MAX_MERGES,
            "size": MAX_SIZE,
            "bytes": bytes_state.MAX_CHARS,
            "tokenizers": tokenizers_state.MAX_CHARS,
            "file": MAX_FILE_BYTES,
        },
        "algorithms": [_algorithm(ALGORITHMS[name], say) for name in APPLYING],
        "splits": [[name, say(split_key(name))] for name in PRETOKENIZERS],
        "examples": [_example(name, say) for name in examples.NAMES],
        "starts": {
            "of": BPE.name,
            "names": [["", say("control.start.none")], *([name, say(NAME_KEYS[name])] for name in START_FROM)],
        },
        "loops": [["", say("encode.loop.library")], *([name, say(_LOOPS[name])] for name in LOOPS)],
        "compared": {
            "usual": list(opening_tokenizers(OWN)),
            "fewest": FEWEST,
            "most": MOST,
            "tokenizers": [
                [
                    f"{algorithm.name}:{preset}",
                    say("compare.slot", name=say(algorithm_key(algorithm.name)), preset=say(preset_key(preset))),
                ]
                for algorithm in map(ALGORITHMS.__getitem__, APPLYING)
                for preset in algorithm.presets
            ],
        },
        "bytes": {
            "patterns": [[name, say(split_key(name))] for name in bytes_state.PATTERNS],
            "rules": [[name, say(_BYTE_RULES[name])] for name in bytes_state.RULES],
            "corpora": [
                *([name, say(example_key(name))] for name in bytes_state.TRAIN_ON if name != OWN),
                [OWN, say("bytes.corpus.own")],
            ],
            "merges": bytes_state.MAX_MERGES,
            "usual": {
                "pattern": BytesState.pattern,
                "corpus": bytes_state.fitting(OWN),
                "rules": BytesState.rules,
                "merges": BytesState.merges,
            },
        },
        "why": {
            "texts": [
                [name, say("why.example.runner") if name == "runner" else say(example_key(name))]
                for name in why_state.NAMES
            ],
            "size": why_state.MAX_SIZE,
            "word": why_state.MAX_WORD,
            "usual": {"example": WhyState.example},
        },
        "tokenizers": {
            "names": [[name, say(NAME_KEYS[name])] for name in SHIPPED],
            "samples": [[name, say(SAMPLE_KEYS[name])] for name in (*tokenizers_state.SAMPLES, OWN)],
            "texts": dict(tokenizers_state.SAMPLES),
            "usual": {"preset": TokenizersState.sample, "tokenizer": TokenizersState.tokenizer},
        },
        "vocabulary": {
            "usual": {"preset": VocabularyState.sample, "tokenizer": VocabularyState.tokenizer, "beside": ""}
        },
        "chat": {
            "samples": [[name, say(key)] for name, key in chat.SAMPLE_KEYS.items()],
            "templates": [[name, say(key)] for name, key in chat.TEMPLATE_KEYS.items()],
            "roles": [[name, say(key)] for name, key in chat.ROLE_KEYS.items()],
            "messages": {name: [[one.role, one.content] for one in messages] for name, messages in CHATS.items()},
            "sources": {name: own_template(name).source for name in OWN_TEMPLATES},
            "most": {"messages": MAX_MESSAGES, "chars": MAX_CHAT_CHARS, "template": MAX_TEMPLATE_CHARS},
            "usual": {
                "preset": ChatState.sample,
                "template": ChatState.template,
                "tokenizer": ChatState.tokenizer,
                "prompt": ChatState.prompt,
            },
            "labels": {
                "role": say.templates["chat.role"],
                "content": say.templates["chat.content"],
                "add": say("chat.add"),
                "remove": say.templates["chat.remove"],
            },
        },
        "practice": {
            "kinds": [[name, say(key)] for name, key in KIND_KEYS.items()],
            "levels": [[name, say(LEVEL_KEYS[level])] for name, level in LEVEL_NAMES.items()],
            "challenges": [
                ["", say("practice.challenge.any")],
                *([name, say(key)] for name, key in CHALLENGE_KEYS.items()),
            ],
            "usual": {name: practice_state.FORM.text(PracticeState(), name) for name in _SERIES},
            "most": MAX_ANSWER,
            "seed": practice_state.MAX_SEED,
            "labels": {
                "check": say("exercise.check"),
                "hint": say("exercise.hint.button"),
                "example": say("exercise.example.button"),
                "restart": say("start.lessons.again"),
            },
        },
        "tabs": [[name, say(key)] for name, key in TABS.items()],
        "labels": {
            **say.within("tab.own.label."),
            "asks": {
                "check": say("guide.label.check"),
                "tell": say("guide.label.tell"),
                "yours": say("guide.label.yours"),
                "because": say("guide.label.because"),
                "score": say.templates["predict.label.score"],
                "ask_place": say("guide.place", number="{number}", total="{total}"),
            },
            "typed": say.templates["own.count.characters"],  # the picture says how many words its split makes
            "nothing": say("own.count.empty"),
            "own_file": say("compare.file"),
            "remove_file": say.templates["upload.remove"],
            "copied": say("share.label.copied"),
            "by_hand": say("share.label.by_hand"),
        },
    }


def about_tab(say: Catalog) -> dict[str, Any]:
    """Return the lists of what the page offers, and of what only the app does."""
    most = say.integer(MAX_CORPUS_CHARS)
    return {
        "offered": [say(key) for key in OFFERED.values()],
        "only": [say(key, most=most) for key in ONLY_IN_APP.values()],
    }


def corpus_text(example: str) -> str:
    """Return the corpus of an example as a visitor would type it: its text, or its words with their counts.

    >>> corpus_text("hug")
    'hug 10\\npug 5\\npun 12\\nbun 4\\nhugs 5'
    """
    loaded = examples.load(example)
    if loaded.counts is None:
        return loaded.text or ""
    if any(" " in word for word in loaded.counts.words):  # a list would lose the spaces
        return loaded.text or "\n".join(line for line, count in loaded.counts.items() for _ in range(count))
    return "\n".join(f"{word} {count}" for word, count in loaded.counts.items())


def labeled_text(example: str) -> str:
    """Return the same with its languages below headings; empty for an example that has none.

    >>> print(labeled_text("two-languages")[:32])
    [English]
    low 5
    lower 2
    newest 6
    """
    loaded = examples.load(example)
    if loaded.languages:
        texts = [(language.name, language.text, language.dev) for language in loaded.languages]
    elif isinstance(loaded.counts, LanguageCorpus):
        texts = [
            (language.name, _listed(language.words), _listed(language.dev or ()))
            for language in loaded.counts.languages
        ]
    else:
        return ""
    parts = [f"[{name}]\n{text}\n" for name, text, _ in texts] + [f"[{name} dev]\n{dev}\n" for name, _, dev in texts]
    return "".join(parts).rstrip("\n")


def _listed(words: Iterable[tuple[str, int]]) -> str:
    return "\n".join(f"{word} {count}" for word, count in words)


def _compared(algorithm: str, preset: str, say: Catalog) -> str:
    return say("compare.slot", name=say(algorithm_key(algorithm)), preset=say(preset_key(preset)))


def _example(name: str, say: Catalog) -> dict[str, Any]:
    """Return an example to start from: its text, and how each algorithm opens with it."""
    openings = {algorithm: opening(ALGORITHMS[algorithm], name) for algorithm in APPLYING}
    return {
        "name": name,
        "label": say(example_key(name)),
        "text": corpus_text(name),
        "labeled": labeled_text(name),
        "prose": examples.load(name).is_prose,
        "openings": {
            algorithm: {
                "preset": start.preset,
                "split": start.split,
                "stop": start.stop,
                "amount": start.amount,
                "text": sample_texts.text(TRAINED[algorithm].sampled_as, name),
            }
            for algorithm, start in openings.items()
        },
        "compared": {"text": sample_texts.text("compare", name), "tokenizers": list(opening_tokenizers(name))},
    }


def _algorithm(algorithm: Algorithm, say: Catalog) -> dict[str, Any]:
    page = APPLYING[algorithm.name]
    address, do = PAGES[page]
    return {
        "name": algorithm.name,
        "label": say(algorithm_key(algorithm.name)),
        "byLanguage": algorithm.by_language,
        "about": say("tab.own.languages") if algorithm.by_language else "",
        "preset": algorithm.lesson_preset or algorithm.own_preset,
        "amount": OWN_AMOUNT,
        "presets": [_preset(algorithm, name, rules, say) for name, rules in algorithm.presets.items()],
        "knobs": [_knob(knob, algorithm, say) for knob in algorithm.knobs if knob.field in _KNOBS],
        "parameters": [knob.url for knob in algorithm.knobs],
        "stops": [[name, say(_STOPS[name])] for name in algorithm.stops],
        "apply": {"page": page, "address": address, "do": do},
        "exercises": [[kind, say(KIND_KEYS[kind])] for kind in practicing.KINDS[algorithm.name]],
    }


def _preset(algorithm: Algorithm, name: str, rules: Rules, say: Catalog) -> dict[str, Any]:
    """Return a convention: its name, a line on what it does, what it leaves out, and its knobs as a link has them."""
    return {
        "name": name,
        "label": say(preset_key(name)),
        "line": _line(algorithm.name, name, say),
        "limit": say(preset_limit_key(algorithm.name, name)) if name in algorithm.limited else "",
        "stops": list(algorithm.stops_of(rules)),
        "knobs": {
            knob.url: knob.format(getattr(rules, knob.field))
            for knob in algorithm.knobs_of(rules)
            if knob.field in _KNOBS and (knob.is_used(rules) or knob.unless[0] in _KNOBS)
        },
    }


def _line(algorithm: str, preset: str, say: Catalog) -> str:
    match algorithm:
        case "bpe":
            return say(_BPE[preset])
        case "unigram":
            return say(_UNIGRAM[preset])
        case _:
            return say(preset_about_key(algorithm, preset))


def _knob(knob: Knob, algorithm: Algorithm, say: Catalog) -> dict[str, Any]:
    empty = knob_empty_key(knob.field)
    field, idle = knob.unless
    return {
        "url": knob.url,
        "kind": knob.kind,
        "label": say(knob_key(knob.field)),
        "help": say(knob_help_key(knob.field)),
        "choices": [[choice, say(knob_choice_key(knob.field, choice))] for choice in knob.choices],
        "empty": say(empty) if empty in say else "",
        "unless": [
            [other.url, other.format(value)] for other in algorithm.knobs if other.field == field for value in idle
        ],
    }
