"""Human-like players and their seeded roll-outs: how far people who do not search would come."""
