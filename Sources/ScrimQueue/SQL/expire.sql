-- Ends jobs that were not begun in time.
WITH late AS (
  SELECT id FROM scrim.jobs WHERE not_after IS NOT NULL AND state <> 'l' AND not_after <= now()
  ORDER BY not_after LIMIT 1000 FOR UPDATE SKIP LOCKED
), files AS (
  SELECT f.job, jsonb_object_agg(f.place, encode(f.hash, 'hex')) AS files
  FROM scrim.job_files f WHERE f.job = ANY (ARRAY(SELECT id FROM late)) GROUP BY f.job
), gone AS (
  DELETE FROM scrim.jobs WHERE id = ANY (ARRAY(SELECT id FROM late)) RETURNING *
), ended AS (
  INSERT INTO scrim.finished (day, id, tenant, name, state, priority, environment, attempt, submitted, failures, report,
      options, files, document, batch, part)
    SELECT (now() AT TIME ZONE 'UTC')::date, g.id, g.tenant, g.name, 'x', g.priority, g.environment, g.attempt,
      g.submitted, g.failures,
      jsonb_build_object('job', g.name, 'status', 'failed', 'errors', jsonb_build_array(jsonb_build_object(
        'code', 'expired', 'message', 'the job was not begun by its notAfter.')))::text,
      g.options, coalesce(f.files, '{}'), g.document, g.batch, g.part
    FROM gone g LEFT JOIN files f ON f.job = g.id
    RETURNING id
), notified AS (
  SELECT pg_notify('scrim_finished', '')
)
SELECT ended.id FROM ended, notified
