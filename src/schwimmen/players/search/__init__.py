"""Play found at the table, by looking ahead."""
