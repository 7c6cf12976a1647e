-- A job. $1 job ID.
SELECT id, tenant, name, state::text, priority, attempt, (extract(epoch FROM submitted) * 1000)::bigint,
  NULL::bigint, node, environment, (extract(epoch FROM not_before) * 1000)::bigint,
  (extract(epoch FROM not_after) * 1000)::bigint, (extract(epoch FROM lease_until) * 1000)::bigint, failures::text, NULL, false
FROM scrim.jobs WHERE id = $1::bigint
UNION ALL
SELECT id, tenant, name, state::text, priority, attempt, (extract(epoch FROM submitted) * 1000)::bigint,
  (extract(epoch FROM finished) * 1000)::bigint, node, environment, NULL, NULL, NULL, failures::text, report, true
FROM scrim.finished WHERE id = $1::bigint
