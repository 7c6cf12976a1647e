-- Ends leased jobs, each if its token still holds: those that are not returned were fenced off. Those that another
-- session has locked are returned with false. $1 job IDs, $2 tokens, $3 states (d or f), $4 reports; of their outputs,
-- which have been stored in chunks: $5 jobs, $6 indices, $7 files, $8 bytes, $9 SHA-256.
WITH r AS (
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) AS r(id, token, state, report)
), files AS (
  SELECT f.job, jsonb_object_agg(f.place, encode(f.hash, 'hex')) AS files
  FROM scrim.job_files f WHERE f.job = ANY ($1::bigint[]) GROUP BY f.job
), gone AS (
  DELETE FROM scrim.jobs WHERE id = ANY (ARRAY(
    SELECT id FROM scrim.jobs WHERE id = ANY ($1::bigint[]) AND token = ANY ($2::bigint[]) AND state = 'l'
    FOR UPDATE SKIP LOCKED))
  RETURNING *
), ended AS (
  INSERT INTO scrim.finished (day, id, tenant, name, state, priority, environment, attempt, token, node, submitted,
      failures, report, options, files, document, batch, part)
    SELECT (now() AT TIME ZONE 'UTC')::date, g.id, g.tenant, g.name, r.state::"char", g.priority, g.environment,
      g.attempt, g.token, g.node, g.submitted, g.failures, r.report,
      CASE WHEN r.state <> 'd' THEN g.options END, CASE WHEN r.state <> 'd' THEN coalesce(f.files, '{}') END,
      CASE WHEN r.state <> 'd' THEN g.document END, g.batch, g.part
    FROM gone g JOIN r ON r.id = g.id AND r.token = g.token LEFT JOIN files f ON f.job = g.id
    RETURNING id, tenant, token
), outputs AS (
  INSERT INTO scrim.results (day, job, tenant, output, file, bytes, hash, token)
    SELECT (now() AT TIME ZONE 'UTC')::date, e.id, e.tenant, o.output, o.file, o.bytes, o.hash, e.token
    FROM unnest($5::bigint[], $6::integer[], $7::text[], $8::bigint[], $9::bytea[]) AS o(job, output, file, bytes, hash)
      JOIN ended e ON e.id = o.job
)
SELECT j.id, e.id IS NOT NULL
FROM scrim.jobs j LEFT JOIN ended e ON e.id = j.id
WHERE j.id = ANY ($1::bigint[]) AND j.token = ANY ($2::bigint[]) AND j.state = 'l'
