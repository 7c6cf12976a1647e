-- Jobs whose results a folder does not have. $1 its ID, $2 most.
SELECT * FROM scrim.undelivered($1, $2::integer)
