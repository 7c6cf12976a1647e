-- Takes back jobs whose lease ran out. If a node has lost all its leases, and they were several, that is the node's doing
-- ("together"), and counts less against each job. One that gave no sign of life for 30 s has lost those, too, that end a
-- little later.
WITH late AS MATERIALIZED (
  SELECT id, node FROM scrim.jobs WHERE state = 'l' AND lease_until < now() ORDER BY lease_until LIMIT 1000
  FOR UPDATE SKIP LOCKED
), nodes AS MATERIALIZED (
  SELECT l.node, (SELECT count(*) FROM scrim.jobs k WHERE k.state = 'l' AND k.node = l.node) > 1 AND (
      NOT EXISTS (SELECT FROM scrim.jobs k WHERE k.state = 'l' AND k.node = l.node AND k.lease_until >= now())
      OR EXISTS (SELECT FROM scrim.nodes n WHERE n.name = l.node AND n.seen < now() - interval '30 s')) AS lost_all
  FROM (SELECT DISTINCT node FROM late) l
), back AS (
  UPDATE scrim.jobs j SET
    state = 'w', token = NULL, node = NULL, lease_until = NULL,
    failures = j.failures || (jsonb_build_object('node', j.node, 'time', now(), 'reason', 'the lease ran out.', 'lost', true)
      || CASE WHEN (SELECT n.lost_all FROM nodes n WHERE n.node = j.node) THEN '{"together": true}'::jsonb ELSE '{}' END)
  WHERE j.id = ANY (ARRAY(SELECT id FROM late))
  RETURNING j.id, j.tenant, j.failures -> -1 ->> 'node' AS node
), noted AS (
  INSERT INTO scrim.events (tenant, job, event, actor) SELECT tenant, id, 'lease-lost', node FROM back
)
SELECT id FROM back
