"""`/superbpe`: SuperBPE and BoundlessBPE, up to the step at which borders fall, and on; and the encoding of a text."""

from tokviz.algorithms import SUPERBPE
from tokviz.state import views
from tokviz.state.training import ENCODING_FORMS
from tokviz.web.encoding import page as apply_page
from tokviz.web.pages.superbpe import encoder, panels
from tokviz.web.shared import i18n, parts
from tokviz.web.shared.page_frame import heading
from tokviz.web.training import comparison
from tokviz.web.training import page as train_page
from tokviz.web.training.train_or_apply import choose

TRAINING = train_page.TrainingPage(
    SUPERBPE, now=panels.show_candidates, printed=comparison.errata, views=panels.views, has_versus=False
)
ENCODING = apply_page.ApplyPage(
    page=SUPERBPE.name,
    picture="superbpe-encode",
    algorithm=SUPERBPE,
    form=ENCODING_FORMS[SUPERBPE.name],
    prefix="superbpe_encode",
    upload="",
    upload_help="",
    empty="superbpe.encode.empty",
    views=views.SUPERBPE_ENCODE,
    unit="line",
    words=encoder.lines,
    load=encoder.load_tokenizer,
    frames=encoder.draw_line,
    beside=encoder.show_about,
    panels=encoder.encoder_views,
)

say = i18n.catalog()
heading("superbpe", say)
row = parts.top_row()
with row:
    names = (say("wordpiece.mode.train"), say("wordpiece.mode.encode"))
    applies, is_new = choose(SUPERBPE, ENCODING.form, say("wordpiece.mode"), names, say)
if applies:
    apply_page.body(ENCODING, say, is_new=is_new, row=row)
else:
    train_page.body(TRAINING, say, is_new=is_new, row=row)
