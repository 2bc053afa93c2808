"""`/superbpe`: SuperBPE and BoundlessBPE, up to the step at which borders fall, and on; and the encoding of a text."""

from tokviz.algorithms import SUPERBPE
from tokviz.state.trained_pages import applying_views
from tokviz.state.training import ENCODING_FORMS
from tokviz.views.pages import superbpe, superbpe_encode
from tokviz.web.encoding.page import ApplyPage
from tokviz.web.encoding.panels import panels_of_views
from tokviz.web.encoding.train_or_apply import show_halves
from tokviz.web.pages.superbpe import encoder
from tokviz.web.shared import i18n
from tokviz.web.shared.page_frame import heading
from tokviz.web.training.page import page_of_views

TRAINING = page_of_views(SUPERBPE, superbpe.VIEWS)
ENCODING = ApplyPage(
    page=SUPERBPE.name,
    picture="superbpe-encode",
    algorithm=SUPERBPE,
    form=ENCODING_FORMS[SUPERBPE.name],
    prefix="superbpe_encode",
    upload="",
    upload_help="",
    empty="superbpe.encode.empty",
    views=applying_views("superbpe"),
    unit="line",
    words=encoder.lines,
    load=encoder.load_tokenizer,
    frames=encoder.draw_line,
    beside=encoder.show_about,
    panels=panels_of_views(superbpe_encode.PAGE, "superbpe_encode"),
)

say = i18n.catalog()
heading("superbpe", say)
show_halves(TRAINING, ENCODING, say)
