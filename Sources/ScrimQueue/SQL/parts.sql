-- Parts of a batch, in the order of their rows. $1 batch ID.
SELECT id, tenant, name, state::text, priority, attempt, (extract(epoch FROM submitted) * 1000)::bigint,
  NULL::bigint, node, environment, (extract(epoch FROM not_before) * 1000)::bigint,
  (extract(epoch FROM not_after) * 1000)::bigint, (extract(epoch FROM lease_until) * 1000)::bigint, failures::text, NULL, false, part
FROM scrim.jobs WHERE batch = $1::bigint
UNION ALL
SELECT id, tenant, name, state::text, priority, attempt, (extract(epoch FROM submitted) * 1000)::bigint,
  (extract(epoch FROM finished) * 1000)::bigint, node, environment, NULL, NULL, NULL, failures::text, report, true, part
FROM scrim.finished WHERE batch = $1::bigint
ORDER BY part
