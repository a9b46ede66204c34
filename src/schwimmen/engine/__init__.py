"""The compiled engine: its library, and the progress of its build."""
