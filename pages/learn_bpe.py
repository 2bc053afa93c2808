"""`/bpe`: byte-pair encoding, merge by merge."""

from tokviz.web import i18n, learn_page
from tokviz.web.algorithms import BPE

learn_page.render(BPE, i18n.catalog())
