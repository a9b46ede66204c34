"""What is measured, and how to measure it again; see README.md."""
