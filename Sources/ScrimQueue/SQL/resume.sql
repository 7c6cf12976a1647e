-- Renews the leases that a node has, as after a restart. $1 node, $2 lease in ms.
UPDATE scrim.jobs SET lease_until = now() + $2::integer * interval '1 ms'
WHERE state = 'l' AND node = $1
RETURNING id, token, tenant, name, priority, attempt, (extract(epoch FROM not_after) * 1000)::bigint, environment,
  options::text, document, batch IS NOT NULL
