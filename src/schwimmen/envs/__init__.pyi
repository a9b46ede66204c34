from .layout import Layout as Layout

__all__ = ["Layout"]
