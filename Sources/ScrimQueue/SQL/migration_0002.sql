-- Schema 2 of the queue: nothing that one tenant stores or locks holds up another's jobs.
--
-- Nodes and commands of release 0.1.0 work on it: what they use is there in the same form. Such a node does not know of
-- drained nodes, and waits for a tenant's locks.

-- A tenant may have locked rows of its own for long. Otherwise all nodes would wait behind this migration.
SET LOCAL lock_timeout = '5s';

-- Values

-- A time in ms since 1970; NULL for what is not one between 1970 and 9999.
CREATE FUNCTION scrim.milliseconds(t timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE
RETURN CASE WHEN t BETWEEN timestamptz '1970-01-01 00:00:00+00' AND timestamptz '9999-12-31 23:59:59.999+00'
  THEN (extract(epoch FROM t) * 1000)::bigint END;

-- The first error of a report; NULL if there is none, or if the report cannot be read.
CREATE FUNCTION scrim.first_error(report text) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN report::jsonb #>> '{errors,0,message}';
EXCEPTION WHEN data_exception OR program_limit_exceeded THEN
  RETURN NULL;
END $$;

-- What of a job no node could render; NULL if all is well. Nodes check the same: there what comes from older queues counts.
CREATE FUNCTION scrim.content_violation(
  places text[], not_before timestamptz, not_after timestamptz, environment text, options jsonb
) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  hit record;
BEGIN
  IF scrim.milliseconds($2) IS NULL AND $2 IS NOT NULL THEN
    RETURN format('not_before: %s is not in the years 1970 to 9999.', $2);
  ELSIF scrim.milliseconds($3) IS NULL AND $3 IS NOT NULL THEN
    RETURN format('not_after: %s is not in the years 1970 to 9999.', $3);
  ELSIF octet_length($4) > 200 THEN
    RETURN format('environment: must have at most 200 bytes; this one has %s.', octet_length($4));
  ELSIF jsonb_typeof($5) <> 'object' THEN
    RETURN format('options: must be an object; these are of type %s.', jsonb_typeof($5));
  ELSIF octet_length($5::text) > 1048576 THEN
    RETURN format('options: must have at most 1048576 bytes (1 MiB); these have %s.', octet_length($5::text));
  ELSIF cardinality($1) > 4160 THEN
    RETURN format('places: a job has at most 4160 files; this one has %s.', cardinality($1));
  END IF;
  SELECT p INTO hit FROM unnest($1) p
    WHERE p IS NULL OR octet_length(p) > 1024 OR p ~ '^(job|submission)\.json(/|$)'
      OR cardinality(string_to_array(p, '/')) > 16 OR EXISTS (
        SELECT FROM unnest(string_to_array(p, '/')) c
        WHERE c = '' OR c ~ '^\.' AND c <> '.absolute' OR octet_length(c) > 255 OR c ~ '[\u0001-\u001f\u007f-\u009f]')
    LIMIT 1;
  IF FOUND THEN
    RETURN format('places: %s is not the path of a file in a job''s bundle.', coalesce(to_json(left(hit.p, 200))::text,
      'NULL'));
  END IF;
  -- In this order a place is followed by those below it.
  SELECT s.p, s.before INTO hit FROM (
      SELECT p, lag(p) OVER (ORDER BY replace(p, '/', E'\u0001') COLLATE "C") AS before FROM unnest($1) p
    ) s WHERE starts_with(s.p, s.before || '/') LIMIT 1;
  IF FOUND THEN
    RETURN format('places: %s is below %s, which is a file.', to_json(left(hit.p, 200)), to_json(left(hit.before, 200)));
  END IF;
  RETURN NULL;
END $$;

GRANT EXECUTE ON FUNCTION scrim.milliseconds(timestamptz), scrim.first_error(text) TO scrim_tenant, scrim_node, scrim_admin;
REVOKE ALL ON FUNCTION scrim.milliseconds(timestamptz), scrim.first_error(text),
  scrim.content_violation(text[], timestamptz, timestamptz, text, jsonb) FROM PUBLIC;

-- Jobs with such values end, with the reason. One that a node renders loses its lease.
LOCK TABLE scrim.jobs, scrim.job_files IN ACCESS EXCLUSIVE MODE;
WITH files AS (
  SELECT f.job, array_agg(f.place) AS places, jsonb_object_agg(f.place, encode(f.hash, 'hex')) AS files
  FROM scrim.job_files f GROUP BY f.job
), bad AS (
  SELECT * FROM (
    SELECT j.id, f.files, scrim.content_violation(f.places, j.not_before, j.not_after, j.environment, j.options) AS reason
    FROM scrim.jobs j LEFT JOIN files f ON f.job = j.id
  ) b WHERE b.reason IS NOT NULL
), gone AS (
  DELETE FROM scrim.jobs j USING bad b WHERE j.id = b.id RETURNING j.*, b.files, b.reason
), ended AS (
  INSERT INTO scrim.finished (day, id, tenant, name, state, priority, environment, attempt, token, node, submitted, failures,
      report, options, files, document, batch, part)
    SELECT (now() AT TIME ZONE 'UTC')::date, g.id, g.tenant, g.name, 'f', g.priority, g.environment, g.attempt, g.token,
      g.node, g.submitted, g.failures,
      jsonb_build_object('job', g.name, 'status', 'failed', 'errors', jsonb_build_array(jsonb_build_object(
        'code', 'refused', 'message', g.reason)))::text,
      g.options, coalesce(g.files, '{}'), g.document, g.batch, g.part
    FROM gone g
    RETURNING id
)
SELECT pg_notify('scrim_finished', '') FROM ended LIMIT 1;

ALTER TABLE scrim.jobs
  ADD CONSTRAINT jobs_not_before CHECK (not_before IS NULL OR scrim.milliseconds(not_before) IS NOT NULL),
  ADD CONSTRAINT jobs_not_after CHECK (not_after IS NULL OR scrim.milliseconds(not_after) IS NOT NULL),
  ADD CONSTRAINT jobs_environment CHECK (octet_length(environment) <= 200),
  ADD CONSTRAINT jobs_options CHECK (octet_length(options::text) <= 1048576);
ALTER TABLE scrim.job_files
  ADD CONSTRAINT job_files_place CHECK (octet_length(place) BETWEEN 1 AND 1024 AND place !~ '^(job|submission)\.json(/|$)');

-- Reading never fails because of one row's values.
CREATE OR REPLACE VIEW scrim.batch_states WITH (security_invoker = true) AS
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
        CASE WHEN f.state <> 'd' THEN scrim.first_error(f.report) END
      FROM scrim.finished f WHERE f.batch = b.id
    ) p
    HAVING count(*) > 0
  ) s;
-- The functions as schema 1 made them, but for these two expressions.
DO $$
DECLARE
  f regprocedure;
BEGIN
  FOREACH f IN ARRAY ARRAY['scrim.list(text[], text[], text, bigint, integer)', 'scrim.show(bigint)',
      'scrim.show_batch(bigint)', 'scrim.parts(bigint)']::regprocedure[] LOOP
    EXECUTE regexp_replace(
      regexp_replace(pg_get_functiondef(f), '\(extract\(epoch FROM (\w+)\) \* 1000\)::bigint', 'scrim.milliseconds(\1)', 'g'),
      'report::jsonb #>> ''\{errors,0,message\}''', 'scrim.first_error(report)', 'g');
  END LOOP;
END $$;

-- Quotas

-- Of each tenant; NULL for none.
ALTER TABLE scrim.settings
  -- Jobs that have not ended.
  ADD tenant_jobs bigint CHECK (tenant_jobs >= 0),
  -- Bytes of files, documents, reports and images.
  ADD tenant_bytes bigint CHECK (tenant_bytes >= 0),
  -- Whether images stay for keep_days after they were fetched and delivered.
  ADD keep_fetched boolean NOT NULL DEFAULT true,
  -- Bytes of images that are kept; the oldest go first. NULL for no limit.
  ADD keep_bytes bigint CHECK (keep_bytes >= 0);

-- Of single tenants, in place of those in settings.
CREATE TABLE scrim.quotas (
  tenant text COLLATE "C" PRIMARY KEY,
  jobs bigint CHECK (jobs >= 0),
  bytes bigint CHECK (bytes >= 0)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON scrim.quotas TO scrim_admin;

-- What each tenant with a quota had at its last count, and has submitted since. Submissions lock the tenant's row and nodes
-- never do; an advisory lock could be taken by other tenants.
CREATE TABLE scrim.usage (
  tenant text COLLATE "C" PRIMARY KEY,
  jobs bigint NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  counted timestamptz NOT NULL DEFAULT '-infinity'
);

-- When an image was deleted before its day.
ALTER TABLE scrim.results ADD removed timestamptz;

-- What a tenant has, or each of all for NULL: jobs that have not ended, and bytes.
CREATE FUNCTION scrim.count_usage(of_tenant text) RETURNS TABLE (
  tenant text, jobs bigint, documents bigint, files bigint, images bigint
) LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- Planned for its value, as in list.
  RETURN QUERY EXECUTE replace($q$
    SELECT tenant, sum(jobs)::bigint, sum(documents)::bigint, sum(files)::bigint, sum(images)::bigint FROM (
      SELECT tenant, count(*) AS jobs, sum(octet_length(document) + pg_column_size(options)) AS documents, 0 AS files,
        0 AS images FROM scrim.jobs WHERE {whose} GROUP BY tenant
      UNION ALL
      SELECT tenant, 0, sum(coalesce(octet_length(document), 0) + coalesce(pg_column_size(options), 0) + octet_length(report)),
        0, 0 FROM scrim.finished WHERE {whose} GROUP BY tenant
      UNION ALL
      SELECT tenant, 0, 0, sum(octet_length(bytes)), 0 FROM scrim.blobs WHERE {whose} GROUP BY tenant
      UNION ALL
      SELECT tenant, 0, 0, 0, sum(bytes) FROM scrim.results WHERE removed IS NULL AND {whose} GROUP BY tenant
    ) parts GROUP BY tenant ORDER BY tenant
  $q$, '{whose}', CASE WHEN of_tenant IS NULL THEN 'true' ELSE 'tenant = $1' END) USING of_tenant;
END $$;

-- A tenant's quotas.
CREATE FUNCTION scrim.quota(of_tenant text, OUT jobs bigint, OUT bytes bigint)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(q.jobs, s.tenant_jobs), coalesce(q.bytes, s.tenant_bytes)
  FROM scrim.settings s LEFT JOIN scrim.quotas q ON q.tenant = $1
$$;

-- Counts what a submission adds. What ended or was deleted since the last count is noticed when a quota would be exceeded;
-- images that nodes added, within a minute.
--
-- Errors: SQ005 if a quota would be exceeded.
CREATE FUNCTION scrim.charge(jobs bigint, bytes bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  own CONSTANT text := scrim.tenant();
  quota record;
  used scrim.usage;
BEGIN
  SELECT q.jobs, q.bytes INTO quota FROM scrim.quota(own) q;
  IF quota.jobs IS NULL AND quota.bytes IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO scrim.usage (tenant) VALUES (own) ON CONFLICT DO NOTHING;
  SELECT * INTO used FROM scrim.usage u WHERE u.tenant = own FOR UPDATE;
  IF used.counted < now() - interval '1 minute' OR used.jobs + $1 > quota.jobs OR used.bytes + $2 > quota.bytes THEN
    used.counted := clock_timestamp();
    SELECT coalesce(sum(c.jobs), 0), coalesce(sum(c.documents + c.files + c.images), 0) INTO used.jobs, used.bytes
      FROM scrim.count_usage(own) c;
  END IF;
  IF $1 > 0 AND used.jobs + $1 > quota.jobs THEN
    RAISE EXCEPTION 'the quota of tenant % is % jobs that have not ended: it has %, and % more were submitted.', own,
      quota.jobs, used.jobs, $1 USING ERRCODE = 'SQ005';
  ELSIF $2 > 0 AND used.bytes + $2 > quota.bytes THEN
    RAISE EXCEPTION 'the quota of tenant % is % bytes of files, documents and images: it has %, and % more were submitted.',
      own, quota.bytes, used.bytes, $2 USING ERRCODE = 'SQ005';
  END IF;
  UPDATE scrim.usage u SET jobs = used.jobs + $1, bytes = used.bytes + $2, counted = used.counted WHERE u.tenant = own;
END $$;

-- What a session's tenant has, or for operators each tenant, with the quotas.
CREATE FUNCTION scrim.usages() RETURNS TABLE (
  tenant text, jobs bigint, documents bigint, files bigint, images bigint, quota_jobs bigint, quota_bytes bigint
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.*, q.jobs, q.bytes FROM scrim.count_usage(scrim.reader()) c, scrim.quota(c.tenant) q ORDER BY c.tenant
$$;

-- Submissions

CREATE OR REPLACE FUNCTION scrim.put_blob(hash bytea, bytes bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  own CONSTANT text := scrim.tenant();
BEGIN
  IF $1 IS NULL OR $2 IS NULL OR octet_length($2) > 67108864 THEN
    RAISE EXCEPTION 'bytes: a file has at most 67108864 bytes (64 MiB); this one has %.', coalesce(octet_length($2), 0)
      USING ERRCODE = '22023';
  END IF;
  IF NOT EXISTS (SELECT FROM scrim.blobs b WHERE b.tenant = own AND b.hash = $1) THEN
    PERFORM scrim.charge(0, octet_length($2));
  END IF;
  INSERT INTO scrim.blobs AS b (tenant, hash, bytes) VALUES (own, $1, $2)
  ON CONFLICT (tenant, hash) DO UPDATE SET used = now() WHERE b.used < now() - interval '1 hour';
-- The constraint's own error would bring the first bytes of the file into the server's log.
EXCEPTION WHEN check_violation THEN
  RAISE EXCEPTION 'the file''s SHA-256 is another than it was sent with.' USING ERRCODE = 'SQ004';
END $$;

-- Checks the rest of what a submission asks for, as check_submission.
CREATE FUNCTION scrim.check_content(
  places text[], not_before timestamptz, not_after timestamptz, environment text, options jsonb
) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  violation CONSTANT text := scrim.content_violation($1, $2, $3, $4, $5);
BEGIN
  IF violation IS NOT NULL THEN
    RAISE EXCEPTION '%', violation USING ERRCODE = '22023';
  END IF;
END $$;

CREATE OR REPLACE FUNCTION scrim.submit(
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
  PERFORM scrim.check_content($3, $7, $8, $9, $10);
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
  PERFORM scrim.charge(1, octet_length($2) + coalesce(pg_column_size($10), 0));
  -- Less than once an hour for a file that every job names; collecting blobs waits for days.
  UPDATE scrim.blobs b SET used = now()
    WHERE b.tenant = own AND b.hash = ANY ($4) AND b.used < now() - interval '1 hour';
  PERFORM scrim.add_job(submit.id, $1, $2, $3, $4, $6, $7, $8, $9, $10, NULL, NULL);
  -- One notification per transaction, however many jobs it submits.
  PERFORM pg_notify('scrim_jobs', '');
END $$;

CREATE OR REPLACE FUNCTION scrim.submit_batch(
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
  PERFORM scrim.check_content($3, $8, $9, $10, '{}');
  PERFORM scrim.check_content('{}', NULL, NULL, NULL, o) FROM unnest($5) o;
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
  PERFORM scrim.charge(cardinality($5),
    (SELECT sum(octet_length($2) + coalesce(pg_column_size(o), 0)) FROM unnest($5) o)::bigint);
  INSERT INTO scrim.batches (id, tenant, name, parts) VALUES (submit_batch.id, own, $1, cardinality($5));
  UPDATE scrim.blobs b SET used = now()
    WHERE b.tenant = own AND b.hash = ANY ($4) AND b.used < now() - interval '1 hour';
  FOR part IN 1..cardinality($5) LOOP
    PERFORM scrim.add_job(nextval('scrim.job_ids'), $1, $2, $3, $4, $7, $8, $9, $10, $5[part], submit_batch.id, part);
  END LOOP;
  PERFORM pg_notify('scrim_jobs', '');
END $$;

-- As before, but jobs with values that this schema does not take stay ended.
--
-- Errors: SQ003 if a file is not in the queue any more; SQ005 by quotas; 22023 a value that is not allowed.
CREATE OR REPLACE FUNCTION scrim.retry(ids bigint[]) RETURNS SETOF bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own CONSTANT text := scrim.reader();
  ended scrim.finished;
  changed bigint[] := '{}';
BEGIN
  FOR ended IN
    DELETE FROM scrim.finished f
    WHERE f.id = ANY (scrim.jobs_of(scrim.visible(retry.ids))) AND f.state <> 'd' RETURNING *
  LOOP
    PERFORM scrim.check_content(ARRAY(SELECT jsonb_object_keys(ended.files)), NULL, NULL, ended.environment, ended.options);
    IF own IS NOT NULL THEN
      PERFORM scrim.charge(1, 0);
    END IF;
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

-- Lists, the newest first
DO $$
BEGIN
  EXECUTE replace(
    replace(pg_get_functiondef('scrim.list(text[], text[], text, bigint, integer)'::regprocedure), 'id > $4',
      '($4 IS NULL OR id < $4)'), 'ORDER BY id', 'ORDER BY id DESC');
END $$;

-- Partitions

-- A transaction that has read a table keeps it from being dropped, and all others would wait behind: what is held is left
-- to the next hour.
CREATE OR REPLACE FUNCTION scrim.make_partitions(days integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '1s' AS $$
DECLARE
  parent text;
  partition text;
  first date;
BEGIN
  FOREACH parent IN ARRAY ARRAY['finished', 'chunks', 'results', 'events'] LOOP
    -- Yesterday, too: a clock may be behind.
    FOR ahead IN -1..days LOOP
      first := (now() AT TIME ZONE 'UTC')::date + ahead;
      partition := parent || to_char(first, '_YYYYMMDD');
      CONTINUE WHEN to_regclass('scrim.' || partition) IS NOT NULL;
      BEGIN
        -- To attach a table locks its parent less than to make a partition, which waits for all that read it.
        EXECUTE format('CREATE TABLE scrim.%I (LIKE scrim.%I INCLUDING ALL)', partition, parent);
        EXECUTE format('ALTER TABLE scrim.%I ATTACH PARTITION scrim.%I FOR VALUES FROM (%L) TO (%L)', parent, partition,
          first, first + 1);
      EXCEPTION WHEN lock_not_available OR duplicate_table OR unique_violation THEN
        NULL;
      END;
    END LOOP;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION scrim.drop_partitions() RETURNS SETOF text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '1s' AS $$
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
      BEGIN
        EXECUTE format('DROP TABLE scrim.%I', partition);
        RETURN NEXT partition;
      EXCEPTION WHEN lock_not_available THEN
        -- The others of this table would wait as long.
        EXIT;
      END;
    END LOOP;
  END LOOP;
END $$;

-- Images

-- Deletes the images of jobs; their names and sizes stay. Rows that another session has locked are left out.
CREATE FUNCTION scrim.remove_images(ids bigint[]) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  jobs bigint[];
BEGIN
  SELECT array_agg(l.job) INTO jobs FROM (
    SELECT r.job FROM scrim.results r WHERE r.job = ANY ($1) AND r.removed IS NULL FOR UPDATE SKIP LOCKED) l;
  DELETE FROM scrim.chunks c WHERE c.job = ANY (jobs);
  UPDATE scrim.results r SET removed = now() WHERE r.job = ANY (jobs) AND r.removed IS NULL;
  RETURN cardinality(ARRAY(SELECT DISTINCT unnest(jobs)));
END $$;

-- Says that a tenant has the images of jobs or batches. Unless settings.keep_fetched, those that no folder of deliveries
-- lacks are deleted.
CREATE FUNCTION scrim.fetched(ids bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own CONSTANT text := scrim.tenant();
BEGIN
  IF (SELECT keep_fetched FROM scrim.settings) THEN
    RETURN;
  END IF;
  PERFORM scrim.remove_images(ARRAY(
    SELECT f.id FROM scrim.finished f
    WHERE f.id = ANY (scrim.jobs_of(scrim.visible(fetched.ids))) AND f.tenant = own AND NOT EXISTS (
      SELECT FROM scrim.undelivered u WHERE u.tenant = own AND u.job = coalesce(f.batch, f.id))));
END $$;

CREATE OR REPLACE FUNCTION scrim.delivered(folder text, ids bigint[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM scrim.undelivered u WHERE u.tenant = scrim.tenant() AND u.folder = $1 AND u.job = ANY ($2);
  SELECT scrim.fetched($2)
$$;

-- Deletes the oldest images beyond settings.keep_bytes, of up to 1,000 jobs. Returns the number of jobs.
CREATE FUNCTION scrim.trim_images() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  excess CONSTANT bigint := (SELECT sum(bytes) FROM scrim.results WHERE removed IS NULL)
    - (SELECT keep_bytes FROM scrim.settings);
BEGIN
  IF excess IS NULL OR excess <= 0 THEN
    RETURN 0;
  END IF;
  RETURN scrim.remove_images(ARRAY(
    SELECT DISTINCT job FROM (
      SELECT r.job, sum(r.bytes) OVER (ORDER BY r.day, r.job, r.output) - r.bytes AS older
      FROM scrim.results r WHERE r.removed IS NULL ORDER BY r.day, r.job, r.output LIMIT 1000
    ) o WHERE o.older < excess));
END $$;

-- Watching

-- Whether a node gets no more jobs: it ends those that it has.
ALTER TABLE scrim.nodes ADD is_drained boolean NOT NULL DEFAULT false;

-- Returns whether there is such a node.
CREATE FUNCTION scrim.drain(node text, is_drained boolean) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE scrim.nodes n SET is_drained = $2 WHERE n.name = $1;
  RETURN FOUND;
END $$;

CREATE OR REPLACE FUNCTION scrim.has_environment(environment text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM scrim.nodes n
    WHERE n.environment = $1 AND n.seen > now() - interval '1 minute' AND NOT n.is_drained)
$$;

-- Jobs that have not ended, by tenant and state, with the time since which the oldest could have been begun.
CREATE OR REPLACE FUNCTION scrim.counts() RETURNS TABLE (tenant text, state text, jobs bigint, oldest bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  own CONSTANT text := scrim.reader();
BEGIN
  RETURN QUERY SELECT tenant, state::text, count(*), scrim.milliseconds(min(
      CASE WHEN state = 'd' THEN submitted ELSE greatest(submitted, not_before) END))
    FROM scrim.jobs WHERE own IS NULL OR tenant = own GROUP BY tenant, state ORDER BY tenant, state;
END $$;

CREATE OR REPLACE FUNCTION scrim.missing_environments()
RETURNS TABLE (tenant text, environment text, jobs bigint, oldest bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  own CONSTANT text := scrim.reader();
BEGIN
  RETURN QUERY SELECT w.* FROM (
      SELECT tenant, environment, count(*), scrim.milliseconds(min(greatest(submitted, not_before)))
      FROM scrim.jobs WHERE state = 'w' AND environment <> '' AND (own IS NULL OR tenant = own)
      GROUP BY tenant, environment
    ) w WHERE NOT scrim.has_environment(w.environment) ORDER BY w.tenant, w.environment;
END $$;

-- Waiting and leased jobs with attempts that failed or were lost, by tenant.
CREATE FUNCTION scrim.failing_counts() RETURNS TABLE (tenant text, jobs bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  own CONSTANT text := scrim.reader();
BEGIN
  RETURN QUERY SELECT tenant, count(*) FROM scrim.jobs
    WHERE failures <> '[]' AND (own IS NULL OR tenant = own) GROUP BY tenant ORDER BY tenant;
END $$;

-- Leases that ran out in the last hour, by node.
CREATE FUNCTION scrim.lost_counts() RETURNS TABLE (node text, leases bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT actor, count(*) FROM scrim.events
  WHERE day >= (now() AT TIME ZONE 'UTC')::date - 1 AND time > now() - interval '1 hour' AND event = 'lease-lost'
  GROUP BY actor ORDER BY actor
$$;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['quotas', 'usage'] LOOP
    EXECUTE format('ALTER TABLE scrim.%I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own ON scrim.%I FOR SELECT TO scrim_tenant USING (tenant = session_user::text)', name);
    EXECUTE format('CREATE POLICY admin ON scrim.%I TO scrim_admin USING (true) WITH CHECK (true)', name);
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION scrim.count_usage(text), scrim.quota(text), scrim.charge(bigint, bigint), scrim.usages(),
  scrim.check_content(text[], timestamptz, timestamptz, text, jsonb), scrim.remove_images(bigint[]), scrim.fetched(bigint[]),
  scrim.trim_images(), scrim.drain(text, boolean), scrim.failing_counts(), scrim.lost_counts() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scrim.usages(), scrim.failing_counts() TO scrim_tenant, scrim_admin;
-- To lock what is to be deleted.
GRANT UPDATE ON scrim.batches, scrim.submissions, scrim.deliveries TO scrim_node;
GRANT EXECUTE ON FUNCTION scrim.fetched(bigint[]) TO scrim_tenant;
GRANT EXECUTE ON FUNCTION scrim.trim_images() TO scrim_node, scrim_admin;
GRANT EXECUTE ON FUNCTION scrim.drain(text, boolean), scrim.lost_counts() TO scrim_admin;
