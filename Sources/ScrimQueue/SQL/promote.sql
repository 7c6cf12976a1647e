-- Lets deferred jobs whose time has come wait for a node.
UPDATE scrim.jobs SET state = 'w', not_before = NULL
WHERE id = ANY (ARRAY(
  SELECT id FROM scrim.jobs WHERE state = 'd' AND not_before <= now() ORDER BY not_before LIMIT 1000
  FOR UPDATE SKIP LOCKED))
RETURNING id
