/// Files of other programs that survey radio or make guides, and that nothing here reads: told by
/// how they begin.
package enum ForeignProgram: String, CaseIterable {
  case airodump = "a table of airodump-ng"
  case netXML = "a netxml log of Kismet or airodump-ng"
  case kismet = "a database of Kismet"
  case ekahau = "a project of Ekahau"
  case tourML = "a tour in TourML"

  /// Names of entries that Ekahau's projects alone have.
  private static let parts = [
    "accessPoints.json", "accessPointMeasurements.json", "floorPlans.json",
  ]

  /// The program whose file begins so; `nil` for all others.
  ///
  /// - Parameters:
  ///   - opening: the file's first bytes.
  ///   - name: its name, whose ending tells Ekahau's zips.
  package init?(_ opening: some Collection<UInt8>, name: String) {
    let bytes = opening.prefix(ForeignKind.openingCount)
    let start = bytes.drop { " \r\n\t\u{FEFF}".utf8.contains($0) }
    func has(_ text: String) -> Bool { bytes.firstRange(of: Array(text.utf8)) != nil }
    if start.starts(with: "BSSID, First time seen, Last time seen, channel".utf8) {
      self = .airodump
    } else if start.first == UInt8(ascii: "<"), has("<detection-run") {
      self = .netXML
    } else if start.first == UInt8(ascii: "<"), has("<tourml:") || has("<TourSet") {
      self = .tourML
    } else if bytes.starts(with: "SQLite format 3\0".utf8), has("tableKISMETKISMET") {
      // A row of SQLite's schema: kind, name and table.
      self = .kismet
    } else if bytes.starts(with: "PK\u{3}\u{4}".utf8),
      name.lowercased().hasSuffix(".esx") || Self.parts.contains(where: has)
    {
      self = .ekahau
    } else {
      return nil
    }
  }

  /// What the file is and lacks as a recording, and what to do instead.
  package var noRecording: String {
    switch self {
    case .airodump, .netXML, .kismet:
      "is \(rawValue), which has no marks that say where on a plan it was measured; walk with an app that "
        + "sets marks, or write a table as CSV: a row for each place with x, y, level and a column for "
        + "each transmitter"
    case .ekahau:
      "is \(rawValue), which isn't read, and whose places are pixels of its own plans; write a table as "
        + "CSV: a row for each place with x, y, level and a column for each transmitter"
    case .tourML: "is \(rawValue), and no recording; name what was measured on a walk"
    }
  }

  /// What the file is where a guide is asked for, and what to do instead.
  package var noGuide: (what: String, remedy: String) {
    switch self {
    case .airodump, .netXML, .kismet, .ekahau:
      ("is \(rawValue), and no guide", "name a file of works or places")
    case .tourML:
      (
        "is \(rawValue), which isn't read",
        "write tables of it as CSV: items.csv for what its stops show, tours.csv, stops.csv and media.csv"
      )
    }
  }
}
