import Foundation
import IndoorGeometry
import IndoorModel

/// Checks of values on their way into the file, so that what is read back is what was saved.
enum Storable {
  /// SQLite takes a NUL for a text's end.
  static func text(_ value: String, _ what: @autoclosure () -> String) throws(Unstorable) -> String
  {
    guard !value.utf8.contains(0) else { throw Unstorable("\(what()) has a NUL character") }
    return value
  }

  static func optionalText(
    _ value: String?, _ what: @autoclosure () -> String
  ) throws(Unstorable) -> String? {
    guard let value else { return nil }
    return try text(value, what())
  }

  /// A level's number, which is read again only where a level can have it.
  static func ordinal(
    _ ordinal: Int, _ what: @autoclosure () -> String
  ) throws(Unstorable) -> Int {
    guard LevelKey.ordinals.contains(ordinal) else {
      throw Unstorable("\(what()) has a level of ordinal \(ordinal), beyond ±1000")
    }
    return ordinal
  }

  /// SQLite takes a NaN for NULL.
  static func finite(
    _ values: some Sequence<Double>, _ what: @autoclosure () -> String
  ) throws(Unstorable) {
    guard values.allSatisfy(\.isFinite) else {
      throw Unstorable("\(what()) has a number that is not finite")
    }
  }

  /// SQLite's own limit is a thousand million bytes a value.
  static func blob(
    _ bytes: [UInt8], _ what: @autoclosure () -> String
  ) throws(Unstorable) -> Data {
    try check(blob: bytes, what())
    return Data(bytes)
  }

  static func check(
    blob bytes: [UInt8], _ what: @autoclosure () -> String
  ) throws(Unstorable) {
    guard bytes.count < 1_000_000_000 else { throw Unstorable("\(what()) has over 1 GB") }
  }

  static func coordinates(
    _ values: some Sequence<Coordinate>, _ what: @autoclosure () -> String
  ) throws(Unstorable) {
    guard values.allSatisfy(\.isValid) else {
      throw Unstorable("\(what()) has a latitude beyond ±90° or a longitude beyond ±180°")
    }
  }

  /// The geometry of local places for maps to show, `nil` where there is too little of it or it
  /// lies off the globe.
  static func geometry(
    _ places: [LocalPoint], in frame: LocalFrame, _ make: ([Coordinate]) -> Geometry?
  ) -> Geometry? {
    let coordinates = places.map { frame.coordinate(from: $0) }
    guard coordinates.allSatisfy(\.isValid) else { return nil }
    return make(coordinates)
  }
}
