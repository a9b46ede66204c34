"""Play learnt beforehand, looked up by situation."""
