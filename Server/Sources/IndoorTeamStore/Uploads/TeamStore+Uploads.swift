public import IndoorGeometry
public import IndoorModel

extension TeamStore {
  /// Recordings that were sent, and the walks that they bring.
  public struct Upload: Sendable {
    /// What was sent.
    public var bytes: [UInt8]
    /// Its SHA-256, in hexadecimal digits.
    public var sha256: String
    /// The walks, in local metres.
    public var walks: [SurveyWalk]
    /// Where the metres are counted from.
    public var origin: Coordinate

    /// Makes one.
    public init(bytes: [UInt8], sha256: String, walks: [SurveyWalk], origin: Coordinate) {
      self.bytes = bytes
      self.sha256 = sha256
      self.walks = walks
      self.origin = origin
    }

    /// Whether its walks can be kept as rows: one that hears more than 65,536 transmitters can't.
    public var fitsRows: Bool {
      walks.allSatisfy { walk in
        let readings = walk.fingerprints.reduce(0) { $0 + $1.scan.readings.count }
        if readings <= WalkText.mostTransmitters { return true }
        var known: Set<Transmitter> = []
        for fingerprint in walk.fingerprints {
          for reading in fingerprint.scan.readings { known.insert(reading.transmitter) }
        }
        return known.count <= WalkText.mostTransmitters
      }
    }
  }

  /// Keeps walks and the recordings that they came in, all of it or nothing. They are stored for
  /// good when this returns; the venue's next version has them, which `publishWaiting` makes.
  ///
  /// Those that are there already stay as they are, so that it may be done twice.
  ///
  /// - Returns: how many were new, and the fingerprints of all of them.
  /// - Throws: `.noVenue`, `.unstorable`, `.connectionLost`, `.storeFull`.
  public func add(_ upload: Upload, to name: String) throws -> (new: Int, fingerprints: Int) {
    let name = try checked(name)
    return try connection.transaction {
      guard let venue = try StoredVenue.find(name, for: .adding, connection) else {
        throw TeamStoreError.noVenue("\(connection.address)", name)
      }
      try keep(upload.bytes, upload.sha256, upload.walks.map(\.hash), of: venue)
      let table = WalkTable(connection: connection, venue: venue)
      var new = 0
      for walk in upload.walks
      where try table.add(walk, origin: upload.origin, isPublished: false) {
        new += 1
      }
      let all = upload.walks.reduce(0) { $0 + $1.fingerprints.count }
      guard new > 0 else { return (0, try fingerprints(of: upload.walks, in: venue) ?? all) }
      try VenueJob.ask(for: venue, connection)
      return (new, all)
    }
  }

  /// Fingerprints that are stored of some walks.
  private func fingerprints(
    of walks: [SurveyWalk], in venue: StoredVenue
  ) throws(TeamStoreError) -> Int? {
    try connection.run(
      "SELECT sum(fingerprints)::bigint FROM walk WHERE venue = $1::int AND hash = ANY($2::text[])",
      .int(Int32(clamping: venue.number)), .text(WalkText.list(walks.map(\.hash)))
    ).int(0, 0)
  }
}
