"""Shared parts of pages that train: `/bpe`, `/wordpiece`, `/unigram`."""
