"""`/unigram`: unigram language models, trained step by step; and the lattice of any word."""

from tokviz.algorithms import UNIGRAM
from tokviz.state import lattice as lattice_state
from tokviz.state.trained_pages import applying_views
from tokviz.views.pages.lattice import PAGE
from tokviz.views.pages.unigram import VIEWS
from tokviz.web.encoding.page import ApplyPage
from tokviz.web.encoding.panels import panels_of_views
from tokviz.web.encoding.train_or_apply import show_halves
from tokviz.web.pages.unigram import lattice
from tokviz.web.shared import i18n
from tokviz.web.shared.page_frame import heading
from tokviz.web.training.page import page_of_views

TRAINING = page_of_views(UNIGRAM, VIEWS)
LATTICE = ApplyPage(
    page=UNIGRAM.name,
    picture="unigram-lattice",
    algorithm=UNIGRAM,
    form=lattice_state.FORM,
    prefix="lattice",
    upload="lattice.upload",
    upload_help="lattice.upload.help",
    empty="lattice.empty",
    views=applying_views("unigram"),
    is_of_text=False,
    load=lattice.load_tokenizer,
    words=lattice.words_of,
    frames=lattice.draw_word,
    beside=lattice.show_unknown,
    panels=panels_of_views(PAGE, "lattice"),
    in_views=("text", "n", "alpha", "seed", "draws"),
    as_linked=("alpha", "draws"),
)

say = i18n.catalog()
heading("unigram", say)
NAMES = ("unigram.mode.train", "unigram.mode.lattice")
show_halves(TRAINING, LATTICE, say, "unigram.mode", NAMES)
