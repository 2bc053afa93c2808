"""`/compare`: several tokenizers on one corpus, at one size, and why they cut its words differently."""

from tokviz.web.compare import page as compare_page
from tokviz.web.shared import i18n

compare_page.render(i18n.catalog())
