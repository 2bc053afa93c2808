"""`/bytes`: a text, its bytes, its pre-tokens, its merges, its tokens."""

from tokviz.web.bytes import page as bytes_page
from tokviz.web.shared import i18n

bytes_page.render(i18n.catalog())
