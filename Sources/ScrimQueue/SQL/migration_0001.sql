-- Schema 1 of the queue: jobs with their files, finished jobs with their results, and who may do what.
--
-- Rights: a tenant is a login role that is a member of scrim_tenant; its name is the tenant. It reads and changes its jobs
-- by functions only, which go by session_user (SET ROLE doesn't change it); row-level security stands behind them. Nodes
-- are members of scrim_node, operators of scrim_admin.

CREATE SCHEMA scrim;
REVOKE ALL ON SCHEMA scrim FROM PUBLIC;
GRANT USAGE ON SCHEMA scrim TO scrim_tenant, scrim_node, scrim_admin;

CREATE TABLE scrim.migrations (
  number integer PRIMARY KEY,
  release text NOT NULL,
  applied timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT ON scrim.migrations TO scrim_tenant, scrim_node, scrim_admin;

-- One row.
CREATE TABLE scrim.settings (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Days for which finished jobs and their results are kept.
  keep_days integer NOT NULL DEFAULT 7 CHECK (keep_days BETWEEN 1 AND 3650),
  -- Days for which an idempotency key is remembered.
  key_days integer NOT NULL DEFAULT 30 CHECK (key_days BETWEEN 1 AND 3650),
  -- Hours for which a file that no waiting job names is kept.
  blob_hours integer NOT NULL DEFAULT 24 CHECK (blob_hours BETWEEN 2 AND 87600),
  -- Failed attempts (a crash, a time-out) after which a job fails.
  attempts smallint NOT NULL DEFAULT 3 CHECK (attempts BETWEEN 1 AND 100),
  -- Leases that may run out before a job fails: more than attempts, since most are lost by machines, not by jobs.
  lost_leases smallint NOT NULL DEFAULT 10 CHECK (lost_leases BETWEEN 1 AND 1000)
);
INSERT INTO scrim.settings DEFAULT VALUES;
GRANT SELECT ON scrim.settings TO scrim_node, scrim_admin;
GRANT UPDATE ON scrim.settings TO scrim_admin;

-- Batches of rows in parts, each of which is a job with some of the rows. A batch is deleted with its last part.
CREATE SEQUENCE scrim.job_ids;
CREATE SEQUENCE scrim.tokens;
CREATE TABLE scrim.batches (
  -- Jobs have other numbers.
  id bigint PRIMARY KEY DEFAULT nextval('scrim.job_ids'),
  tenant text COLLATE "C" NOT NULL,
  name text NOT NULL,
  parts integer NOT NULL CHECK (parts BETWEEN 1 AND 1000),
  submitted timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX batches_of_tenant ON scrim.batches (tenant, id);

-- Waiting and leased jobs. Small: what has ended is in finished.
CREATE TABLE scrim.jobs (
  id bigint PRIMARY KEY DEFAULT nextval('scrim.job_ids'),
  tenant text COLLATE "C" NOT NULL,
  name text NOT NULL CHECK (octet_length(name) BETWEEN 1 AND 255),
  -- w waiting, d deferred until not_before, l leased.
  state "char" NOT NULL CHECK (state IN ('w', 'd', 'l')),
  priority smallint NOT NULL DEFAULT 0 CHECK (priority BETWEEN -100 AND 100),
  -- sha256:… of the only environment that may render it; '' for any.
  environment text COLLATE "C" NOT NULL DEFAULT '',
  not_before timestamptz,
  not_after timestamptz,
  submitted timestamptz NOT NULL DEFAULT now(),
  -- Leases given so far, and the fencing token, node and end of the present one.
  attempt smallint NOT NULL DEFAULT 0,
  token bigint,
  node text,
  lease_until timestamptz,
  -- {"node", "time", "reason", "lost"} of each attempt that failed or was lost.
  failures jsonb NOT NULL DEFAULT '[]',
  -- Nodes on which an attempt failed. Before repeat_at, others are to take the job.
  failed_on text[] NOT NULL DEFAULT '{}',
  repeat_at timestamptz,
  -- Members of submission.json that belong to templates: set, rows, partOf, onError, strict.
  options jsonb NOT NULL DEFAULT '{}',
  document bytea NOT NULL CHECK (octet_length(document) <= 4194304),
  -- Of a part of a batch: the batch, and its number in the order of rows, from 1.
  batch bigint REFERENCES scrim.batches,
  part integer,
  CHECK ((batch IS NULL) = (part IS NULL)),
  CHECK ((state = 'l') = (token IS NOT NULL AND node IS NOT NULL AND lease_until IS NOT NULL)),
  CHECK (state <> 'd' OR not_before IS NOT NULL)
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0,
        autovacuum_analyze_scale_factor = 0.2);
CREATE INDEX jobs_waiting ON scrim.jobs (tenant, environment, priority DESC, id) WHERE state = 'w';
CREATE INDEX jobs_leased ON scrim.jobs (lease_until) WHERE state = 'l';
-- Jobs of the future have an index of their own: at the head of jobs_waiting each claim would step over them.
CREATE INDEX jobs_deferred ON scrim.jobs (not_before) WHERE state = 'd';
CREATE INDEX jobs_expiring ON scrim.jobs (not_after) WHERE not_after IS NOT NULL AND state <> 'l';
CREATE INDEX jobs_with_failures ON scrim.jobs (id) WHERE failures <> '[]';
CREATE INDEX jobs_of_tenant ON scrim.jobs (tenant, id);
CREATE INDEX jobs_of_batch ON scrim.jobs (batch, state, part) WHERE batch IS NOT NULL;

-- Files of jobs, once per tenant: knowing a hash gives nobody another tenant's file.
CREATE TABLE scrim.blobs (
  tenant text COLLATE "C" NOT NULL,
  hash bytea NOT NULL,
  bytes bytea NOT NULL CHECK (octet_length(bytes) <= 67108864),
  used timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant, hash),
  CONSTRAINT blobs_hash_is_sha256 CHECK (hash = sha256(bytes))
);
-- Photos don't compress, and parts of them are not read.
ALTER TABLE scrim.blobs ALTER bytes SET STORAGE EXTERNAL;
CREATE INDEX blobs_used ON scrim.blobs (used);

-- Inserting a row locks the blob FOR KEY SHARE: collecting blobs cannot take it away meanwhile.
CREATE TABLE scrim.job_files (
  job bigint NOT NULL REFERENCES scrim.jobs ON DELETE CASCADE,
  -- Path in the job's bundle.
  place text NOT NULL,
  tenant text COLLATE "C" NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (job, place),
  CONSTRAINT job_files_blob FOREIGN KEY (tenant, hash) REFERENCES scrim.blobs ON DELETE RESTRICT
);
CREATE INDEX job_files_of_blob ON scrim.job_files (tenant, hash);

-- Idempotency keys.
CREATE TABLE scrim.submissions (
  tenant text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL CHECK (octet_length(key) BETWEEN 1 AND 200),
  job bigint NOT NULL,
  -- SHA-256 of name, document, files and options.
  content bytea NOT NULL,
  submitted timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant, key)
);
CREATE INDEX submissions_age ON scrim.submissions (submitted);

-- The following tables have a partition for each day (UTC), so that retention drops files and deletes no rows.
CREATE TABLE scrim.finished (
  day date NOT NULL,
  id bigint NOT NULL,
  tenant text COLLATE "C" NOT NULL,
  name text NOT NULL,
  -- d done, f failed, c cancelled, x expired.
  state "char" NOT NULL CHECK (state IN ('d', 'f', 'c', 'x')),
  priority smallint NOT NULL,
  environment text NOT NULL,
  attempt smallint NOT NULL,
  token bigint,
  node text,
  submitted timestamptz NOT NULL,
  finished timestamptz NOT NULL DEFAULT now(),
  failures jsonb NOT NULL,
  report text NOT NULL,
  -- What retry needs: NULL for jobs that are done.
  options jsonb,
  files jsonb,
  document bytea,
  -- Of a part of a batch.
  batch bigint,
  part integer,
  PRIMARY KEY (id, day)
) PARTITION BY RANGE (day);
CREATE INDEX finished_of_tenant ON scrim.finished (tenant, id);
CREATE INDEX finished_of_batch ON scrim.finished (batch) WHERE batch IS NOT NULL;

-- Outputs arrive in chunks under (job, token) before the job is completed. Those of a lease that was lost are never
-- referenced, and go with their partition.
CREATE TABLE scrim.chunks (
  day date NOT NULL,
  job bigint NOT NULL,
  token bigint NOT NULL,
  tenant text COLLATE "C" NOT NULL,
  -- Index of the output, and of the chunk in it, from 0.
  output integer NOT NULL,
  part integer NOT NULL,
  bytes bytea NOT NULL CHECK (octet_length(bytes) <= 1048576),
  PRIMARY KEY (job, token, output, part, day)
) PARTITION BY RANGE (day);
ALTER TABLE scrim.chunks ALTER bytes SET STORAGE EXTERNAL;

CREATE TABLE scrim.results (
  day date NOT NULL,
  job bigint NOT NULL,
  tenant text COLLATE "C" NOT NULL,
  output integer NOT NULL,
  file text NOT NULL,
  bytes bigint NOT NULL,
  hash bytea NOT NULL,
  token bigint NOT NULL,
  PRIMARY KEY (job, output, day)
) PARTITION BY RANGE (day);

CREATE TABLE scrim.events (
  day date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date,
  time timestamptz NOT NULL DEFAULT now(),
  tenant text COLLATE "C" NOT NULL,
  job bigint NOT NULL,
  -- cancelled, retried, priority, attempt-failed, lease-lost.
  event text NOT NULL,
  -- The role or node that caused it.
  actor text NOT NULL DEFAULT session_user,
  reason text
) PARTITION BY RANGE (day);
CREATE INDEX events_of_job ON scrim.events (job);

CREATE TABLE scrim.nodes (
  name text PRIMARY KEY,
  release text NOT NULL,
  environment text NOT NULL,
  started timestamptz NOT NULL DEFAULT now(),
  seen timestamptz NOT NULL DEFAULT now()
);

-- Folders into which scrim-queue deliver writes the results of a tenant. A folder that was not seen for a while is
-- forgotten.
CREATE TABLE scrim.deliveries (
  tenant text COLLATE "C" NOT NULL,
  -- Random; the folder has it in .scrim-queue/id.
  folder text COLLATE "C" NOT NULL CHECK (folder ~ '^[a-z2-7]{16}$'),
  -- For operators: host and path.
  place text NOT NULL CHECK (octet_length(place) <= 4096),
  seen timestamptz NOT NULL DEFAULT now(),
  -- Jobs that ended before this transaction was committed are added to undelivered once no older transaction is left.
  started xid8 NOT NULL DEFAULT pg_current_xact_id(),
  is_filled boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant, folder)
);

-- Batches as one job each. The state is that of the part that is furthest from its end: l leased, w waiting, d deferred;
-- once all have ended f failed, c cancelled, x expired if one is, or else d done.
CREATE VIEW scrim.batch_states WITH (security_invoker = true) AS
  SELECT b.id, b.tenant, b.name, b.parts, b.submitted, s.*
  FROM scrim.batches b, LATERAL (
    SELECT bool_and(p.has_ended) AS has_ended,
      CASE WHEN bool_or(NOT p.has_ended AND p.state = 'l') THEN 'l' WHEN bool_or(NOT p.has_ended AND p.state = 'w') THEN 'w'
        WHEN bool_or(NOT p.has_ended) THEN 'd' WHEN bool_or(p.state = 'f') THEN 'f' WHEN bool_or(p.state = 'c') THEN 'c'
        WHEN bool_or(p.state = 'x') THEN 'x' ELSE 'd' END AS state,
      max(p.priority) AS priority, max(p.attempt) AS attempt, string_agg(DISTINCT p.node, ' ' ORDER BY p.node) AS node,
      min(p.not_before) AS not_before, count(*) FILTER (WHERE p.has_ended) AS ended, min(p.reason) AS reason
    FROM (
      SELECT false AS has_ended, j.state, j.priority, j.attempt, j.node, j.not_before, NULL AS reason
      FROM scrim.jobs j WHERE j.batch = b.id
      UNION ALL
      SELECT true, f.state, f.priority, f.attempt, NULL, NULL,
        CASE WHEN f.state <> 'd' THEN f.report::jsonb #>> '{errors,0,message}' END
      FROM scrim.finished f WHERE f.batch = b.id
    ) p
    HAVING count(*) > 0
  ) s;
GRANT SELECT ON scrim.batch_states TO scrim_admin;

-- Jobs that have ended, and batches of which a part has, whose results a folder does not have yet.
CREATE TABLE scrim.undelivered (
  tenant text COLLATE "C" NOT NULL,
  folder text COLLATE "C" NOT NULL,
  job bigint NOT NULL,
  PRIMARY KEY (tenant, folder, job),
  FOREIGN KEY (tenant, folder) REFERENCES scrim.deliveries ON DELETE CASCADE
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000);

-- In the transaction that ends a job, whichever it is.
CREATE FUNCTION scrim.note_undelivered() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO scrim.undelivered (tenant, folder, job)
    SELECT DISTINCT e.tenant, d.folder, coalesce(e.batch, e.id) FROM ended e JOIN scrim.deliveries d ON d.tenant = e.tenant
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER note_undelivered AFTER INSERT ON scrim.finished REFERENCING NEW TABLE AS ended
  FOR EACH STATEMENT EXECUTE FUNCTION scrim.note_undelivered();

-- Partitions

CREATE FUNCTION scrim.make_partitions(days integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  parent text;
  first date;
BEGIN
  FOREACH parent IN ARRAY ARRAY['finished', 'chunks', 'results', 'events'] LOOP
    -- Yesterday, too: a clock may be behind.
    FOR ahead IN -1..days LOOP
      first := (now() AT TIME ZONE 'UTC')::date + ahead;
      EXECUTE format('CREATE TABLE IF NOT EXISTS scrim.%I PARTITION OF scrim.%I FOR VALUES FROM (%L) TO (%L)',
        parent || to_char(first, '_YYYYMMDD'), parent, first, first + 1);
    END LOOP;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION scrim.make_partitions(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scrim.make_partitions(integer) TO scrim_node, scrim_admin;

-- Drops the partitions that are older than settings.keep_days; of chunks one day later, since a job that ended just
-- after midnight wrote them the day before. Returns their names.
CREATE FUNCTION scrim.drop_partitions() RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  parent text;
  partition text;
  limit_ date := (now() AT TIME ZONE 'UTC')::date - (SELECT keep_days FROM scrim.settings);
BEGIN
  FOREACH parent IN ARRAY ARRAY['results', 'finished', 'events', 'chunks'] LOOP
    FOR partition IN
      SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = ('scrim.' || parent)::regclass AND c.relname ~ '_[0-9]{8}$'
        AND to_date(right(c.relname, 8), 'YYYYMMDD') < limit_ - (parent = 'chunks')::integer
      ORDER BY 1
    LOOP
      EXECUTE format('DROP TABLE scrim.%I', partition);
      RETURN NEXT partition;
    END LOOP;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION scrim.drop_partitions() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scrim.drop_partitions() TO scrim_node, scrim_admin;

-- What tenants do

-- The tenant of this session.
CREATE FUNCTION scrim.tenant() RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF session_user::text !~ '^[a-z0-9_]{1,32}$' OR NOT pg_has_role(session_user, 'scrim_tenant', 'MEMBER') THEN
    RAISE EXCEPTION '% is not a tenant.', session_user
      USING ERRCODE = 'SQ001',
      HINT = 'A tenant is a role of 1 to 32 of a-z, 0-9 and _ that is a member of scrim_tenant.';
  END IF;
  RETURN session_user::text;
END $$;

-- Those of the files that the tenant's part of the queue does not have.
CREATE FUNCTION scrim.missing_blobs(hashes bytea[]) RETURNS SETOF bytea
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own CONSTANT text := scrim.tenant();
BEGIN
  RETURN QUERY SELECT DISTINCT h FROM unnest(hashes) h
    WHERE NOT EXISTS (SELECT FROM scrim.blobs b WHERE b.tenant = own AND b.hash = h);
END $$;

CREATE FUNCTION scrim.put_blob(hash bytea, bytes bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  IF $1 IS NULL OR $2 IS NULL OR octet_length($2) > 67108864 THEN
    RAISE EXCEPTION 'bytes: a file has at most 67108864 bytes (64 MiB); this one has %.', coalesce(octet_length($2), 0)
      USING ERRCODE = '22023';
  END IF;
  INSERT INTO scrim.blobs AS b (tenant, hash, bytes) VALUES (scrim.tenant(), $1, $2)
  ON CONFLICT (tenant, hash) DO UPDATE SET used = now() WHERE b.used < now() - interval '1 hour';
-- The constraint's own error would bring the first bytes of the file into the server's log.
EXCEPTION WHEN check_violation THEN
  RAISE EXCEPTION 'the file''s SHA-256 is another than it was sent with.' USING ERRCODE = 'SQ004';
END $$;

-- Checks what a submission asks for, before the tables' constraints, whose errors would bring the first bytes of the
-- document into the server's log.
CREATE FUNCTION scrim.check_submission(
  name text, document bytea, places text[], hashes bytea[], key text, priority smallint
) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF $1 IS NULL OR octet_length($1) NOT BETWEEN 1 AND 255 THEN
    RAISE EXCEPTION 'name: must have 1 to 255 bytes; this one has %.', coalesce(octet_length($1), 0)
      USING ERRCODE = '22023';
  ELSIF $2 IS NULL OR octet_length($2) > 4194304 THEN
    RAISE EXCEPTION 'document: must have at most 4194304 bytes (4 MiB); this one has %.',
      coalesce(octet_length($2)::text, 'no value') USING ERRCODE = '22023';
  ELSIF $6 NOT BETWEEN -100 AND 100 THEN
    RAISE EXCEPTION 'priority: % is outside -100…100.', $6 USING ERRCODE = '22023';
  ELSIF octet_length($5) NOT BETWEEN 1 AND 200 THEN
    RAISE EXCEPTION 'key: must have 1 to 200 bytes; this one has %.', octet_length($5) USING ERRCODE = '22023';
  ELSIF cardinality($3) <> cardinality($4) THEN
    RAISE EXCEPTION 'places and hashes must have the same length; they have % and %.', cardinality($3),
      cardinality($4) USING ERRCODE = '22023';
  END IF;
END $$;

-- Reserves an idempotency key for a job or batch. Returns the number of the earlier one with this key and content; NULL if
-- there is none.
CREATE FUNCTION scrim.reserve_key(
  id bigint, name text, document bytea, places text[], hashes bytea[], key text, options jsonb
) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  own CONSTANT text := scrim.tenant();
  -- Lengths separate the parts from each other.
  content_ CONSTANT bytea := sha256(convert_to(format('%s %s %s %s ', octet_length($2), octet_length($3), $7,
      (SELECT string_agg(octet_length(f.place) || f.place || encode(f.hash, 'hex'), '' ORDER BY f.place COLLATE "C")
        FROM unnest($4, $5) f(place, hash))) || $2, 'UTF8') || $3);
  earlier record;
BEGIN
  LOOP
    INSERT INTO scrim.submissions (tenant, key, job, content) VALUES (own, $6, $1, content_) ON CONFLICT DO NOTHING;
    IF FOUND THEN
      RETURN NULL;
    END IF;
    SELECT s.job, s.content INTO earlier FROM scrim.submissions s WHERE s.tenant = own AND s.key = $6;
    -- Otherwise retention deleted it just now.
    IF FOUND THEN
      IF earlier.content <> content_ THEN
        RAISE EXCEPTION 'job % has this key, but another name or content: use a new key for a new job.', earlier.job
          USING ERRCODE = 'SQ002';
      END IF;
      RETURN earlier.job;
    END IF;
  END LOOP;
END $$;

-- Adds a job, or a part of a batch.
CREATE FUNCTION scrim.add_job(
  id bigint, name text, document bytea, places text[], hashes bytea[], priority smallint, not_before timestamptz,
  not_after timestamptz, environment text, options jsonb, batch bigint, part integer
) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  own CONSTANT text := scrim.tenant();
BEGIN
  INSERT INTO scrim.jobs (id, tenant, name, state, priority, environment, not_before, not_after, options, document, batch,
      part)
    VALUES ($1, own, $2, CASE WHEN $7 > now() THEN 'd' ELSE 'w' END::"char", coalesce($6, 0), coalesce($9, ''), $7, $8,
      coalesce($10, '{}'), $3, $11, $12);
  INSERT INTO scrim.job_files (job, place, tenant, hash)
    SELECT $1, f.place, own, f.hash FROM unnest($4, $5) f(place, hash);
EXCEPTION
  WHEN foreign_key_violation THEN
    RAISE EXCEPTION 'a file of the job is not in the queue: put_blob, then submit again.' USING ERRCODE = 'SQ003';
  WHEN unique_violation THEN
    RAISE EXCEPTION 'places: each must occur once.' USING ERRCODE = '22023';
END $$;

-- Submits a job. With the key of an earlier submission of the same content it returns that job.
--
-- Errors: SQ001 no tenant, SQ002 the key belongs to other content, SQ003 a file is missing (put_blob, then again), 22023
-- a value that is not allowed.
CREATE FUNCTION scrim.submit(
  name text, document bytea, places text[] DEFAULT '{}', hashes bytea[] DEFAULT '{}', key text DEFAULT NULL,
  priority smallint DEFAULT 0, not_before timestamptz DEFAULT NULL, not_after timestamptz DEFAULT NULL,
  environment text DEFAULT '', options jsonb DEFAULT '{}', OUT id bigint, OUT is_new boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  own CONSTANT text := scrim.tenant();
  earlier bigint;
BEGIN
  PERFORM scrim.check_submission($1, $2, $3, $4, $5, $6);
  submit.id := nextval('scrim.job_ids');
  submit.is_new := true;
  IF $5 IS NOT NULL THEN
    earlier := scrim.reserve_key(submit.id, $1, $2, $3, $4, $5, $10);
    IF earlier IS NOT NULL THEN
      submit.id := earlier;
      submit.is_new := false;
      RETURN;
    END IF;
  END IF;
  -- Less than once an hour for a file that every job names; collecting blobs waits for days.
  UPDATE scrim.blobs b SET used = now()
    WHERE b.tenant = own AND b.hash = ANY ($4) AND b.used < now() - interval '1 hour';
  PERFORM scrim.add_job(submit.id, $1, $2, $3, $4, $6, $7, $8, $9, $10, NULL, NULL);
  -- One notification per transaction, however many jobs it submits.
  PERFORM pg_notify('scrim_jobs', '');
END $$;

-- Submits a batch of rows in parts: a job for each of the options, in the order of their rows, with the same document and
-- files. With the key of an earlier submission of the same content it returns that batch.
--
-- Errors: as those of submit.
CREATE FUNCTION scrim.submit_batch(
  name text, document bytea, places text[], hashes bytea[], options jsonb[], key text DEFAULT NULL,
  priority smallint DEFAULT 0, not_before timestamptz DEFAULT NULL, not_after timestamptz DEFAULT NULL,
  environment text DEFAULT '', OUT id bigint, OUT is_new boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  own CONSTANT text := scrim.tenant();
  earlier bigint;
BEGIN
  PERFORM scrim.check_submission($1, $2, $3, $4, $6, $7);
  IF $5 IS NULL OR cardinality($5) NOT BETWEEN 1 AND 1000 THEN
    RAISE EXCEPTION 'options: a batch has 1 to 1000 parts; this one has %.', coalesce(cardinality($5), 0)
      USING ERRCODE = '22023';
  END IF;
  submit_batch.id := nextval('scrim.job_ids');
  submit_batch.is_new := true;
  IF $6 IS NOT NULL THEN
    earlier := scrim.reserve_key(submit_batch.id, $1, $2, $3, $4, $6, to_jsonb($5));
    IF earlier IS NOT NULL THEN
      submit_batch.id := earlier;
      submit_batch.is_new := false;
      RETURN;
    END IF;
  END IF;
  INSERT INTO scrim.batches (id, tenant, name, parts) VALUES (submit_batch.id, own, $1, cardinality($5));
  UPDATE scrim.blobs b SET used = now()
    WHERE b.tenant = own AND b.hash = ANY ($4) AND b.used < now() - interval '1 hour';
  FOR part IN 1..cardinality($5) LOOP
    PERFORM scrim.add_job(nextval('scrim.job_ids'), $1, $2, $3, $4, $7, $8, $9, $10, $5[part], submit_batch.id, part);
  END LOOP;
  PERFORM pg_notify('scrim_jobs', '');
END $$;

-- What tenants and operators read
--
-- Tenants have no right to read tables: a plan of a statement of theirs would tell how many rows of others it left out.

-- The tenant whose jobs this session may see; NULL for an operator, who sees all.
CREATE FUNCTION scrim.reader() RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN NOT pg_has_role(session_user, 'scrim_admin', 'MEMBER') THEN scrim.tenant() END
$$;

-- Of numbers of jobs and batches, those that this session may see.
--
-- Rows are compared as (tenant, id), which only the indices of these two serve: looking up an ID alone would read another
-- tenant's row, and the counters of EXPLAIN (BUFFERS) and pg_stat_xact_user_tables would tell that there is one.
CREATE FUNCTION scrim.visible(ids bigint[]) RETURNS bigint[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own CONSTANT text := scrim.reader();
BEGIN
  IF own IS NULL THEN
    RETURN ids;
  END IF;
  RETURN ARRAY(SELECT i FROM unnest(ids) i WHERE
    (SELECT (j.tenant, j.id) = (own, i) FROM scrim.jobs j WHERE (j.tenant, j.id) >= (own, i)
      ORDER BY j.tenant, j.id LIMIT 1)
    OR (SELECT (b.tenant, b.id) = (own, i) FROM scrim.batches b WHERE (b.tenant, b.id) >= (own, i)
      ORDER BY b.tenant, b.id LIMIT 1)
    OR (SELECT (f.tenant, f.id) = (own, i) FROM scrim.finished f WHERE (f.tenant, f.id) >= (own, i)
      ORDER BY f.tenant, f.id LIMIT 1));
END $$;

-- Jobs after an ID, the oldest first, with batches in place of their parts: in these states if they have not ended, or in
-- those if they have; of a tenant, or NULL for all that this session may see.
CREATE FUNCTION scrim.list(states text[], ended_states text[], of_tenant text, after bigint, most integer) RETURNS TABLE (
  id bigint, tenant text, name text, state text, priority smallint, attempt smallint, submitted bigint, node text,
  not_before bigint, reason text, has_ended boolean, parts integer
) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  own CONSTANT text := scrim.reader();
BEGIN
  IF own <> of_tenant THEN
    RETURN;
  END IF;
  -- Planned for its values: the index is that of the ID or that of tenant and ID.
  RETURN QUERY EXECUTE replace($q$
    SELECT * FROM (
      (SELECT id, tenant, name, state::text, priority, attempt, (extract(epoch FROM submitted) * 1000)::bigint, node,
        (extract(epoch FROM not_before) * 1000)::bigint, failures -> -1 ->> 'reason', false, NULL::integer
      FROM scrim.jobs
      WHERE id > $4 AND batch IS NULL AND state::text = ANY ($1) AND {whose}
      ORDER BY id LIMIT $5)
      UNION ALL
      (SELECT id, tenant, name, state::text, priority, attempt, (extract(epoch FROM submitted) * 1000)::bigint, node,
        NULL, CASE WHEN state <> 'd' THEN report::jsonb #>> '{errors,0,message}' END, true, NULL
      FROM scrim.finished
      WHERE id > $4 AND batch IS NULL AND state::text = ANY ($2) AND {whose}
      ORDER BY id LIMIT $5)
      UNION ALL
      (SELECT id, tenant, name, state, priority, attempt, (extract(epoch FROM submitted) * 1000)::bigint, node,
        (extract(epoch FROM not_before) * 1000)::bigint,
        CASE WHEN has_ended THEN reason ELSE format('%s of %s parts have ended', ended, parts) END, has_ended, parts
      FROM scrim.batch_states
      WHERE id > $4 AND {whose} AND CASE WHEN has_ended THEN state = ANY ($2) ELSE state = ANY ($1) END
      ORDER BY id LIMIT $5)
    ) found ORDER BY id LIMIT $5
  $q$, '{whose}', CASE WHEN coalesce(own, of_tenant) IS NULL THEN 'true' ELSE 'tenant = $3' END)
  USING states, ended_states, coalesce(own, of_tenant), after, most;
END $$;

-- A job; no row if this session may not see one of this ID.
CREATE FUNCTION scrim.show(job bigint) RETURNS TABLE (
  id bigint, tenant text, name text, state text, priority smallint, attempt smallint, submitted bigint, finished bigint,
  node text, environment text, not_before bigint, not_after bigint, lease_until bigint, failures text, report text,
  has_ended boolean
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT id, tenant, name, state::text, priority, attempt, (extract(epoch FROM submitted) * 1000)::bigint,
    NULL::bigint, node, environment, (extract(epoch FROM not_before) * 1000)::bigint,
    (extract(epoch FROM not_after) * 1000)::bigint, (extract(epoch FROM lease_until) * 1000)::bigint, failures::text, NULL,
    false
  FROM scrim.jobs WHERE id = ANY (scrim.visible(ARRAY[$1]))
  UNION ALL
  SELECT id, tenant, name, state::text, priority, attempt, (extract(epoch FROM submitted) * 1000)::bigint,
    (extract(epoch FROM finished) * 1000)::bigint, node, environment, NULL, NULL, NULL, failures::text, report, true
  FROM scrim.finished WHERE id = ANY (scrim.visible(ARRAY[$1]))
$$;

-- A batch as one job.
CREATE FUNCTION scrim.show_batch(batch bigint) RETURNS TABLE (
  id bigint, tenant text, name text, state text, priority smallint, attempt smallint, submitted bigint, node text,
  not_before bigint, reason text, has_ended boolean, parts integer
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT id, tenant, name, state, priority, attempt, (extract(epoch FROM submitted) * 1000)::bigint, node,
    (extract(epoch FROM not_before) * 1000)::bigint,
    CASE WHEN has_ended THEN reason ELSE format('%s of %s parts have ended', ended, parts) END, has_ended, parts
  FROM scrim.batch_states WHERE id = ANY (scrim.visible(ARRAY[$1]))
$$;

-- Parts of a batch, in the order of their rows.
CREATE FUNCTION scrim.parts(batch bigint) RETURNS TABLE (
  id bigint, tenant text, name text, state text, priority smallint, attempt smallint, submitted bigint, finished bigint,
  node text, environment text, not_before bigint, not_after bigint, lease_until bigint, failures text, report text,
  has_ended boolean, part integer
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT id, tenant, name, state::text, priority, attempt, (extract(epoch FROM submitted) * 1000)::bigint,
    NULL::bigint, node, environment, (extract(epoch FROM not_before) * 1000)::bigint,
    (extract(epoch FROM not_after) * 1000)::bigint, (extract(epoch FROM lease_until) * 1000)::bigint, failures::text, NULL,
    false, part
  FROM scrim.jobs WHERE batch = ANY (scrim.visible(ARRAY[$1]))
  UNION ALL
  SELECT id, tenant, name, state::text, priority, attempt, (extract(epoch FROM submitted) * 1000)::bigint,
    (extract(epoch FROM finished) * 1000)::bigint, node, environment, NULL, NULL, NULL, failures::text, report, true, part
  FROM scrim.finished WHERE batch = ANY (scrim.visible(ARRAY[$1]))
  ORDER BY part
$$;

-- The parts of batches; of jobs none.
CREATE FUNCTION scrim.part_ids(batches bigint[]) RETURNS TABLE (batch bigint, id bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT batch, id FROM scrim.jobs WHERE batch = ANY (scrim.visible($1))
  UNION ALL
  SELECT batch, id FROM scrim.finished WHERE batch = ANY (scrim.visible($1))
$$;

-- The states of jobs, and whether each has ended.
CREATE FUNCTION scrim.states(ids bigint[]) RETURNS TABLE (id bigint, state text, has_ended boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH v AS MATERIALIZED (SELECT scrim.visible($1) AS ids)
  SELECT id, state::text, true FROM scrim.finished WHERE id = ANY ((SELECT ids FROM v)::bigint[])
  UNION ALL
  SELECT id, state::text, false FROM scrim.jobs WHERE id = ANY ((SELECT ids FROM v)::bigint[])
$$;

-- The outputs of a job.
CREATE FUNCTION scrim.outputs(job bigint) RETURNS TABLE (output integer, file text, bytes bigint, hash bytea, token bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT output, file, bytes, hash, token FROM scrim.results WHERE job = ANY (scrim.visible(ARRAY[$1])) ORDER BY output
$$;

-- A chunk of an output. Operators see what there is, but not the images of others.
CREATE FUNCTION scrim.chunk(job bigint, token bigint, output integer, part integer) RETURNS bytea
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT bytes FROM scrim.chunks
  WHERE job = ANY (scrim.visible(ARRAY[$1])) AND token = $2 AND output = $3 AND part = $4 AND tenant = session_user::text
$$;

-- The job that this tenant submitted with a key.
CREATE FUNCTION scrim.job_of_key(key text) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT job FROM scrim.submissions WHERE tenant = session_user::text AND key = $1
$$;

-- Jobs that have not ended, by tenant and state, with the time of the oldest.
CREATE FUNCTION scrim.counts() RETURNS TABLE (tenant text, state text, jobs bigint, oldest bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  own CONSTANT text := scrim.reader();
BEGIN
  RETURN QUERY SELECT tenant, state::text, count(*), (extract(epoch FROM min(submitted)) * 1000)::bigint
    FROM scrim.jobs WHERE own IS NULL OR tenant = own GROUP BY tenant, state ORDER BY tenant, state;
END $$;

-- Jobs that ended in the last hour, by tenant and result.
CREATE FUNCTION scrim.finished_counts() RETURNS TABLE (tenant text, state text, jobs bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  own CONSTANT text := scrim.reader();
BEGIN
  RETURN QUERY SELECT tenant, state::text, count(*) FROM scrim.finished
    WHERE day >= (now() AT TIME ZONE 'UTC')::date - 1 AND finished > now() - interval '1 hour'
      AND (own IS NULL OR tenant = own)
    GROUP BY tenant, state ORDER BY tenant, state;
END $$;

-- Whether a node that was seen in the last minute has an environment. Tenants may not see the nodes themselves.
CREATE FUNCTION scrim.has_environment(environment text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM scrim.nodes n WHERE n.environment = $1 AND n.seen > now() - interval '1 minute')
$$;

-- Waiting jobs that need an environment which no node has, by tenant and environment, with the time of the oldest.
CREATE FUNCTION scrim.missing_environments() RETURNS TABLE (tenant text, environment text, jobs bigint, oldest bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  own CONSTANT text := scrim.reader();
BEGIN
  RETURN QUERY SELECT w.* FROM (
      SELECT tenant, environment, count(*), (extract(epoch FROM min(submitted)) * 1000)::bigint
      FROM scrim.jobs WHERE state = 'w' AND environment <> '' AND (own IS NULL OR tenant = own)
      GROUP BY tenant, environment
    ) w WHERE NOT scrim.has_environment(w.environment) ORDER BY w.tenant, w.environment;
END $$;

-- Whether the list of what a folder lacks has the jobs that ended before the folder was registered.
CREATE FUNCTION scrim.has_filled(folder text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(
    (SELECT is_filled FROM scrim.deliveries WHERE tenant = session_user::text AND folder = $1), false)
$$;

DO $$
DECLARE
  for_both CONSTANT text := 'scrim.list(text[], text[], text, bigint, integer), scrim.show(bigint), scrim.show_batch(bigint), '
    'scrim.parts(bigint), scrim.part_ids(bigint[]), scrim.states(bigint[]), scrim.outputs(bigint), scrim.counts(), '
    'scrim.finished_counts(), scrim.has_environment(text), scrim.missing_environments()';
  for_tenants CONSTANT text := 'scrim.chunk(bigint, bigint, integer, integer), scrim.job_of_key(text), scrim.has_filled(text)';
BEGIN
  EXECUTE format('REVOKE ALL ON FUNCTION scrim.reader(), scrim.visible(bigint[]), %s, %s FROM PUBLIC', for_both, for_tenants);
  EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO scrim_tenant, scrim_admin', for_both);
  EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO scrim_tenant', for_tenants);
END $$;

-- Of numbers of jobs and batches, those of the jobs: of a batch its parts.
CREATE FUNCTION scrim.jobs_of(ids bigint[]) RETURNS bigint[]
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT ARRAY(
    SELECT unnest($1)
    UNION SELECT j.id FROM scrim.jobs j WHERE j.batch = ANY ($1)
    UNION SELECT f.id FROM scrim.finished f WHERE f.batch = ANY ($1))
$$;

-- Ends jobs that have not ended, and of batches the parts. A node that renders one loses its lease.
CREATE FUNCTION scrim.cancel(ids bigint[]) RETURNS SETOF bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH wanted AS (
    SELECT scrim.jobs_of(scrim.visible($1)) AS ids
  ), files AS (
    SELECT f.job, jsonb_object_agg(f.place, encode(f.hash, 'hex')) AS files
    FROM scrim.job_files f WHERE f.job = ANY ((SELECT ids FROM wanted)::bigint[]) GROUP BY f.job
  ), gone AS (
    DELETE FROM scrim.jobs j WHERE j.id = ANY ((SELECT ids FROM wanted)::bigint[]) RETURNING *
  ), ended AS (
    INSERT INTO scrim.finished (day, id, tenant, name, state, priority, environment, attempt, token, node, submitted,
        failures, report, options, files, document, batch, part)
      SELECT (now() AT TIME ZONE 'UTC')::date, g.id, g.tenant, g.name, 'c', g.priority, g.environment, g.attempt,
        g.token, g.node, g.submitted, g.failures,
        jsonb_build_object('job', g.name, 'status', 'failed', 'errors', jsonb_build_array(jsonb_build_object(
          'code', 'cancelled', 'message', format('cancelled by %s.', session_user))))::text,
        g.options, coalesce(f.files, '{}'), g.document, g.batch, g.part
      FROM gone g LEFT JOIN files f ON f.job = g.id
      RETURNING id, tenant, batch
  ), noted AS (
    INSERT INTO scrim.events (tenant, job, event) SELECT tenant, id, 'cancelled' FROM ended
  )
  SELECT DISTINCT CASE WHEN id = ANY ($1) THEN id ELSE batch END FROM ended ORDER BY 1
$$;

-- Puts jobs that failed, expired or were cancelled back into the queue, under their IDs.
--
-- Errors: SQ003 if a file is not in the queue any more.
CREATE FUNCTION scrim.retry(ids bigint[]) RETURNS SETOF bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  ended scrim.finished;
  changed bigint[] := '{}';
BEGIN
  FOR ended IN
    DELETE FROM scrim.finished f
    WHERE f.id = ANY (scrim.jobs_of(scrim.visible(retry.ids))) AND f.state <> 'd' RETURNING *
  LOOP
    INSERT INTO scrim.jobs (id, tenant, name, state, priority, environment, submitted, options, document, batch, part)
      VALUES (ended.id, ended.tenant, ended.name, 'w', ended.priority, ended.environment, ended.submitted,
        ended.options, ended.document, ended.batch, ended.part);
    UPDATE scrim.blobs b SET used = now() FROM jsonb_each_text(ended.files) f
      WHERE b.tenant = ended.tenant AND b.hash = decode(f.value, 'hex');
    BEGIN
      INSERT INTO scrim.job_files (job, place, tenant, hash)
        SELECT ended.id, f.key, ended.tenant, decode(f.value, 'hex') FROM jsonb_each_text(ended.files) f;
    EXCEPTION WHEN foreign_key_violation THEN
      RAISE EXCEPTION 'files of job % have been deleted from the queue: submit it again.', ended.id
        USING ERRCODE = 'SQ003';
    END;
    INSERT INTO scrim.events (tenant, job, event) VALUES (ended.tenant, ended.id, 'retried');
    changed := changed || CASE WHEN ended.id = ANY (retry.ids) THEN ended.id ELSE ended.batch END;
  END LOOP;
  PERFORM pg_notify('scrim_jobs', '');
  RETURN QUERY SELECT DISTINCT c FROM unnest(changed) c ORDER BY c;
END $$;

CREATE FUNCTION scrim.set_priority(ids bigint[], priority smallint) RETURNS SETOF bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH changed AS (
    UPDATE scrim.jobs j SET priority = $2
      WHERE j.id = ANY (scrim.jobs_of(scrim.visible($1))) AND j.state <> 'l'
      RETURNING j.id, j.tenant, j.batch
  ), noted AS (
    INSERT INTO scrim.events (tenant, job, event, reason) SELECT tenant, id, 'priority', $2::text FROM changed
  )
  SELECT DISTINCT CASE WHEN id = ANY ($1) THEN id ELSE batch END FROM changed ORDER BY 1
$$;

-- Registers a folder, or says that it is still there.
CREATE FUNCTION scrim.start_delivery(folder text, place text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO scrim.deliveries AS d (tenant, folder, place) VALUES (scrim.tenant(), $1, $2)
  ON CONFLICT (tenant, folder) DO UPDATE SET place = $2, seen = now(),
    started = CASE WHEN d.is_filled THEN d.started ELSE pg_current_xact_id() END
$$;

-- Jobs whose results a folder does not have, the oldest first; batches once all their parts have ended. None as long as
-- older transactions may still end jobs without seeing the folder.
CREATE FUNCTION scrim.undelivered(folder text, most integer) RETURNS SETOF bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own CONSTANT text := scrim.tenant();
  known record;
BEGIN
  SELECT d.is_filled, d.started INTO known FROM scrim.deliveries d WHERE d.tenant = own AND d.folder = $1;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'folder % is not registered.', $1 USING ERRCODE = 'SQ002';
  END IF;
  IF NOT known.is_filled THEN
    IF known.started >= pg_snapshot_xmin(pg_current_snapshot()) THEN
      RETURN;
    END IF;
    INSERT INTO scrim.undelivered (tenant, folder, job)
      SELECT DISTINCT own, $1, coalesce(f.batch, f.id) FROM scrim.finished f WHERE f.tenant = own
      ON CONFLICT DO NOTHING;
    UPDATE scrim.deliveries d SET is_filled = true WHERE d.tenant = own AND d.folder = $1;
  END IF;
  RETURN QUERY SELECT u.job FROM scrim.undelivered u
    WHERE u.tenant = own AND u.folder = $1 AND NOT EXISTS (SELECT FROM scrim.jobs j WHERE j.batch = u.job)
    ORDER BY u.job LIMIT $2;
END $$;

-- Records that a folder has the results of jobs.
CREATE FUNCTION scrim.delivered(folder text, ids bigint[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM scrim.undelivered u WHERE u.tenant = scrim.tenant() AND u.folder = $1 AND u.job = ANY ($2)
$$;

REVOKE ALL ON FUNCTION scrim.start_delivery(text, text), scrim.undelivered(text, integer),
  scrim.delivered(text, bigint[]), scrim.note_undelivered() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scrim.start_delivery(text, text), scrim.undelivered(text, integer),
  scrim.delivered(text, bigint[]) TO scrim_tenant;

REVOKE ALL ON FUNCTION scrim.tenant(), scrim.missing_blobs(bytea[]), scrim.put_blob(bytea, bytea),
  scrim.submit(text, bytea, text[], bytea[], text, smallint, timestamptz, timestamptz, text, jsonb),
  scrim.submit_batch(text, bytea, text[], bytea[], jsonb[], text, smallint, timestamptz, timestamptz, text),
  scrim.check_submission(text, bytea, text[], bytea[], text, smallint),
  scrim.reserve_key(bigint, text, bytea, text[], bytea[], text, jsonb),
  scrim.add_job(bigint, text, bytea, text[], bytea[], smallint, timestamptz, timestamptz, text, jsonb, bigint, integer),
  scrim.jobs_of(bigint[]), scrim.cancel(bigint[]), scrim.retry(bigint[]), scrim.set_priority(bigint[], smallint)
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scrim.tenant(), scrim.missing_blobs(bytea[]), scrim.put_blob(bytea, bytea),
  scrim.submit(text, bytea, text[], bytea[], text, smallint, timestamptz, timestamptz, text, jsonb),
  scrim.submit_batch(text, bytea, text[], bytea[], jsonb[], text, smallint, timestamptz, timestamptz, text)
  TO scrim_tenant;
GRANT EXECUTE ON FUNCTION scrim.cancel(bigint[]), scrim.retry(bigint[]),
  scrim.set_priority(bigint[], smallint) TO scrim_tenant, scrim_admin;

-- Row-level security

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['batches', 'jobs', 'job_files', 'submissions', 'finished', 'results', 'chunks', 'events', 'blobs',
      'deliveries', 'undelivered'] LOOP
    EXECUTE format('ALTER TABLE scrim.%I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own ON scrim.%I FOR SELECT TO scrim_tenant USING (tenant = session_user::text)', name);
    EXECUTE format('CREATE POLICY node ON scrim.%I TO scrim_node USING (true) WITH CHECK (true)', name);
    EXECUTE format('CREATE POLICY admin ON scrim.%I FOR SELECT TO scrim_admin USING (true)', name);
    -- Operators see what there is, but not the images and files of others.
    IF name NOT IN ('blobs', 'chunks') THEN
      EXECUTE format('GRANT SELECT ON scrim.%I TO scrim_admin', name);
    END IF;
  END LOOP;
END $$;
GRANT SELECT (tenant, hash, used) ON scrim.blobs TO scrim_admin;
GRANT SELECT ON scrim.nodes TO scrim_admin;

GRANT SELECT, INSERT, UPDATE, DELETE ON scrim.jobs, scrim.nodes TO scrim_node;
GRANT SELECT, DELETE ON scrim.batches, scrim.job_files, scrim.submissions, scrim.deliveries TO scrim_node;
GRANT SELECT, DELETE, UPDATE ON scrim.blobs TO scrim_node;
GRANT SELECT, INSERT ON scrim.finished, scrim.results, scrim.chunks, scrim.events TO scrim_node;
GRANT USAGE ON SEQUENCE scrim.tokens TO scrim_node;

SELECT scrim.make_partitions(7);

-- Some clients send values within the statement: one that fails would bring a document into the server's log. Only a
-- superuser may set this.
DO $$
BEGIN
  EXECUTE format('ALTER DATABASE %I SET log_min_error_statement = panic', current_database());
EXCEPTION WHEN insufficient_privilege THEN NULL;
END $$;
