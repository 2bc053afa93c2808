"""`/bpe-encode`: a trained BPE tokenizer applied to new text, step by step."""

from tokviz.algorithms import BPE
from tokviz.state import bpe_encode as bpe_state
from tokviz.state.trained_pages import applying_views
from tokviz.views.pages import bpe_encode
from tokviz.web.address import url
from tokviz.web.encoding import train_or_apply
from tokviz.web.encoding.page import ApplyPage, body
from tokviz.web.encoding.panels import panels_of_views
from tokviz.web.pages.bpe_encode import encoder
from tokviz.web.shared import i18n, parts
from tokviz.web.shared.page_frame import heading

PAGE = ApplyPage(
    page=bpe_state.PAGE,
    picture=bpe_state.PAGE,
    algorithm=BPE,
    form=bpe_state.FORM,
    prefix="bpe_encode",
    upload="encode.upload",
    upload_help="encode.upload.help",
    empty="encode.empty",
    views=applying_views("bpe"),
    has_many=True,
    controls=encoder.show_controls,
    load=encoder.load_tokenizer,
    frames=encoder.draw_word,
    beside=encoder.show_unknown,
    panels=panels_of_views(bpe_encode.PAGE, "bpe_encode"),
    in_views=("dropout", "seed"),
    as_linked=("dropout",),
)

say = i18n.catalog()
heading("bpe-encode", say)
row = parts.top_row()
with row:
    train_or_apply.choose_page(PAGE.page, say)
body(PAGE, say, is_new=url.has_changed(PAGE.page), row=row)
