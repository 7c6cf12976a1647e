-- Ends jobs whose attempts are used up: the report lists them. Leases that a node lost together count a tenth: a job that
-- takes whole machines down ends, too.
WITH tired AS (
  SELECT j.id FROM scrim.jobs j, scrim.settings s
  WHERE j.failures <> '[]' AND j.state <> 'l'
    AND (jsonb_array_length(jsonb_path_query_array(j.failures, '$[*] ? (@.lost == false)')) >= s.attempts
      OR jsonb_array_length(jsonb_path_query_array(j.failures, '$[*] ? (@.lost == true && !exists(@.together))'))
        >= s.lost_leases
      OR jsonb_array_length(jsonb_path_query_array(j.failures, '$[*] ? (@.lost == true)')) >= 10 * s.lost_leases)
  LIMIT 1000 FOR UPDATE OF j SKIP LOCKED
), files AS (
  SELECT f.job, jsonb_object_agg(f.place, encode(f.hash, 'hex')) AS files
  FROM scrim.job_files f WHERE f.job = ANY (ARRAY(SELECT id FROM tired)) GROUP BY f.job
), gone AS (
  DELETE FROM scrim.jobs WHERE id = ANY (ARRAY(SELECT id FROM tired)) RETURNING *
), ended AS (
  INSERT INTO scrim.finished (day, id, tenant, name, state, priority, environment, attempt, submitted, failures, report,
      options, files, document, batch, part)
    SELECT (now() AT TIME ZONE 'UTC')::date, g.id, g.tenant, g.name, 'f', g.priority, g.environment, g.attempt,
      g.submitted, g.failures,
      jsonb_build_object('job', g.name, 'status', 'failed', 'errors', jsonb_build_array(jsonb_build_object(
        'code', 'attempts-used-up',
        'message', format('failed on %s.',
          (SELECT string_agg(format('%s (%s)', f ->> 'node', rtrim(f ->> 'reason', '.')), ', ')
            FROM jsonb_array_elements(g.failures) f)))))::text,
      g.options, coalesce(f.files, '{}'), g.document, g.batch, g.part
    FROM gone g LEFT JOIN files f ON f.job = g.id
    RETURNING id
), notified AS (
  SELECT pg_notify('scrim_finished', '')
)
SELECT ended.id FROM ended, notified
