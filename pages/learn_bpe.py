"""`/bpe`: byte-pair encoding, merge by merge."""

from tokviz.algorithms import BPE
from tokviz.web.address import url
from tokviz.web.shared import i18n
from tokviz.web.shared.heading import heading
from tokviz.web.train.page import MERGING, body

say = i18n.catalog()
heading("page.bpe", say, has_stage=True)
body(BPE, MERGING, say, is_new=url.has_changed(BPE.name))
