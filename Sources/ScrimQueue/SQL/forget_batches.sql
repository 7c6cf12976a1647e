-- Forgets batches whose parts have all been deleted.
DELETE FROM scrim.batches WHERE id = ANY (ARRAY(
  SELECT b.id FROM scrim.batches b
  WHERE NOT EXISTS (SELECT FROM scrim.jobs j WHERE j.batch = b.id)
    AND NOT EXISTS (SELECT FROM scrim.finished f WHERE f.batch = b.id)
  FOR UPDATE SKIP LOCKED))
RETURNING id
