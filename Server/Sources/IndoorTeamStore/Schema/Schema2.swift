/// The second version: what surveyors sent, as it came, so that a better placer can make its
/// fingerprints anew. PostgreSQL compresses it.
func schema2(_ connection: Connection) throws(TeamStoreError) {
  try connection.script(
    """
    CREATE TABLE indoor.recording (
      venue int NOT NULL, sha256 text NOT NULL, walks text[] NOT NULL, bytes bytea NOT NULL,
      stored timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (venue, sha256)
    ) PARTITION BY HASH (venue);
    DO $$ BEGIN
      FOR part IN 0..63 LOOP
        EXECUTE format('CREATE TABLE indoor.recording_%s PARTITION OF indoor.recording FOR VALUES WITH (modulus 64, remainder %s)', part, part);
      END LOOP;
    END $$;
    """)
}
