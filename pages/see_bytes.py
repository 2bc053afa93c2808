"""`/bytes`: a text, its bytes, its pre-tokens, its merges, its tokens."""

from tokviz.web import bytes_page, i18n

bytes_page.render(i18n.catalog())
