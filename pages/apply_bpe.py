"""`/bpe-encode`: a trained BPE tokenizer applied to new text, step by step."""

from tokviz.algorithms import BPE
from tokviz.web.address import url
from tokviz.web.address.states import apply_bpe as bpe_state
from tokviz.web.apply import bpe
from tokviz.web.apply.page import ApplyPage, body
from tokviz.web.apply.panels import bpe as bpe_panels
from tokviz.web.shared import i18n, parts
from tokviz.web.shared.heading import heading
from tokviz.web.train import train_or_apply

PAGE = ApplyPage(
    page=bpe_state.PAGE,
    stage=bpe_state.PAGE,
    algorithm=BPE,
    form=bpe_state.FORM,
    prefix="encode",
    texts="encode",
    views=bpe_state.VIEWS,
    has_many=True,
    controls=bpe.controls,
    load=bpe.load,
    frames=bpe.frames,
    beside=bpe.beside,
    panels=bpe_panels.panels,
    in_views=("dropout", "seed"),
)

say = i18n.catalog()
heading("page.bpe-encode", say, has_stage=True)
row = parts.top_row()
with row:
    train_or_apply.choose_page(PAGE.page, say)
body(PAGE, say, is_new=url.has_changed(PAGE.page), row=row)
