"""`/why`: what words, characters and subwords make of the same text."""

from tokviz.web.shared import i18n
from tokviz.web.why import page as why_page

why_page.render(i18n.catalog())
