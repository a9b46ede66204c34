"""Hatchling hook: page and documentation, for the sdist and wheels, and the engine of wheels.

In a checkout it builds them. An sdist has page and documentation built, so that a wheel from it
needs only hatchling; it is pure unless an engine library was built into the sdist's folder before.
"""

import gzip
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ENGINE = Path("src", "schwimmen", "engine")
STATIC = Path("src", "schwimmen", "server", "static")
PACKED = Path(".cache", "packed")
TAG = "cp311-abi3-{}"
"""Tag of wheels for a platform: their library is of the stable ABI from Python 3.11 on."""


class ProjectHook(BuildHookInterface[Any]):
    """Build hook for sdists and wheels; editable installs use what `make` has built."""

    def dependencies(self) -> list[str]:
        """Return what a build in a checkout needs, from the groups in pyproject.toml."""
        if self._in_sdist():
            return []
        project = tomllib.loads(Path(self.root, "pyproject.toml").read_text(encoding="utf-8"))
        groups = project["dependency-groups"]
        needed = [*groups["build"], *groups["docs"]]
        if self.target_name == "wheel" and self._what_makes_library_unfit():
            needed += [*groups["compiler"], *project["project"]["dependencies"]]
        return needed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        if self._in_sdist():
            build_data["artifacts"].append(f"{STATIC.as_posix()}/**")
        else:
            self._run("scripts/frontend.py", "packaged")
            self._add_page(build_data)
            if find_spec("mkdocs"):  # may be missing without build isolation
                self._run("scripts/documentation.py", "src/schwimmen/server/docs.zip")
        if self.target_name == "wheel":
            self._add_library(build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(Path(self.root, PACKED), ignore_errors=True)

    def _add_page(self, build_data: dict[str, Any]) -> None:
        """Add the page; of a file that is compressed by Brotli, another copy by gzip is enough."""
        page, packed = Path(self.root, STATIC), Path(self.root, PACKED)
        shutil.rmtree(packed, ignore_errors=True)
        packed.mkdir(parents=True)
        place = STATIC if self.target_name == "sdist" else STATIC.relative_to("src")
        for path in sorted(page.rglob("*")):
            name = path.relative_to(page).as_posix()
            if path.is_dir() or name == ".sources":
                continue
            if path.with_name(f"{path.name}.br").exists():
                name += ".gz"
                content = gzip.compress(path.read_bytes(), 9, mtime=0)
                path = packed / name.replace("/", "-")
                path.write_bytes(content)
            build_data["force_include"][str(path)] = (place / name).as_posix()

    def _in_sdist(self) -> bool:
        return Path(self.root, "PKG-INFO").exists()

    def _library(self) -> Any:
        """Return the module that loads the library, without the package around it."""
        path = Path(self.root, ENGINE, "library.py")
        spec = importlib.util.spec_from_file_location("engine_library", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    def _files(self) -> list[Path]:
        """Return the files of the library, for whichever platform."""
        return sorted(Path(self.root, ENGINE).glob("_engine.*[!i]"))

    def _manifest(self) -> dict[str, Any]:
        """Return the manifest of the library, empty if it is missing."""
        path = Path(self.root, ENGINE, "manifest.json")
        return dict(json.loads(path.read_bytes())) if self._files() and path.exists() else {}

    def _what_makes_library_unfit(self) -> str | None:
        """Return the module that has changed since the library was built, or that it is missing."""
        manifest = self._manifest()
        if not manifest:
            return "the library"
        changed: str | None = self._library().first_change()
        return changed

    def _add_library(self, build_data: dict[str, Any]) -> None:
        """Add the library to a wheel, built for this machine if a checkout lacks it."""
        changed = self._what_makes_library_unfit()
        if changed and not self._in_sdist() and find_spec("numba") and find_spec("ziglang"):
            try:
                self._run("-m", "builder", "native")
                changed = None
            except subprocess.CalledProcessError:
                self.app.display_warning("the engine library could not be built")
        if not self._files():
            self.app.display_warning("without an engine library: needs the extra `compile`")
            return
        if changed:
            raise SystemExit(f"the engine library was built before {changed} changed")
        build_data["pure_python"] = False
        build_data["tag"] = TAG.format(self._manifest()["tag"])
        names = [path.name for path in self._files()] + ["manifest.json", "_engine.pyi"]
        build_data["artifacts"] += [(ENGINE / name).as_posix() for name in names]

    def _run(self, *arguments: str) -> None:
        """Run Python in the project's folder."""
        source = os.pathsep.join([str(Path(self.root, "src")), os.environ.get("PYTHONPATH", "")])
        subprocess.run(
            [sys.executable, *arguments],
            cwd=self.root,
            env=os.environ | {"PYTHONPATH": source},
            check=True,
        )
