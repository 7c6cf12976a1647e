-- Gives leased jobs back that were not begun, without an attempt: a node that stops. Those that another session has locked
-- stay until their lease runs out. $1 job IDs, $2 tokens.
UPDATE scrim.jobs SET state = 'w', token = NULL, node = NULL, lease_until = NULL, attempt = attempt - 1
WHERE id = ANY (ARRAY(
  SELECT id FROM scrim.jobs WHERE id = ANY ($1::bigint[]) AND token = ANY ($2::bigint[]) AND state = 'l'
  FOR UPDATE SKIP LOCKED))
RETURNING id
