import IndoorModel
import IndoorPositioning
import IndoorRecordings

/// Finds files that have nothing in common with a radio map, or no networks or no beacons of its.
struct StrangeTransmitters: Sendable {
  /// How many transmitters of a kind a file and the map have at least where those in common are
  /// looked for: a phone hears a few of anybody's.
  private static let least = 10

  /// What a survey names transmitters of; addresses of Bluetooth are mostly passing phones'.
  private enum Kind: CaseIterable {
    case wifi, beacon

    init?(_ transmitter: Transmitter) {
      switch transmitter {
      case .wifi: self = .wifi
      case .beacon: self = .beacon
      case .bluetooth, .column: return nil
      }
    }

    var noun: String { self == .wifi ? "network" : "beacon" }
  }

  private let known: Set<Transmitter>
  private let some: [Transmitter]
  /// Two of the map's of each kind that it has enough of.
  private let someOfKind: [Kind: [Transmitter]]
  private var strange: [Transmitter] = []
  /// Those of each kind that are none of the map's, until one is.
  private var strangeOfKind: [Kind: [Transmitter]]
  private var isKnown = false

  init(_ map: RadioMap) {
    known = Set(map.transmitters)
    some = Array(map.transmitters.prefix(2))
    var kinds: [Kind: [Transmitter]] = [:]
    for kind in Kind.allCases {
      let own = map.transmitters.lazy.filter { Kind($0) == kind }.prefix(Self.least)
      if own.count == Self.least { kinds[kind] = Array(own.prefix(2)) }
    }
    someOfKind = kinds
    strangeOfKind = kinds.mapValues { _ in [] }
  }

  /// Takes the scans of a file's recording.
  mutating func take(_ recording: Recording) {
    for case .scan(let scan) in recording.observations where !isKnown || !strangeOfKind.isEmpty {
      for reading in scan.readings { take(reading.transmitter) }
    }
  }

  private mutating func take(_ transmitter: Transmitter) {
    let kind = Kind(transmitter)
    let ofKind = kind.flatMap { strangeOfKind[$0] }
    guard !isKnown || ofKind != nil else { return }
    guard !known.contains(transmitter) else {
      isKnown = true
      if let kind { strangeOfKind[kind] = nil }
      return
    }
    if !isKnown, strange.count < 2, !strange.contains(transmitter) { strange.append(transmitter) }
    if let kind, let ofKind, ofKind.count < Self.least, !ofKind.contains(transmitter) {
      strangeOfKind[kind] = ofKind + [transmitter]
    }
  }

  /// Begins with another file, and gives what is to be said of the one before.
  mutating func finish(_ path: String) -> AuthoringWarning? {
    defer { (strange, isKnown, strangeOfKind) = ([], false, someOfKind.mapValues { _ in [] }) }
    guard !isKnown else { return oneKind(path) }
    guard !strange.isEmpty else { return nil }
    guard !some.isEmpty else {
      return AuthoringWarning(
        .strangeTransmitters,
        "\(path): nothing in it can be located, as the radio map has no transmitter but those that are "
          + "forgotten; hear some again, or go back to a version before")
    }
    return AuthoringWarning(
      .strangeTransmitters,
      "\(path): has no transmitter of the radio map's (\(Self.names(strange)) where the map has \(Self.names(some))), so "
        + "that nothing in it can be located; call them as the survey does, or survey with them")
  }

  /// That all of a kind are strangers, and others aren't.
  private func oneKind(_ path: String) -> AuthoringWarning? {
    let kinds = Kind.allCases.filter { strangeOfKind[$0]?.count ?? 0 >= Self.least }
    guard let first = kinds.first, let heard = strangeOfKind[first], let mapped = someOfKind[first]
    else { return nil }
    return AuthoringWarning(
      .strangeTransmitters,
      "\(path): has no \(kinds.map(\.noun).joined(separator: " and no ")) of the radio map's "
        + "(\(Self.names(heard)) where the map has \(Self.names(mapped))), so that the rest alone is of "
        + "use; call them as the survey does, or survey with them")
  }

  private static func names(_ some: [Transmitter]) -> String {
    some.prefix(2).map(\.description).joined(separator: ", ") + (some.count > 1 ? ", …" : "")
  }
}
