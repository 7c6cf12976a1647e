-- Those of the files that the queue does not have. $1 SHA-256 of each.
SELECT * FROM scrim.missing_blobs($1::bytea[])
