"""Layouts: what a payload of the picture shows at a step, as blocks of boxes, lines and texts."""
