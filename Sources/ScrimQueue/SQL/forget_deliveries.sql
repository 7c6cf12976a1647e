-- Forgets folders of results that were not seen for so long that what they lack has been deleted.
DELETE FROM scrim.deliveries WHERE (tenant, folder) IN (
  SELECT d.tenant, d.folder FROM scrim.deliveries d, scrim.settings s
  WHERE d.seen < now() - (s.keep_days + 2) * interval '1 day'
  FOR UPDATE OF d SKIP LOCKED)
RETURNING folder
