"""Text keys of Unigram: the kinds of its steps, what becomes of a piece, and the figures that sources print."""

from __future__ import annotations

KIND_KEYS = {
    "seed": "unigram.kind.seed",
    "expect": "unigram.kind.expect",
    "maximize": "unigram.kind.maximize",
    "prune": "unigram.kind.prune",
}

OUTCOME_KEYS = {
    "removed": "unigram.outcome.removed",
    "kept": "unigram.outcome.kept",
    "protected": "unigram.outcome.protected",
    "restored": "unigram.outcome.restored",
}

TIED_KEYS = {  # of a piece that stays, by which of those with the same loss are removed
    "first": "unigram.tied.later",
    "last": "unigram.tied.earlier",
}

SEED_OUTCOME_KEYS = {
    "character": "unigram.seed.outcome.character",
    "kept": "unigram.seed.outcome.kept",
    "no-room": "unigram.seed.outcome.no-room",
}

STEP_KIND_KEYS = {
    "seed": "worksheet.kind.seed",
    "expect": "worksheet.kind.expect",
    "maximize": "worksheet.kind.maximize",
    "prune": "worksheet.kind.prune",
}

FIGURE_KEYS = {
    "probability": "unigram.figure.probability",
    "split": "unigram.figure.split",
    "score": "unigram.figure.score",
    "loss": "unigram.figure.loss",
    "removal": "unigram.figure.removal",
    "free": "unigram.figure.free",
    "cost": "unigram.figure.cost",
    "size": "unigram.figure.size",
}

AGREES_KEYS = {
    True: "printed.yes",
    False: "printed.no",
}
