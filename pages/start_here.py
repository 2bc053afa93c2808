"""`/`: what tokviz is, the lessons, and the worked examples as cards that open at their first step."""

from tokviz.web.shared import i18n
from tokviz.web.start import page as start_page

start_page.render(i18n.catalog())
