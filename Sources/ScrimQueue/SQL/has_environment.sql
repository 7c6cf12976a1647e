-- Whether a node has an environment. $1 its digest.
SELECT scrim.has_environment($1)
