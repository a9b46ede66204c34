"""Rate limits: allowances, token buckets, the middleware, limits on connections."""
