"""The README's moving picture: the merges of low / lower / newest / widest as an animated WebP.

`python -m tests.e2e.film` serves the app, steps through the example and writes assets/screenshot.webp. Not a test.
"""

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.e2e import chromium
from tests.e2e.conftest import CHROMIUM_FLAGS, ROOT, open_page, serve

__all__ = ["main"]

FILE = ROOT / "assets" / "screenshot.webp"
SIZE = (960, 540)
STEPS = 8
MOVING_MS = (60, 120, 180, 240)  # of the 260 ms that a step moves
STILL_MS = 1500


def main() -> None:
    """Write the file."""
    frames: list[Image.Image] = []
    times: list[int] = []
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=list(CHROMIUM_FLAGS))
        page = browser.new_page(base_url=server.url, viewport={"width": 1280, "height": 720}, device_scale_factor=1)
        open_page(page, "/bpe", {"example": "sennrich", "lang": "en"})
        page.get_by_test_id("drawing").wait_for()
        frames.append(picture(page))
        times.append(STILL_MS)
        for _ in range(STEPS):
            page.keyboard.press("ArrowRight")
            for time in MOVING_MS:
                move_to(page, time)
                frames.append(picture(page))
                times.append(80)
            move_to(page, None)
            frames.append(picture(page))
            times.append(STILL_MS)
    first, *others = frames
    first.save(FILE, save_all=True, append_images=others, duration=times, loop=0, quality=60, method=6)


def move_to(page: Page, time: int | None) -> None:
    """Hold all motion of the picture at this time in milliseconds; None: at its end."""
    page.get_by_test_id("picture").evaluate(
        """(picture, time) => picture.getRootNode().getAnimations({ subtree: true }).forEach((motion) => {
            motion.pause();
            if (time === null) motion.finish();
            else motion.currentTime = time;
        })""",
        time,
    )


def picture(page: Page) -> Image.Image:
    """Return a screenshot of the window."""
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB").resize(SIZE, Image.Resampling.LANCZOS)


if __name__ == "__main__":
    main()
