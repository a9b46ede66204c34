"""Rate limits: allowances and token buckets."""
