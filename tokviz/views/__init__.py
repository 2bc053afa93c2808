"""What a trace looks like: sentences, frames, charts, the payload of the picture, files. Knows nothing of Streamlit."""
