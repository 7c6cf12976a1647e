-- Leases waiting jobs. $1 tenants in turn, $2 jobs of each, $3 jobs in all, $4 environment of the node, $5 node,
-- $6 lease in ms.
--
-- A node that is drained gets none. Of a batch in parts a node has one at a time, and each claim takes the first that
-- waits: so the nodes share the parts.
--
-- The form = ANY (ARRAY(…)) is on purpose: with UPDATE … FROM, a generic plan joins the whole table.
UPDATE scrim.jobs SET state = 'l', attempt = attempt + 1, token = nextval('scrim.tokens'), node = $5,
  lease_until = now() + $6::integer * interval '1 ms'
WHERE id = ANY (ARRAY(
  SELECT c.id FROM (
    SELECT j.id, x.turn, row_number() OVER (PARTITION BY x.turn ORDER BY j.priority DESC, j.id) AS place
    FROM unnest(CASE WHEN NOT EXISTS (SELECT FROM scrim.nodes n WHERE n.name = $5 AND n.is_drained) THEN $1::text[] END)
        WITH ORDINALITY AS x(tenant, turn),
      (SELECT '' UNION SELECT $4) AS e(environment),
      LATERAL (
        SELECT w.id, w.priority FROM scrim.jobs w
        WHERE w.tenant = x.tenant AND w.environment = e.environment AND w.state = 'w'
          AND (w.failed_on = '{}' OR $5 <> ALL (w.failed_on) OR w.repeat_at <= now())
          AND (w.batch IS NULL
            OR (SELECT h.id FROM scrim.jobs h WHERE h.batch = w.batch AND h.state = 'l' AND h.node = $5 LIMIT 1) IS NULL
              AND (SELECT p.id FROM scrim.jobs p
                WHERE p.batch = w.batch AND p.state = 'w'
                  AND (p.failed_on = '{}' OR $5 <> ALL (p.failed_on) OR p.repeat_at <= now())
                ORDER BY p.part LIMIT 1) = w.id)
        ORDER BY w.priority DESC, w.id LIMIT $2::integer FOR UPDATE SKIP LOCKED
      ) j
  ) c
  WHERE c.place <= $2::integer ORDER BY c.place, c.turn LIMIT $3::integer
))
RETURNING id, token, tenant, name, priority, attempt, scrim.milliseconds(not_after), environment,
  options::text, document, batch IS NOT NULL
