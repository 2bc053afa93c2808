"""`/superbpe`: SuperBPE and BoundlessBPE, up to the step at which borders fall, and on."""

from tokviz.algorithms import SUPERBPE
from tokviz.web.address import url
from tokviz.web.pages.superbpe import panels
from tokviz.web.shared import i18n
from tokviz.web.shared.page_frame import heading
from tokviz.web.training import comparison
from tokviz.web.training.page import TrainingPage, body

TRAINING = TrainingPage(
    SUPERBPE, now=panels.show_candidates, printed=comparison.errata, views=panels.views, has_versus=False
)

say = i18n.catalog()
heading("superbpe", say)
body(TRAINING, say, is_new=url.has_changed(SUPERBPE.name))
