"""`/bpe-encode`: a trained BPE tokenizer applied to new text, step by step."""

from tokviz.web import encode_page, i18n

encode_page.render(i18n.catalog())
