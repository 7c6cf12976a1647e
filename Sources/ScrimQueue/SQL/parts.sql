-- Parts of a batch, in the order of their rows. $1 batch ID.
SELECT * FROM scrim.parts($1::bigint)
