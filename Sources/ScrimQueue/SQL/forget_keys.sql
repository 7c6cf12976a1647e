-- Forgets old idempotency keys, but those of jobs that wait.
DELETE FROM scrim.submissions WHERE (tenant, key) IN (
  SELECT s.tenant, s.key FROM scrim.submissions s, scrim.settings t
  WHERE s.submitted < now() - t.key_days * interval '1 day'
    AND NOT EXISTS (SELECT FROM scrim.jobs j WHERE j.id = s.job)
  FOR UPDATE OF s SKIP LOCKED)
RETURNING job
