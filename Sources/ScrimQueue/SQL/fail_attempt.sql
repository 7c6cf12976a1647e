-- An attempt that failed by a crash or a time-out, not by an error of the job: deferred, so that other nodes take it,
-- until the attempts are used up. A node on which it failed takes it again only if there is no other, or if none of the
-- others has taken it for a minute. Returned with false if another session has locked it. $1 job, $2 token, $3 reason.
WITH failed AS (
  UPDATE scrim.jobs j SET
    state = 'd', token = NULL, node = NULL, lease_until = NULL,
    not_before = now() + jsonb_array_length(j.failures) * interval '2 s' + interval '1 s',
    failures = j.failures || jsonb_build_object('node', j.node, 'time', now(), 'reason', $3::text, 'lost', false),
    failed_on = CASE WHEN j.node = ANY (j.failed_on) THEN j.failed_on ELSE j.failed_on || j.node END,
    repeat_at = CASE WHEN EXISTS (
        SELECT FROM scrim.nodes n
        WHERE n.seen > now() - interval '1 minute' AND NOT n.is_drained AND n.name <> j.node AND n.name <> ALL (j.failed_on)
          AND j.environment IN ('', n.environment))
      THEN now() + interval '1 minute' ELSE now() END
  WHERE j.id = ANY (ARRAY(
    SELECT id FROM scrim.jobs WHERE id = $1::bigint AND token = $2::bigint AND state = 'l' FOR UPDATE SKIP LOCKED))
  RETURNING id
)
SELECT j.id, f.id IS NOT NULL
FROM scrim.jobs j LEFT JOIN failed f ON f.id = j.id
WHERE j.id = $1::bigint AND j.token = $2::bigint AND j.state = 'l'
