"""Icons of the installed page, rendered by Chromium from frontend/icons/icon.svg.

python -m scripts.icons    rewrite frontend/public/icon-*.png after a change of the drawing
"""

from pathlib import Path

from tests.browser.chromium import chromium

FRONTEND = Path(__file__).resolve().parent.parent / "frontend"

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
"""


def main() -> None:
    """Write all icons."""
    drawing = (FRONTEND / "icons" / "icon.svg").read_text()
    with chromium() as browser:
        for name, (size, corners, edge) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            style = STYLE.format(corners=corners, edge=edge)
            page.set_content(f"<style>{style}</style><div>{drawing}</div>")
            page.screenshot(path=FRONTEND / "public" / name, omit_background=True)


if __name__ == "__main__":
    main()
