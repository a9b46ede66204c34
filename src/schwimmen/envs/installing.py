"""What to say when a library that an environment is made for is not installed."""

from __future__ import annotations


def not_installed(
    error: ModuleNotFoundError, extra: str, library: str | None = None
) -> ModuleNotFoundError:
    """The error for an import that failed, with what to install where that library is missing.

    ``library`` is what is imported, by default of the same name as the extra.
    """
    if error.name is None or error.name.partition(".")[0] != (library or extra):
        return error
    what = f'{extra} is not installed; to install it: pip install "schwimmen[{extra}]"'
    return ModuleNotFoundError(what, name=error.name)
