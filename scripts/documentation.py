"""Build of the documentation site, with a hook for MkDocs and an extension of Griffe.

python scripts/documentation.py PLACE   build the site into a folder, or an archive (docs.zip)

``mkdocs.yml`` loads this file twice: as a hook, whose functions ``on_...`` add the repository's own
files to the site and remove inline scripts, and as an extension of Griffe, which reads docstrings.
"""

from __future__ import annotations

import hashlib
import os
import posixpath
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import griffe
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

ROOT = Path(__file__).resolve().parent.parent
PAGES = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "benchmarks/README.md": "benchmarks.md",
    "tests/README.md": "tests.md",
}
"""Pages of the site that are not in docs/: their paths in the repository and in the site."""

FONTS = {
    "figtree": "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
    "figtree-licence": "@fontsource-variable/figtree/LICENSE",
    "young-serif": "@fontsource/young-serif/files/young-serif-latin-400-normal.woff2",
    "young-serif-licence": "@fontsource/young-serif/LICENSE",
}
"""Fonts of the front end and their licences, as paths in its packages."""

LANGUAGES = {
    "": "text",
    ".cfg": "text",
    ".conf": "nginx",
    ".css": "css",
    ".py": "python",
    ".service": "ini",
    ".ts": "typescript",
    ".yaml": "yaml",
    ".yml": "yaml",
    "Containerfile": "docker",
}
"""Languages of linked source files by suffix or name. Each becomes a page; others are copied."""

UNUSED = re.compile(r"\.map$|/javascripts/lunr/|^sitemap\.xml$")
"""Files of the theme that no page needs: source maps, and search in other languages."""

LINK = re.compile(r"(\[[^\]]*\])\(([^()\s#]+)(#[^()\s]*)?\)")
INCLUDE = re.compile(r'^\[[^\]]*\]\(([^()\s#]+)#([^()\s]+) "include"\)$', re.M)
HEADING = re.compile(r"(#+) +(.*)")
LIST_ITEM = re.compile(r"(?:[-*]|\d+\.) ")
INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.S)
FENCE = re.compile(r"^(```\w+) .*$", re.M)
"""Beginning of a code block with further words for tests, which MkDocs does not know."""

DOCTEST = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.M | re.S)

inline_scripts: dict[str, str] = {}
"""Scripts found in pages, by their addresses in the site."""


class FencedExamples(griffe.Extension):
    """Griffe extension that marks the examples in docstrings as code."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Put fences around the examples in the docstring of an object."""
        if obj.docstring:
            obj.docstring.value = DOCTEST.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)


def on_config(config: MkDocsConfig) -> None:
    """Leave out the theme's own pages, which need the site's address: it is not known yet."""
    config.theme.static_templates.clear()


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Add the repository's pages, all files that pages link to and the fonts; remove the unused."""
    for file in list(files):
        if UNUSED.search(file.src_uri):
            files.remove(file)
    for path, uri in PAGES.items():
        files.append(File.generated(config, uri, abs_src_path=str(ROOT / path)))
    for page in list(files.documentation_pages()):
        folder = posixpath.dirname(_path_of(page.src_uri))
        for _, link, _ in LINK.findall(page.content_string):
            path = posixpath.normpath(posixpath.join(folder, link))
            uri = _uri_of(path)
            if (ROOT / path).is_file() and files.get_file_from_path(uri) is None:
                files.append(_source_file(config, path, uri))
    for name, path in FONTS.items():
        font = ROOT / "frontend" / "node_modules" / path
        if not font.is_file():
            raise PluginError(f"{font} is missing: run `make frontend` first")
        uri = f"fonts/{name}{font.suffix or '.txt'}"
        files.append(File.generated(config, uri, abs_src_path=str(font)))


def on_page_markdown(markdown: str, page: Page, **kwargs: Any) -> str:
    """Include sections of other pages and redirect links from the repository to the site."""
    uri = page.file.src_uri
    if uri.startswith("source/"):
        return markdown
    folder = posixpath.dirname(_path_of(uri))

    def included(found: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(folder, found[1]))
        return _redirected(_section(path, found[2]), path, uri)

    whole = INCLUDE.sub(included, _redirected(markdown, _path_of(uri), uri))
    return _separated(FENCE.sub(r"\1", whole))


def on_post_page(output: str, page: Page, **kwargs: Any) -> str:
    """Move inline scripts into files, as the server's content security policy demands."""

    def moved(found: re.Match[str]) -> str:
        digest = hashlib.sha256(found[1].encode()).hexdigest()[:8]
        address = f"assets/javascripts/inline.{digest}.js"
        inline_scripts[address] = found[1]
        return f'<script src="{get_relative_url(address, page.url)}"></script>'

    return INLINE_SCRIPT.sub(moved, output)


def on_post_build(config: MkDocsConfig) -> None:
    """Write the files of the scripts that were inline."""
    for address, script in inline_scripts.items():
        Path(config.site_dir, address).write_text(script, encoding="utf-8")


def _path_of(uri: str) -> str:
    """Return the path of a page in the repository."""
    return {uri: path for path, uri in PAGES.items()}.get(uri, f"docs/{uri}")


def _uri_of(path: str) -> str:
    """Return the path in the site of a file of the repository."""
    if path in PAGES:
        return PAGES[path]
    suffix = posixpath.splitext(path)[1]
    if path.startswith("docs/") and suffix not in LANGUAGES:
        return path.removeprefix("docs/")
    return f"source/{path}.md" if suffix in LANGUAGES else f"source/{path}"


def _source_file(config: MkDocsConfig, path: str, uri: str) -> File:
    """Return a file for a linked file of the repository: a page of its text, or a copy."""
    if not uri.endswith(".md"):
        return File.generated(config, uri, abs_src_path=str(ROOT / path))
    name, suffix = posixpath.basename(path), posixpath.splitext(path)[1]
    language = LANGUAGES.get(name) or LANGUAGES[suffix]
    text = (ROOT / path).read_text(encoding="utf-8")
    head = f"---\ntitle: {path}\nsearch:\n  exclude: true\n---\n# `{path}`\n"
    return File.generated(config, uri, content=f"{head}\n~~~~~{language}\n{text}~~~~~\n")


def _redirected(text: str, path: str, uri: str) -> str:
    """Return the text of a file of the repository with links as they must be in a page."""

    def redirected(found: re.Match[str]) -> str:
        label, link, anchor = found.groups()
        if ":" in link:
            return found[0]
        target = _uri_of(posixpath.normpath(posixpath.join(posixpath.dirname(path), link)))
        here = posixpath.dirname(uri)
        return f"{label}({posixpath.relpath(target, here or '.')}{anchor or ''})"

    return LINK.sub(redirected, text)


def _separated(text: str) -> str:
    """Return a text with a blank line before each list, which GitHub does not need."""
    lines: list[str] = []
    in_code = False
    for line in text.splitlines():
        in_code ^= line.startswith("```")
        after_text = lines and re.match(r"\S", lines[-1]) and not LIST_ITEM.match(lines[-1])
        if after_text and not in_code and LIST_ITEM.match(line):
            lines.append("")
        lines.append(line)
    return "\n".join(lines)


def _section(path: str, anchor: str) -> str:
    """Return a section of a Markdown file, without its heading.

    A section of the first level ends at the first heading. Headings in others move up so that those
    below the section's own are of the second level.
    """
    lines: list[str] = []
    level = 0  # of the section, 0 before it
    in_code = False
    for line in (ROOT / path).read_text(encoding="utf-8").splitlines():
        in_code ^= line.startswith("```")
        heading = None if in_code else HEADING.fullmatch(line)
        if heading and level and len(heading[1]) <= max(level, 2):
            break
        if level:
            lines.append(line[level - 1 :] if heading else line)
        elif heading and re.sub(r"[^\w -]", "", heading[2].lower()).replace(" ", "-") == anchor:
            level = len(heading[1])
    if not level:
        raise PluginError(f"{path} has no section #{anchor}")
    return "\n".join(lines).strip()


def build(folder: Path) -> None:
    """Build the site into a folder; exit with MkDocs' status if anything is wrong with it."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    # Material for MkDocs would print a notice about a future version of MkDocs.
    done = subprocess.run(command, cwd=ROOT, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"})
    if done.returncode:
        raise SystemExit(done.returncode)


def build_archive(archive: Path) -> None:
    """Build the site into a ZIP archive, which depends on nothing but its files.

    The archive is replaced at once, since a server may be starting from it.
    """
    complete = archive.with_name(f"{archive.name}.new")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build(folder)
        with ZipFile(complete, "w", ZIP_DEFLATED, compresslevel=9) as site:
            for path in sorted(folder.rglob("*")):
                if path.is_file() and path.suffix != ".gz":  # the server compresses all files
                    entry = ZipInfo(path.relative_to(folder).as_posix())
                    entry.external_attr = 0o644 << 16
                    site.writestr(entry, path.read_bytes(), ZIP_DEFLATED, 9)
    complete.replace(archive)


if __name__ == "__main__":
    place = Path(sys.argv[1]).resolve()
    (build_archive if place.suffix == ".zip" else build)(place)
