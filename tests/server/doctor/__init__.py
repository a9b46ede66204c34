"""Tests of the examination of a running server."""
