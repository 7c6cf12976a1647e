-- Leases that ran out in the last hour, by node.
SELECT * FROM scrim.lost_counts()
