"""`/`: what tokviz is, the lessons, and the worked examples as cards that open at their first step."""

from tokviz.web import i18n, start_page

start_page.render(i18n.catalog())
