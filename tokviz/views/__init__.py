"""Views of a trace: sentences, frames, charts, the payload of the picture, files. Knows nothing of Streamlit."""
