"""`/parity`: byte-pair encoding of several languages, turn by turn; and the encoding with what comes of it."""

from tokviz.algorithms import PARITY
from tokviz.state import views
from tokviz.state.training import ENCODING_FORMS
from tokviz.views.pages import parity, parity_encode
from tokviz.web.encoding.page import ApplyPage
from tokviz.web.encoding.panels import panels_of_views
from tokviz.web.encoding.train_or_apply import show_halves
from tokviz.web.pages.parity import encoder
from tokviz.web.shared import i18n
from tokviz.web.shared.page_frame import heading
from tokviz.web.training.page import page_of_views

TRAINING = page_of_views(PARITY, parity.VIEWS)
ENCODING = ApplyPage(
    page=PARITY.name,
    picture="parity-encode",
    algorithm=PARITY,
    form=ENCODING_FORMS[PARITY.name],
    prefix="parity_encode",
    upload="encode.upload",
    upload_help="encode.upload.help",
    empty="encode.empty",
    views=views.PARITY_ENCODE,
    has_many=True,
    load=encoder.load_tokenizer,
    frames=encoder.draw_word,
    panels=panels_of_views(parity_encode.PAGE, "parity_encode"),
)

say = i18n.catalog()
heading("parity", say)
show_halves(TRAINING, ENCODING, say)
