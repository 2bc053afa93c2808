"""`/toy`: what a page for one more algorithm takes at the least, in the way of those in `pages/`."""

from tests.toy import TOY
from tokviz.web.address import url
from tokviz.web.shared import i18n
from tokviz.web.shared.page_frame import heading
from tokviz.web.training.page import TrainingPage, body

TRAINING = TrainingPage(TOY, now=lambda *_: None, printed=lambda *_: None, views=lambda *_: {})

say = i18n.catalog()
heading("toy", say)
body(TRAINING, say, is_new=url.has_changed(TOY.name))
