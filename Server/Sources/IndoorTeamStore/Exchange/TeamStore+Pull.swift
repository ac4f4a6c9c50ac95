import IndoorFiles
import IndoorLibc
import IndoorModel
import IndoorStorage

extension TeamStore {
  /// What a pull did.
  public struct Pull: Sendable {
    /// The store's version.
    public let version: Int
    /// Whether the file had all of it already.
    public let hadAll: Bool
    /// Whether the file had changed too, so that it is of both now.
    public let isUnited: Bool
    /// Pages of 4,096 bytes that were fetched.
    public let pages: Int
    /// Whether the file's or the store's radio map was left behind, and one has to be built anew.
    public let leftRadioMap: Bool
  }

  /// Brings the store's version of a venue into a file, which is made where it is missing. The file
  /// is replaced at once, or stays as it is.
  ///
  /// - Parameters:
  ///   - venue: the venue's id.
  ///   - path: the file.
  ///   - preference: which side counts where both changed the same part.
  /// - Throws: `.noVenue`, `.bothChanged`, `.changedMeanwhile`; `StorageError` of the file.
  public func pull(
    _ venue: String, to path: String, preferring preference: Preference? = nil
  ) throws -> Pull {
    let name = try checked(venue)
    let before = PulledVersion.stamp(of: path)
    let base = PulledVersion.read(of: path, store: id, venue: name)
    guard let venue = try StoredVenue.find(name, connection),
      let head = try VersionRow.read(venue.number, connection)
    else { throw TeamStoreError.noVenue("\(connection.address)", name) }
    func pulled(
      hadAll: Bool = false, isUnited: Bool = false, pages: Int = 0, leftRadioMap: Bool = false
    ) throws -> Pull {
      let stamp = isUnited ? nil : PulledVersion.stamp(of: path)
      try PulledVersion(store: id, venue: name, number: head.number, stamp: stamp).write(of: path)
      return Pull(
        version: head.number, hadAll: hadAll, isUnited: isUnited, pages: pages,
        leftRadioMap: leftRadioMap)
    }
    if let base, base.number == head.number, base.stamp != nil, base.stamp == before {
      return Pull(
        version: head.number, hadAll: true, isUnited: false, pages: 0, leftRadioMap: false)
    }
    guard Self.isThere(path) else {
      let (theirs, pages) = try fetch(head, of: venue, beside: nil)
      try replace(path, with: theirs.path, unlessChangedSince: before)
      return try pulled(pages: pages)
    }
    let ours = try VenueSide(copyOf: path)
    if ours.pages.digest == head.digest { return try pulled(hadAll: true) }
    let (theirs, pages) = try fetch(head, of: venue, beside: ours)
    let pulledFrom = try base.flatMap {
      try VersionRow.read(venue.number, number: $0.number, connection)
    }
    if ours.pages.digest == pulledFrom?.digest {
      try replace(path, with: theirs.path, unlessChangedSince: before)
      return try pulled(pages: pages)
    }
    switch try unite(ours, theirs, path, head, venue, base: base?.number, preference) {
    case .ours: return try pulled(hadAll: true, isUnited: true)
    case .theirs:
      try replace(path, with: theirs.path, unlessChangedSince: before)
      return try pulled(pages: pages)
    case .both(let united, let left):
      try replace(path, with: united.path, unlessChangedSince: before)
      return try pulled(isUnited: true, pages: pages, leftRadioMap: left)
    }
  }

  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
  }

  /// A version as a file.
  func read(
    _ version: VersionRow, of venue: StoredVenue, beside ours: VenueSide?
  ) throws -> VenueSide {
    try fetch(version, of: venue, beside: ours).side
  }

  /// Pages that are asked for at once: 8 MB.
  private static let batch = 2048

  /// Puts a version together of pages that are here and those that aren't.
  private func fetch(
    _ version: VersionRow, of venue: StoredVenue, beside ours: VenueSide?
  ) throws -> (side: VenueSide, pages: Int) {
    let store = "\(connection.address)"
    guard version.pages.digest == version.digest else {
      throw TeamStoreError.damaged(
        store, "the pages of version \(version.number) of \(venue.name) aren't those it was made of"
      )
    }
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/version.gpkg"
    let here = Dictionary(
      (ours?.pages.hashes ?? []).enumerated().map { ($0.element, $0.offset) }
    ) { first, _ in first }
    let reader = try ours.map { try PageReader($0.path) }
    let output = try OutputFile(path)
    var fetched = 0
    for start in stride(from: 0, to: version.pages.hashes.count, by: Self.batch) {
      let hashes = version.pages.hashes[start...].prefix(Self.batch)
      let missing = Set(hashes.filter { here[$0] == nil })
      let pages = try pages(missing, of: venue)
      fetched += missing.count
      for hash in hashes {
        let page = try here[hash].flatMap { try reader?.page($0) } ?? pages[hash]
        guard let page, SHA256.digest(of: page) == hash else {
          throw TeamStoreError.damaged(
            store, "version \(version.number) of \(venue.name) lacks a page")
        }
        try output.write(page)
      }
    }
    try output.finish()
    do {
      return (try VenueSide(path, in: folder), fetched)
    } catch let error as StorageError where !error.isMachineFault {
      throw TeamStoreError.damaged(
        store, "version \(version.number) of \(venue.name) is no venue file that can be read")
    }
  }

  private func pages(
    _ hashes: Set<[UInt8]>, of venue: StoredVenue
  ) throws(TeamStoreError) -> [[UInt8]: [UInt8]] {
    guard !hashes.isEmpty else { return [:] }
    let rows = try connection.run(
      """
      SELECT hash, bytes FROM page
        WHERE venue = $1::int AND hash = ANY($2::bytea[]) AND length(bytes) <= \(PageList.pageSize)
      """, .int(Int32(clamping: venue.number)), .list(hashes))
    var pages: [[UInt8]: [UInt8]] = [:]
    for row in 0..<rows.count {
      if let hash = rows.bytes(row, 0) { pages[hash] = rows.bytes(row, 1) }
    }
    return pages
  }

  /// Puts a file in the place of one that nobody changed since it was looked at.
  private func replace(
    _ path: String, with source: String, unlessChangedSince stamp: String?
  ) throws {
    let reader = try PageReader(source)
    let output = try OutputFile(path, replacesVenueFile: true)
    var index = 0
    while let page = try reader.page(index) {
      try output.write(page)
      index += 1
    }
    guard PulledVersion.stamp(of: path) == stamp else {
      throw TeamStoreError.changedMeanwhile(path)
    }
    try output.finish()
  }
}
