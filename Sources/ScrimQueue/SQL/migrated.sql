-- Records a migration. $1 number, $2 release.
INSERT INTO scrim.migrations (number, release) VALUES ($1::integer, $2) RETURNING number
