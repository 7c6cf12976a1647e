-- Forgets batches whose parts have all been deleted.
DELETE FROM scrim.batches b
WHERE NOT EXISTS (SELECT FROM scrim.jobs j WHERE j.batch = b.id)
  AND NOT EXISTS (SELECT FROM scrim.finished f WHERE f.batch = b.id)
RETURNING b.id
