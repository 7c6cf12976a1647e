-- A chunk of an output. $1 job, $2 token, $3 output, $4 part.
SELECT bytes FROM scrim.chunks
WHERE job = $1::bigint AND token = $2::bigint AND output = $3::integer AND part = $4::integer
