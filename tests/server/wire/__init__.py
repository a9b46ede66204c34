"""Tests of the models on the wire."""
