import GRDB

/// The eighth format: guides. A table a noun; items lie on their levels, media hang on them by
/// OGC's Related Tables Extension (18-000).
///
/// What one row says of another it says by the source's own keys, so that what refers to nothing
/// can be kept.
func format8(_ db: Database, time: String) throws {
  let collection =
    "collection_id INTEGER NOT NULL REFERENCES guide_collections (id) ON DELETE CASCADE"
  let owner = "owner_kind TEXT NOT NULL, owner_key TEXT NOT NULL, owner_position INTEGER NOT NULL"
  let place = "latitude DOUBLE, longitude DOUBLE, building TEXT, ordinal INTEGER"
  try db.execute(
    sql: """
      CREATE TABLE guide_collections (
        id INTEGER PRIMARY KEY, collection TEXT NOT NULL UNIQUE, format TEXT NOT NULL,
        version TEXT, hash TEXT NOT NULL, language TEXT NOT NULL, zone TEXT, licence TEXT);
      CREATE TABLE guide_items (
        id INTEGER PRIMARY KEY, geom POINT, \(collection), item TEXT NOT NULL,
        kind TEXT NOT NULL, title TEXT, building TEXT, ordinal INTEGER, sort DOUBLE,
        position INTEGER NOT NULL, template TEXT, is_hidden BOOLEAN NOT NULL, source TEXT,
        UNIQUE (collection_id, item));
      CREATE TABLE guide_groups (
        id INTEGER PRIMARY KEY, \(collection), group_key TEXT NOT NULL, parent TEXT,
        kind TEXT NOT NULL, label TEXT NOT NULL, sort DOUBLE, position INTEGER NOT NULL,
        \(place), is_closed BOOLEAN NOT NULL, source TEXT,
        UNIQUE (collection_id, group_key));
      CREATE TABLE guide_memberships (
        id INTEGER PRIMARY KEY,
        item_id INTEGER NOT NULL REFERENCES guide_items (id) ON DELETE CASCADE,
        group_key TEXT NOT NULL);
      CREATE INDEX guide_memberships_of_item ON guide_memberships (item_id);
      CREATE TABLE guide_texts (
        id INTEGER PRIMARY KEY, \(collection), \(owner), name TEXT NOT NULL,
        language TEXT NOT NULL, value TEXT NOT NULL, is_html BOOLEAN NOT NULL,
        position INTEGER NOT NULL);
      CREATE INDEX guide_texts_of_owner ON guide_texts (collection_id, owner_kind, owner_key);
      CREATE TABLE guide_codes (
        id INTEGER PRIMARY KEY, \(collection), \(owner), code TEXT NOT NULL,
        rank INTEGER NOT NULL, medium TEXT);
      CREATE INDEX guide_codes_of_collection ON guide_codes (collection_id);
      CREATE TABLE guide_media (
        id INTEGER PRIMARY KEY, data BLOB NOT NULL DEFAULT x'', content_type TEXT NOT NULL,
        \(collection), medium TEXT NOT NULL, uri TEXT NOT NULL, language TEXT NOT NULL,
        credit TEXT, licence TEXT, is_free_only BOOLEAN NOT NULL, alternative TEXT,
        transcript TEXT, UNIQUE (collection_id, medium, language));
      CREATE TABLE guide_media_uses (
        id INTEGER PRIMARY KEY, \(collection), \(owner), medium TEXT NOT NULL,
        role TEXT NOT NULL);
      CREATE INDEX guide_media_uses_of_owner
        ON guide_media_uses (collection_id, owner_kind, owner_key);
      CREATE TABLE guide_tours (
        id INTEGER PRIMARY KEY, \(collection), tour TEXT NOT NULL, title TEXT, sort DOUBLE,
        position INTEGER NOT NULL, \(place), source TEXT, UNIQUE (collection_id, tour));
      CREATE TABLE guide_stops (
        id INTEGER PRIMARY KEY,
        tour_id INTEGER NOT NULL REFERENCES guide_tours (id) ON DELETE CASCADE,
        sort DOUBLE, item TEXT, medium TEXT, bumper TEXT);
      CREATE INDEX guide_stops_of_tour ON guide_stops (tour_id);
      CREATE TABLE guide_rules (
        id INTEGER PRIMARY KEY, \(collection), \(owner), hours TEXT, begins TEXT, ends TEXT);
      CREATE INDEX guide_rules_of_collection ON guide_rules (collection_id);
      CREATE TABLE guide_templates (
        id INTEGER PRIMARY KEY, \(collection), template TEXT NOT NULL, tab TEXT,
        label TEXT, icon TEXT, file TEXT, html TEXT);
      CREATE INDEX guide_templates_of_collection ON guide_templates (collection_id);
      CREATE TABLE guide_findings (
        id INTEGER PRIMARY KEY, \(collection), rule TEXT NOT NULL, item TEXT, source TEXT,
        message TEXT NOT NULL);
      CREATE INDEX guide_findings_of_collection ON guide_findings (collection_id);
      CREATE TABLE guide_prepared (
        id INTEGER PRIMARY KEY, part TEXT NOT NULL UNIQUE, data BLOB NOT NULL);
      """)
  for layer in Layer.guide { try GeoPackageTables.register(layer, at: time, in: db) }
  // Whoever changes a guide, QGIS too, takes out what was prepared of it.
  for trigger in DerivedRows.ofGuides { try db.execute(sql: trigger.sql) }
  try RelatedTables.create(db)
  try RelatedTables.relate(
    base: .guideItems, to: .guideMedia, as: "media", through: "guide_item_media",
    """
    SELECT guide_items.id AS base_id, guide_media.id AS related_id, guide_media_uses.role AS role
      FROM guide_media_uses
      JOIN guide_items ON guide_items.collection_id = guide_media_uses.collection_id
        AND guide_items.item = guide_media_uses.owner_key
      JOIN guide_media ON guide_media.collection_id = guide_media_uses.collection_id
        AND guide_media.medium = guide_media_uses.medium
      WHERE guide_media_uses.owner_kind = 'item'
    """, in: db)
}
