-- An attempt that failed by a crash or a time-out, not by an error of the job: deferred, so that other nodes take it,
-- until the attempts are used up. $1 job, $2 token, $3 reason.
UPDATE scrim.jobs j SET
  state = 'd', token = NULL, node = NULL, lease_until = NULL,
  not_before = now() + jsonb_array_length(j.failures) * interval '2 s' + interval '1 s',
  failures = j.failures || jsonb_build_object('node', j.node, 'time', now(), 'reason', $3::text, 'lost', false)
WHERE j.id = $1::bigint AND j.token = $2::bigint AND j.state = 'l'
RETURNING id
