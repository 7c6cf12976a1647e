-- Jobs after an ID, the oldest first. $1 states of jobs, $5 of finished ones, $2 tenant or NULL for all that this
-- session may see, $3 ID, $4 most.
SELECT * FROM (
  (SELECT id, tenant, name, state::text, priority, attempt, (extract(epoch FROM submitted) * 1000)::bigint, node,
    (extract(epoch FROM not_before) * 1000)::bigint, failures -> -1 ->> 'reason', false
  FROM scrim.jobs
  WHERE id > $3::bigint AND state::text = ANY ($1::text[]) AND ($2::text IS NULL OR tenant = $2)
  ORDER BY id LIMIT $4::integer)
  UNION ALL
  (SELECT id, tenant, name, state::text, priority, attempt, (extract(epoch FROM submitted) * 1000)::bigint, node,
    NULL, CASE WHEN state <> 'd' THEN report::jsonb #>> '{errors,0,message}' END, true
  FROM scrim.finished
  WHERE id > $3::bigint AND state::text = ANY ($5::text[]) AND ($2::text IS NULL OR tenant = $2)
  ORDER BY id LIMIT $4::integer)
) found ORDER BY id LIMIT $4::integer
