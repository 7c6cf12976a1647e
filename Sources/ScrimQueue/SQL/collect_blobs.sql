-- Deletes files that no waiting job names, and that none has named for settings.blob_hours. A submission that names one
-- just now holds its lock (FOR KEY SHARE), or has renewed its time.
DELETE FROM scrim.blobs b
WHERE (b.tenant, b.hash) IN (
  SELECT c.tenant, c.hash FROM scrim.blobs c, scrim.settings s
  WHERE c.used < now() - s.blob_hours * interval '1 hour'
    AND NOT EXISTS (SELECT FROM scrim.job_files f WHERE f.tenant = c.tenant AND f.hash = c.hash)
  LIMIT 100 FOR UPDATE OF c SKIP LOCKED)
RETURNING octet_length(b.hash)
