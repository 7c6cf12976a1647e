-- Lets the server end this session when the network carries nothing: otherwise it would keep the name of a node that was
-- cut off for two hours. Values of the role, the database or the URL stay. $1 ms without an acknowledgement, $2 seconds
-- without traffic before the first probe, $3 seconds between probes.
SELECT set_config(s.name, v.value, false)
FROM (VALUES ('tcp_user_timeout', $1::text), ('tcp_keepalives_idle', $2::text), ('tcp_keepalives_interval', $3::text),
    ('tcp_keepalives_count', '3')) AS v(name, value)
  JOIN pg_settings s USING (name)
WHERE s.source NOT IN ('client', 'session', 'user', 'database', 'database user')
