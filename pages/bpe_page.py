"""`/bpe`: byte-pair encoding, merge by merge."""

from tokviz.algorithms import BPE
from tokviz.views.pages import bpe
from tokviz.web.address import url
from tokviz.web.encoding import train_or_apply
from tokviz.web.shared import i18n, parts
from tokviz.web.shared.page_frame import heading
from tokviz.web.training.page import body, page_of_views

TRAINING = page_of_views(BPE, bpe.VIEWS, has_versus=True)

say = i18n.catalog()
heading("bpe", say)
row = parts.top_row()
with row:
    train_or_apply.choose_page(BPE.name, say)
body(TRAINING, say, is_new=url.has_changed(BPE.name), row=row)
