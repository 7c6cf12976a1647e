-- Stores a file. $1 SHA-256, $2 bytes.
SELECT scrim.put_blob($1::bytea, $2::bytea)::text
