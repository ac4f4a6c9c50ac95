import Foundation
import GRDB
import IndoorGeometry
public import IndoorModel

extension VenueFile {
  /// The matching that was chosen for a map, where it was the last that was; `nil` too where it is
  /// damaged, as it can be chosen again.
  ///
  /// - Parameters:
  ///   - basis: the map that the choice rests on, in all that it has.
  ///   - format: the way of choosing, as it was kept.
  public func matchingChoice(for basis: RadioMap, format: Int) throws(StorageError)
    -> MatchingChoice?
  {
    try read { db in
      let row = try Row.fetchOne(
        db, sql: "SELECT choice FROM matching_choices WHERE id = 1 AND basis = ?",
        arguments: [MatchingChoiceBlob.hash(of: basis, format: format)])
      guard let row else { return nil }
      do {
        return try Fields(row, of: Layer.matchingChoices.table).blob(0).withUnsafeBytes {
          try MatchingChoiceBlob.decode($0)
        }
      } catch is Damage {
        return nil
      }
    }
  }

  /// Keeps the matching that was chosen for a map instead of the one before.
  public func keep(
    _ choice: MatchingChoice, for basis: RadioMap, format: Int
  ) throws(StorageError) {
    try write { db, time in
      try db.execute(
        sql: "INSERT OR REPLACE INTO matching_choices (id, basis, choice) VALUES (1, ?, ?)",
        arguments: [
          MatchingChoiceBlob.hash(of: basis, format: format),
          try Storable.blob(MatchingChoiceBlob.encode(choice), "the matching"),
        ])
      try GeoPackageTables.touch(.matchingChoices, at: time, in: db)
    }
  }
}
