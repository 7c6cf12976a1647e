-- Records a heartbeat of a node. Returns whether it is drained. $1 name, $2 release, $3 environment.
INSERT INTO scrim.nodes AS n (name, release, environment) VALUES ($1, $2, $3)
ON CONFLICT (name) DO UPDATE SET release = $2, environment = $3, seen = now()
RETURNING is_drained
