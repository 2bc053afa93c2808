"""Files of the field, written from a trace. One module a family of formats; reading comes with the encoders."""
