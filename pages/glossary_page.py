"""`/glossary`: the terms of all pages, each with a definition."""

from tokviz.state.glossary import FORM, PAGE
from tokviz.web.address import url
from tokviz.web.pages import glossary
from tokviz.web.shared import i18n, parts
from tokviz.web.shared.page_frame import heading

say = i18n.catalog()
heading("glossary", say)
with parts.part("about"):
    chosen = glossary.ask_search(say)
url.publish(PAGE, FORM, chosen)
with parts.part("rows"):
    glossary.show_terms(chosen.q, say)
