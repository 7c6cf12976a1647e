-- Forgets folders of results that were not seen for so long that what they lack has been deleted.
DELETE FROM scrim.deliveries d USING scrim.settings s
WHERE d.seen < now() - (s.keep_days + 2) * interval '1 day'
RETURNING d.folder
