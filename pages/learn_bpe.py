"""`/bpe`: byte-pair encoding, merge by merge."""

from tokviz.algorithms import BPE
from tokviz.web.shared import i18n
from tokviz.web.train import page as learn_page

learn_page.render(BPE, i18n.catalog())
