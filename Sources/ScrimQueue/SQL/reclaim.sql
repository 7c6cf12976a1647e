-- Takes back jobs whose lease ran out.
WITH back AS (
  UPDATE scrim.jobs j SET
    state = 'w', token = NULL, node = NULL, lease_until = NULL,
    failures = j.failures || jsonb_build_object('node', j.node, 'time', now(), 'reason', 'the lease ran out.', 'lost', true)
  WHERE j.id = ANY (ARRAY(
    SELECT id FROM scrim.jobs WHERE state = 'l' AND lease_until < now() ORDER BY lease_until LIMIT 1000
    FOR UPDATE SKIP LOCKED))
  RETURNING j.id, j.tenant, j.failures -> -1 ->> 'node' AS node
), noted AS (
  INSERT INTO scrim.events (tenant, job, event, actor) SELECT tenant, id, 'lease-lost', node FROM back
)
SELECT id FROM back
