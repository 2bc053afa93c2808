"""`/picky`: PickyBPE and Scaffold-BPE, merge by merge and removal by removal."""

from tokviz.algorithms import PICKY
from tokviz.views.pages import picky
from tokviz.web.address import url
from tokviz.web.shared import i18n
from tokviz.web.shared.page_frame import heading
from tokviz.web.training.page import body, page_of_views

TRAINING = page_of_views(PICKY, picky.VIEWS)

say = i18n.catalog()
heading("picky", say)
body(TRAINING, say, is_new=url.has_changed(PICKY.name))
