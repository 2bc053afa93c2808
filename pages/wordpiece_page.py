"""`/wordpiece`: WordPiece, trained by score; and the walk through a word that a vocabulary makes."""

from tokviz.algorithms import WORDPIECE
from tokviz.state import wordpiece_encode as wordpiece_state
from tokviz.state.trained_pages import applying_views
from tokviz.views.pages.wordpiece import VIEWS
from tokviz.views.pages.wordpiece_encode import PAGE
from tokviz.web.encoding.page import ApplyPage
from tokviz.web.encoding.panels import panels_of_views
from tokviz.web.encoding.train_or_apply import show_halves
from tokviz.web.pages.wordpiece import encoder
from tokviz.web.shared import i18n
from tokviz.web.shared.page_frame import heading
from tokviz.web.streamlit_workarounds import widget_values
from tokviz.web.training.page import page_of_views

TRAINING = page_of_views(WORDPIECE, VIEWS, has_versus=True)
ENCODING = ApplyPage(
    page=WORDPIECE.name,
    picture="wordpiece-encode",
    algorithm=WORDPIECE,
    form=wordpiece_state.FORM,
    prefix="wordpiece_encode",
    upload="wordpiece.upload",
    upload_help="wordpiece.upload.help",
    empty="wordpiece.empty",
    views=applying_views("wordpiece"),
    controls=encoder.show_controls,
    load=encoder.load_tokenizer,
    frames=encoder.draw_word,
    beside=encoder.show_printed,
    panels=panels_of_views(PAGE, "wordpiece_encode"),
)
VERSUS = "wordpiece_versus"  # a widget of the training half only, whose value is to outlast the other

say = i18n.catalog()
heading("wordpiece", say)
widget_values.keep(VERSUS)
show_halves(TRAINING, ENCODING, say)
