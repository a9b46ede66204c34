"""Icons of the installed page and the picture of link previews, rendered by Chromium.

python -m scripts.icons    rewrite frontend/public/*.png after a change of frontend/icons/*.svg
"""

from base64 import b64encode
from pathlib import Path

from schwimmen.server.http.link_previews import PICTURE, PICTURE_SIZE
from tests.browser.chromium import chromium

FRONTEND = Path(__file__).resolve().parent.parent / "frontend"
FONT = "node_modules/@fontsource/young-serif/files/young-serif-latin-400-normal.woff2"

# Size in pixels, corner radius, and margin outside the safe zone of maskable icons.
ICONS = {
    "icon-192.png": (192, "22%", "0"),
    "icon-512.png": (512, "22%", "0"),
    "icon-maskable-512.png": (512, "0", "9%"),
    "icon-apple-180.png": (180, "0", "2%"),
}

STYLE = """
html, body {{ margin: 0; }}
div {{ width: 100vw; height: 100vh; overflow: hidden; border-radius: {corners}; }}
svg {{ display: block; width: calc(100% - 2 * {edge}); margin: {edge}; overflow: visible; }}
@font-face {{ font-family: "Young Serif"; src: url("data:font/woff2;base64,{font}"); }}
"""


def main() -> None:
    """Write all pictures."""
    font = b64encode((FRONTEND / FONT).read_bytes()).decode()
    pictures = {
        name: ("icon.svg", (size, size), corners, edge)
        for name, (size, corners, edge) in ICONS.items()
    }
    pictures[PICTURE] = ("link-preview.svg", PICTURE_SIZE, "0", "0")
    with chromium() as browser:
        for name, (source, (width, height), corners, edge) in pictures.items():
            drawing = (FRONTEND / "icons" / source).read_text()
            page = browser.new_page(viewport={"width": width, "height": height})
            style = STYLE.format(corners=corners, edge=edge, font=font)
            page.set_content(f"<style>{style}</style><div>{drawing}</div>")
            page.evaluate("document.fonts.ready")
            page.screenshot(path=FRONTEND / "public" / name, omit_background=True)


if __name__ == "__main__":
    main()
