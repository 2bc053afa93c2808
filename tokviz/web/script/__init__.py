"""The script that Streamlit runs for every page. Alone in its folder: beside one called `pages`, such as that of
`tokviz/web`, Streamlit would take all files there for pages and route by them."""
