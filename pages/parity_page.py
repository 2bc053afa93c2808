"""`/parity`: byte-pair encoding of several languages, turn by turn; and the encoding with what comes of it."""

from tokviz.web.encoding.merged import show_page

show_page("parity")
