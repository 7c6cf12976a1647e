-- Renews the leases that a node has, as after a restart. Those that another session has locked are returned, but not
-- renewed. $1 node, $2 lease in ms.
WITH renewed AS (
  UPDATE scrim.jobs SET lease_until = now() + $2::integer * interval '1 ms'
  WHERE id = ANY (ARRAY(SELECT id FROM scrim.jobs WHERE state = 'l' AND node = $1 FOR UPDATE SKIP LOCKED))
)
SELECT id, token, tenant, name, priority, attempt, scrim.milliseconds(not_after), environment, options::text, document,
  batch IS NOT NULL
FROM scrim.jobs WHERE state = 'l' AND node = $1
