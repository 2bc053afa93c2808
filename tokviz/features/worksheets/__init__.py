"""Worksheets: what is asked about the steps of a training, about words that a tokenizer is applied to, about a text and
its bytes, and about several tokenizers.

Sheet and solution are the same parts (:mod:`~tokviz.features.worksheets.sheet`), so neither can say what the other
does not.
"""
