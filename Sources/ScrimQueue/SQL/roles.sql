-- The groups of roles, which all databases of the server share. Two init at once may both find one missing.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['scrim_tenant', 'scrim_node', 'scrim_admin'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', name);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END;
    END IF;
  END LOOP;
END $$;
