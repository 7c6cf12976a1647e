-- Who this session is, and what of the server matters.
SELECT session_user::text, current_database()::text, current_setting('server_version_num')::integer,
  pg_backend_pid(), pg_is_in_recovery(),
  to_regclass('scrim.migrations') IS NOT NULL,
  coalesce((SELECT pg_has_role(session_user, oid, 'MEMBER') FROM pg_roles WHERE rolname = 'scrim_tenant'), false),
  coalesce((SELECT pg_has_role(session_user, oid, 'MEMBER') FROM pg_roles WHERE rolname = 'scrim_node'), false),
  coalesce((SELECT pg_has_role(session_user, oid, 'MEMBER') FROM pg_roles WHERE rolname = 'scrim_admin'), false)
