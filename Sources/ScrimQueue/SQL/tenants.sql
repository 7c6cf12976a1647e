-- Tenants with waiting jobs: one step of the index for each, however many jobs they have.
WITH RECURSIVE t(tenant) AS (
  (SELECT tenant FROM scrim.jobs WHERE state = 'w' ORDER BY tenant LIMIT 1)
  UNION ALL
  SELECT (SELECT j.tenant FROM scrim.jobs j WHERE j.state = 'w' AND j.tenant > t.tenant ORDER BY j.tenant LIMIT 1)
  FROM t WHERE t.tenant IS NOT NULL
)
SELECT tenant FROM t WHERE tenant IS NOT NULL
