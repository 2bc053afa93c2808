"""`/bpe-encode`: a trained BPE tokenizer applied to new text, step by step."""

from tokviz.web.apply import bpe_page as encode_page
from tokviz.web.shared import i18n

encode_page.render(i18n.catalog())
