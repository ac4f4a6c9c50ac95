import IndoorModel
import IndoorStorage

extension TeamStore {
  /// What a push did.
  public struct Push: Sendable {
    /// The store's version now.
    public let version: Int
    /// Whether the store had all of the file already.
    public let hadAll: Bool
    /// Whether the store had changed too, so that its version is one of both.
    public let isUnited: Bool
    /// Walks that were new to the store.
    public let walks: Int
    /// Pages of 4,096 bytes that were sent.
    public let pages: Int
    /// Whether the file's or the store's radio map was left behind, and one has to be built anew.
    public let leftRadioMap: Bool
  }

  /// Brings a venue file's changes into the store: all of them or nothing. The file stays as it is.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - venue: the venue's id in the store.
  ///   - preference: which side counts where both changed the same part.
  ///   - name: who does it.
  /// - Throws: `.bothChanged`, `.connectionLost`; `StorageError` of the file.
  public func push(
    _ path: String, as venue: String, preferring preference: Preference? = nil, by name: String
  ) throws -> Push {
    let venue = try checked(venue)
    let stamp = PulledVersion.stamp(of: path)
    let ours = try VenueSide(copyOf: path)
    guard try ours.file.hasVenue() else {
      throw TeamStoreError(
        .badVenue, "\(path): the file has no venue yet; import one first, or align a plan")
    }
    let base = PulledVersion.read(of: path, store: id, venue: venue)
    let (push, isFile) = try connection.transaction {
      try publish(ours, path, venue, base?.number, preference, name)
    }
    // A file that is only part of the new version still comes from the one it was pulled from.
    if isFile {
      try PulledVersion(store: id, venue: venue, number: push.version, stamp: stamp).write(of: path)
    }
    return push
  }

  /// Publishes a file within a transaction, united with what others published since its base.
  func publish(
    _ ours: VenueSide, _ path: String, _ name: String, _ base: Int?, _ preference: Preference?,
    _ by: String
  ) throws -> (push: Push, isFile: Bool) {
    try connection.run(
      """
      INSERT INTO venue (name, title, latitude, longitude) VALUES ($1, $1, 0, 0)
        ON CONFLICT DO NOTHING
      """, .text(name))
    guard let venue = try StoredVenue.find(name, for: .publishing, connection) else {
      throw TeamStoreError.damaged("\(connection.address)", "a venue that was made is missing")
    }
    let head = try VersionRow.read(venue.number, connection)
    func nothing(_ head: VersionRow) -> Push {
      Push(
        version: head.number, hadAll: true, isUnited: false, walks: 0, pages: 0,
        leftRadioMap: false)
    }
    if let head, head.digest == ours.pages.digest { return (nothing(head), true) }
    var side = ours
    var (isUnited, leftRadioMap) = (false, false)
    if let head, head.number != base {
      let theirs = try read(head, of: venue, beside: ours)
      switch try unite(ours, theirs, path, head, venue, base: base, preference) {
      case .theirs: return (nothing(head), false)
      case .ours: break
      case .both(let united, let left): (side, isUnited, leftRadioMap) = (united, true, left)
      }
    }
    let published = try PublishVersion(
      connection: connection, venue: venue, side: side, known: ours.walks, head: head, by: by
    ).run()
    return (
      Push(
        version: published.number, hadAll: false, isUnited: isUnited, walks: published.walks,
        pages: published.pages, leftRadioMap: leftRadioMap), !isUnited
    )
  }

  /// The file's and the store's side as one.
  func unite(
    _ ours: VenueSide, _ theirs: VenueSide, _ path: String, _ head: VersionRow,
    _ venue: StoredVenue, base: Int?, _ preference: Preference?
  ) throws -> UniteVenues.Result {
    let since = try VersionRow.parts(of: venue.number, since: base ?? 0, connection)
    let before = try base.flatMap { try VersionRow.read(venue.number, number: $0, connection) }
    return try UniteVenues(
      ours: ours, theirs: theirs, base: before?.parts ?? [:], since: since, preference: preference,
      names: (path, head, venue.name)
    ).run()
  }
}
