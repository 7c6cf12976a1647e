-- A batch as one job. $1 its ID.
SELECT id, tenant, name, state, priority, attempt, (extract(epoch FROM submitted) * 1000)::bigint, node,
  (extract(epoch FROM not_before) * 1000)::bigint,
  CASE WHEN has_ended THEN reason ELSE format('%s of %s parts have ended', ended, parts) END, has_ended, parts
FROM scrim.batch_states WHERE id = $1::bigint
