-- Lets deferred jobs whose time has come wait for a node; since then they wait.
UPDATE scrim.jobs SET state = 'w'
WHERE id = ANY (ARRAY(
  SELECT id FROM scrim.jobs WHERE state = 'd' AND not_before <= now() ORDER BY not_before LIMIT 1000
  FOR UPDATE SKIP LOCKED))
RETURNING id
