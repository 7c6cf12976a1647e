-- Forgets old idempotency keys, but those of jobs that wait.
DELETE FROM scrim.submissions s USING scrim.settings t
WHERE s.submitted < now() - t.key_days * interval '1 day'
  AND NOT EXISTS (SELECT FROM scrim.jobs j WHERE j.id = s.job)
RETURNING s.job
