"""Data of the strong levels for browsers: the files served, and their folder."""

from __future__ import annotations

import gzip
import hashlib
import shutil
from pathlib import Path

import pytest

from schwimmen.server.http import engine_data
from schwimmen.server.http.engine_data import SHIPPED
from schwimmen.server.http.engine_data_folder import CATALOGUE, EngineDataFolder

from ..conftest import serving

pytestmark = pytest.mark.anyio

SMALLEST = "app-a9-4"


@pytest.fixture(autouse=True)
def one_blueprint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Leave one blueprint in the package, and return the folder of the user's caches."""
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    shutil.copy(SHIPPED / f"{SMALLEST}.blueprint", shipped)
    monkeypatch.setattr(engine_data, "SHIPPED", shipped)
    caches = tmp_path / "caches"
    monkeypatch.setenv("XDG_CACHE_HOME", str(caches))
    return caches


async def test_the_files_of_the_catalogue_are_served(tmp_path: Path, one_blueprint: Path) -> None:
    async with serving(tmp_path / "db") as served:
        answer = await served.http.get(f"/engine-data/{CATALOGUE}")
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["cache-control"] == "no-cache"
        catalogue = answer.json()
        again = {"if-none-match": answer.headers["etag"]}
        answer = await served.http.get(f"/engine-data/{CATALOGUE}", headers=again)
        assert (answer.status_code, answer.content) == (304, b"")
        assert [file["name"].split(".")[0] for file in catalogue["files"]] == [SMALLEST]
        for file in (*catalogue["files"], catalogue["outcomes"]):
            answer = await served.http.get(f"/engine-data/{file['name']}")
            assert answer.headers["content-type"] == "application/gzip"
            assert "immutable" in answer.headers["cache-control"]
            assert "content-encoding" not in answer.headers
            assert len(answer.content) == file["bytes"]
            assert hashlib.sha256(answer.content).hexdigest() == file["sha256"]
            assert file["sha256"][:8] in file["name"]
            assert gzip.decompress(answer.content)
            assert (await served.http.head(f"/engine-data/{file['name']}")).is_success
        for path in ("nothing", "..%2Fschwimmen", "%2Fetc%2Fpasswd"):
            assert (await served.http.get(f"/engine-data/{path}")).status_code == 404
        assert (await served.http.post(f"/engine-data/{CATALOGUE}")).status_code == 405
    assert one_blueprint.is_dir()


async def test_they_are_written_once_for_each_version(one_blueprint: Path) -> None:
    cache = one_blueprint / "schwimmen"
    folder = await EngineDataFolder().path()
    assert list(cache.iterdir()) == [folder]
    written = (folder / CATALOGUE).stat()
    assert await EngineDataFolder().path() == folder
    assert (folder / CATALOGUE).stat() == written
    (engine_data.SHIPPED / "frequencies.json").write_text("{}")
    assert await EngineDataFolder().path() != folder
    assert len(list(cache.iterdir())) == 1


async def test_they_are_written_again_if_the_cache_is_cleared() -> None:
    kept = EngineDataFolder()
    folder = await kept.path()
    shutil.rmtree(folder)
    assert (await kept.path() / CATALOGUE).is_file()


async def test_without_a_cache_they_are_temporary(one_blueprint: Path) -> None:
    one_blueprint.write_text("not a folder")
    kept = EngineDataFolder()
    folder = await kept.path()
    assert (folder / CATALOGUE).is_file()
    assert await kept.path() == folder
    kept.close()
    assert not folder.exists()
