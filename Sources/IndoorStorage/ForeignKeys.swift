import GRDB

/// Foreign keys that others gave a file's own tables: with what they refer to, SQLite takes out or
/// changes their rows, which nobody asked for.
///
/// A table of somebody else's that refers to ours is theirs to lose rows of.
enum ForeignKeys {
  /// The file's own: which columns refer to which table.
  private static let own: [String: Set<String>] = [
    "plans": ["plan_files.id", "plan_anchors.plan_id", "plan_tyings.id", "plan_ties.plan_id"],
    "walks": ["survey_points.walk_id", "fingerprints.walk_id", "walk_rows.id"],
    "radio_maps": ["forgotten_transmitters.version"],
    "transmitters": ["forgotten_transmitters.transmitter_id"],
    "guide_collections": Set(Layer.guide.map { "\($0.table).collection_id" }),
    "guide_items": ["guide_memberships.item_id"],
    "guide_tours": ["guide_stops.tour_id"],
  ]

  /// Checks those of all tables that this program reads.
  ///
  /// - Throws: `.foreignRule`.
  static func check(_ db: Database, path: String) throws {
    for layer in Layer.all {
      let keys = try Row.fetchAll(
        db,
        sql: "SELECT \"from\", \"table\", on_update, on_delete FROM pragma_foreign_key_list(?)",
        arguments: [layer.table])
      for key in keys {
        let (column, parent): (String, String) = (key[0], key[1])
        let (onUpdate, onDelete): (String, String) = (key[2], key[3])
        let name = "\(layer.table).\(column)".lowercased()
        let isOwn = own[parent.lowercased()]?.contains(name) == true
        guard changesRows(onUpdate) || (!isOwn && changesRows(onDelete)) else { continue }
        throw StorageError.foreignCascade(path, layer.table, on: parent)
      }
    }
  }

  /// Checks that the file's own are there: without them what belongs to a plan or a walk would stay
  /// when it goes.
  ///
  /// - Throws: `.foreignRule`.
  static func checkOwn(_ db: Database, path: String) throws {
    var missing = own
    for layer in Layer.all {
      let keys = try Row.fetchAll(
        db,
        sql:
          "SELECT \"from\", \"table\" FROM pragma_foreign_key_list(?) WHERE on_delete = 'CASCADE'",
        arguments: [layer.table])
      for key in keys {
        let (column, parent): (String, String) = (key[0], key[1])
        missing[parent.lowercased()]?.remove("\(layer.table).\(column)".lowercased())
      }
    }
    for name in missing.values.joined().sorted() {
      let parts = name.split(separator: ".").map(String.init)
      // Files of older formats don't have all tables, and not all of a guide's have a collection.
      guard let table = parts.first, let column = parts.last, try db.tableExists(table),
        try db.columns(in: table).contains(where: { $0.name == column })
      else { continue }
      throw StorageError.copiedWithoutKeys(path, table)
    }
  }

  private static func changesRows(_ action: String) -> Bool {
    ["CASCADE", "SET NULL", "SET DEFAULT"].contains(action.uppercased())
  }
}
