"""Shared parts of pages that apply a tokenizer to a text: `/bpe-encode`, and halves of `/wordpiece` and `/unigram`."""
