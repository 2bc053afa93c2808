"""`/lpbpe`: byte-pair encoding by the longest pair; and the encoding with what comes of it."""

from tokviz.web.encoding.merged import show_page

show_page("lpbpe")
