-- Jobs after an ID, the oldest first, with batches in place of their parts. $1 states of jobs, $5 of finished ones,
-- $2 tenant or NULL for all that this session may see, $3 ID, $4 most.
SELECT * FROM (
  (SELECT id, tenant, name, state::text, priority, attempt, (extract(epoch FROM submitted) * 1000)::bigint, node,
    (extract(epoch FROM not_before) * 1000)::bigint, failures -> -1 ->> 'reason', false, NULL::integer
  FROM scrim.jobs
  WHERE id > $3::bigint AND batch IS NULL AND state::text = ANY ($1::text[]) AND ($2::text IS NULL OR tenant = $2)
  ORDER BY id LIMIT $4::integer)
  UNION ALL
  (SELECT id, tenant, name, state::text, priority, attempt, (extract(epoch FROM submitted) * 1000)::bigint, node,
    NULL, CASE WHEN state <> 'd' THEN report::jsonb #>> '{errors,0,message}' END, true, NULL
  FROM scrim.finished
  WHERE id > $3::bigint AND batch IS NULL AND state::text = ANY ($5::text[]) AND ($2::text IS NULL OR tenant = $2)
  ORDER BY id LIMIT $4::integer)
  UNION ALL
  (SELECT id, tenant, name, state, priority, attempt, (extract(epoch FROM submitted) * 1000)::bigint, node,
    (extract(epoch FROM not_before) * 1000)::bigint,
    CASE WHEN has_ended THEN reason ELSE format('%s of %s parts have ended', ended, parts) END, has_ended, parts
  FROM scrim.batch_states
  WHERE id > $3::bigint AND ($2::text IS NULL OR tenant = $2)
    AND CASE WHEN has_ended THEN state = ANY ($5::text[]) ELSE state = ANY ($1::text[]) END
  ORDER BY id LIMIT $4::integer)
) found ORDER BY id LIMIT $4::integer
