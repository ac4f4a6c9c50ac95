/// What is wrong with files of other programs, and with what these did to a venue file.
extension StorageError {
  static func foreign(_ path: String, isGeoPackage: Bool) -> StorageError {
    let what =
      isGeoPackage ? "a GeoPackage, but not one of IndoorKit's" : "somebody else's database"
    return StorageError(
      code: .notAVenueFile,
      message: "\(path): this is \(what)\(targetRemedy)")
  }

  private static let targetRemedy = ", and stays as it is; name a venue file or a new file"

  /// The same of a file whose walks were to be merged: nothing was to be stored in it.
  package var ofSource: StorageError {
    StorageError(
      code: code,
      message: message.replacing(
        Self.targetRemedy, with: ", and no venue file; name a recording or a venue file"))
  }

  /// SQLite's `.dump` writes tables, and nothing of the file's header.
  static func unmarked(_ path: String) -> StorageError {
    StorageError(
      code: .notAVenueFile,
      message:
        "\(path): has a venue file's tables without a GeoPackage's mark, as a dump by sqlite3 comes back; "
        + "set it in sqlite3 by PRAGMA application_id=\(GeoPackageTables.applicationID); "
        + "PRAGMA user_version=\(GeoPackageTables.userVersion);")
  }

  static func newer(_ path: String, format: Int64, known: Int) -> StorageError {
    StorageError(
      code: .newerFormat,
      message: "\(path): the file has format \(format) and this version knows up to \(known); "
        + "update IndoorKit")
  }

  static func damaged(
    _ path: String, _ what: String, remedy: String = "restore it from a copy"
  ) -> StorageError {
    StorageError(code: .damaged, message: "\(path): the file is damaged (\(what)); \(remedy)")
  }

  static func foreignTrigger(_ path: String, _ name: String, on table: String) -> StorageError {
    StorageError(
      code: .foreignTrigger,
      message:
        "\(path): its trigger \(name.prefix(100)) on \(table) would do more than keep an index "
        + "whenever something is stored; look at it, and drop it by DROP TRIGGER in a copy")
  }

  static func foreignExpression(
    _ path: String, _ name: String, on table: String
  ) -> StorageError {
    let place = name == table ? "the table \(table)" : "the index \(name.prefix(100)) on \(table)"
    return StorageError(
      code: .foreignExpression,
      message:
        "\(path): another program's expression in \(place) would be worked out with every row, "
        + "and calls what may take any memory and time; look at it, and take it out in a copy")
  }

  static func foreignCascade(_ path: String, _ table: String, on parent: String) -> StorageError {
    StorageError(
      code: .foreignRule,
      message: "\(path): another program's foreign key would change or take out rows of \(table) "
        + "together with those of \(parent); take it out in a copy")
  }

  /// GDAL and QGIS copy tables without what holds them together.
  static func copiedWithoutKeys(_ path: String, _ table: String) -> StorageError {
    StorageError(
      code: .foreignRule,
      message:
        "\(path): its table \(table) has lost its foreign key, as in layers that another program "
        + "exported; copy the venue file itself instead, or bring this one's layers into it with "
        + "venue import")
  }

  static func refusedByRule(_ path: String, _ text: String) -> StorageError {
    StorageError(
      code: .foreignRule,
      message:
        "\(path): a rule that another program added refuses what was to be changed (\(text)); "
        + "take it out in a copy")
  }
}
