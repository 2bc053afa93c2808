"""The parts of `/superbpe`."""
