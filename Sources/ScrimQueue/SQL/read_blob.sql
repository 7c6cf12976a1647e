-- A part of a file. $1 tenant, $2 hash, $3 first byte, from 0, $4 bytes.
SELECT substr(bytes, $3::integer + 1, $4::integer) FROM scrim.blobs WHERE tenant = $1 AND hash = $2::bytea
