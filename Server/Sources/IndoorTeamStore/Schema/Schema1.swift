/// The first version: venues, their published versions page by page, and beside them, for whoever
/// asks by SQL or opens the database in QGIS, walks, fingerprints, units and plans.
///
/// What grows with surveys lies in 64 partitions by venue from the beginning, so that parts of it
/// can move to other servers.
func schema1(_ connection: Connection) throws(TeamStoreError) {
  try connection.script(
    """
    CREATE SCHEMA indoor;
    CREATE TABLE indoor.store (
      one boolean PRIMARY KEY DEFAULT true CHECK (one),
      id uuid NOT NULL DEFAULT gen_random_uuid(), version int NOT NULL);
    INSERT INTO indoor.store (version) VALUES (0);

    CREATE TABLE indoor.venue (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE,
      title text NOT NULL, latitude double precision NOT NULL, longitude double precision NOT NULL,
      version int NOT NULL DEFAULT 0);

    CREATE TABLE indoor.version (
      venue int REFERENCES indoor.venue ON DELETE CASCADE, number int, digest bytea NOT NULL,
      pages bytea NOT NULL, geometry bytea NOT NULL, plans bytea NOT NULL, guide bytea NOT NULL,
      radio_map bytea NOT NULL, pushed_by text NOT NULL,
      pushed timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (venue, number));
    COMMENT ON COLUMN indoor.version.pages IS 'SHA-256 of each page of 4,096 bytes, in order';
    COMMENT ON COLUMN indoor.version.digest IS 'SHA-256 of pages';

    CREATE TABLE indoor.page (
      venue int NOT NULL, hash bytea NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (venue, hash)
    ) PARTITION BY HASH (venue);

    CREATE TABLE indoor.walk (
      venue int NOT NULL, number bigint NOT NULL, hash text NOT NULL, name text NOT NULL,
      device text, surveyor text, planned_path text, unplaced_scans int, unplaced_waypoints int,
      clock_step_back_s double precision, longest_silence_s double precision,
      origin_latitude double precision NOT NULL, origin_longitude double precision NOT NULL,
      path json NOT NULL, transmitters text[] NOT NULL, fingerprints int NOT NULL,
      removed_at text, removed_by text, stored timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (venue, hash)
    ) PARTITION BY HASH (venue);
    CREATE SEQUENCE indoor.walk_number;
    COMMENT ON COLUMN indoor.walk.path IS
      'places in time: [microseconds, building, ordinal, metres east, metres north of the origin]';

    CREATE TABLE indoor.fingerprint (
      venue int NOT NULL, walk bigint NOT NULL, seq int NOT NULL, time_us bigint NOT NULL,
      building text NOT NULL, ordinal int NOT NULL, east double precision NOT NULL,
      north double precision NOT NULL, readings bytea NOT NULL, PRIMARY KEY (venue, walk, seq)
    ) PARTITION BY HASH (venue);
    COMMENT ON COLUMN indoor.fingerprint.readings IS
      'seven bytes a reading, big-endian: its place from 0 in the walk''s transmitters (2), dBm (1, signed), age in ms (4)';

    CREATE TABLE indoor.unit (
      venue int NOT NULL REFERENCES indoor.venue ON DELETE CASCADE, id text NOT NULL,
      building text NOT NULL, ordinal int NOT NULL, category text, name text,
      geojson json NOT NULL, PRIMARY KEY (venue, id));
    CREATE TABLE indoor.plan (
      venue int NOT NULL REFERENCES indoor.venue ON DELETE CASCADE, building text NOT NULL,
      ordinal int NOT NULL, page int NOT NULL, anchors int NOT NULL,
      geojson json NOT NULL, PRIMARY KEY (venue, building, ordinal));

    DO $$ BEGIN
      FOR part IN 0..63 LOOP
        EXECUTE format('CREATE TABLE indoor.page_%s PARTITION OF indoor.page FOR VALUES WITH (modulus 64, remainder %s)', part, part);
        EXECUTE format('CREATE TABLE indoor.walk_%s PARTITION OF indoor.walk FOR VALUES WITH (modulus 64, remainder %s)', part, part);
        EXECUTE format('CREATE TABLE indoor.fingerprint_%s PARTITION OF indoor.fingerprint FOR VALUES WITH (modulus 64, remainder %s)', part, part);
      END LOOP;
    END $$;
    """)
}
