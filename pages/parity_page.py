"""`/parity`: byte-pair encoding of several languages, turn by turn."""

from tokviz.algorithms import PARITY
from tokviz.web.address import url
from tokviz.web.pages.parity import panels
from tokviz.web.shared import i18n
from tokviz.web.shared.page_frame import heading
from tokviz.web.training import comparison
from tokviz.web.training.page import TrainingPage, body

TRAINING = TrainingPage(
    PARITY, now=panels.show_turn, printed=comparison.beside_step, views=panels.views, has_versus=False
)

say = i18n.catalog()
heading("parity", say)
body(TRAINING, say, is_new=url.has_changed(PARITY.name))
