/// The third version: walks that are stored before a version has them, the work that follows, and
/// what lists of many venues are made of.
func schema3(_ connection: Connection) throws(TeamStoreError) {
  try connection.script(
    """
    ALTER TABLE indoor.walk ADD COLUMN published boolean NOT NULL DEFAULT true,
      ADD COLUMN built boolean NOT NULL DEFAULT true, ADD COLUMN problem text;
    CREATE INDEX walk_waiting ON indoor.walk (venue) WHERE NOT built;
    COMMENT ON COLUMN indoor.walk.published IS 'whether a version of the venue has it';
    COMMENT ON COLUMN indoor.walk.built IS 'whether a radio map was built since then';
    COMMENT ON COLUMN indoor.walk.problem IS 'why no version can have it';

    CREATE TABLE indoor.job (
      venue int PRIMARY KEY REFERENCES indoor.venue ON DELETE CASCADE,
      due timestamptz NOT NULL, tries int NOT NULL DEFAULT 0, said text);
    COMMENT ON TABLE indoor.job IS 'venues with walks that no radio map was built of; a hint';

    ALTER TABLE indoor.venue ADD COLUMN bytes bigint NOT NULL DEFAULT 0,
      ADD COLUMN walks int NOT NULL DEFAULT 0, ADD COLUMN removed int NOT NULL DEFAULT 0,
      ADD COLUMN fingerprints bigint NOT NULL DEFAULT 0, ADD COLUMN aside int NOT NULL DEFAULT 0;
    COMMENT ON COLUMN indoor.venue.walks IS 'of the newest version, as bytes, removed and fingerprints';
    COMMENT ON COLUMN indoor.venue.aside IS 'walks that no version can have';
    UPDATE indoor.venue SET
      bytes = coalesce((SELECT length(pages) / 32 * 4096 FROM indoor.version
        WHERE version.venue = venue.id AND number = venue.version), 0),
      (walks, removed, fingerprints) = (SELECT
        count(*) FILTER (WHERE removed_at IS NULL), count(*) FILTER (WHERE removed_at IS NOT NULL),
        coalesce(sum(fingerprints) FILTER (WHERE removed_at IS NULL), 0)
        FROM indoor.walk WHERE walk.venue = venue.id);

    CREATE TABLE indoor.transmitter (
      name text, venue int REFERENCES indoor.venue ON DELETE CASCADE, PRIMARY KEY (name, venue));
    COMMENT ON TABLE indoor.transmitter IS 'which venues'' walks hear what';
    INSERT INTO indoor.transmitter
      SELECT DISTINCT unnest(transmitters), venue FROM indoor.walk;

    DO $$ BEGIN
      FOR part IN 0..63 LOOP
        EXECUTE format('ALTER TABLE indoor.page_%s ALTER bytes SET COMPRESSION lz4', part);
        EXECUTE format('ALTER TABLE indoor.recording_%s ALTER bytes SET COMPRESSION lz4', part);
        EXECUTE format('ALTER TABLE indoor.walk_%s ALTER path SET COMPRESSION lz4, ALTER transmitters SET COMPRESSION lz4', part);
      END LOOP;
    -- A PostgreSQL that was built without lz4 compresses as it always did.
    EXCEPTION WHEN feature_not_supported THEN NULL;
    END $$;
    """)
}
