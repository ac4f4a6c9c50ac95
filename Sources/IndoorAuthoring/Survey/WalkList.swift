import Foundation
import IndoorJSON
import IndoorModel
import IndoorReport
public import IndoorStorage

/// Walks of a venue file, for people and for machines.
public struct WalkList: Sendable {
  /// The walks, in the file's order.
  public private(set) var walks: [StoredWalk]
  /// What was done to them after their import, in order; empty where that wasn't asked for.
  public let changes: [WalkChange]
  private let venue: Venue?
  /// By hash, as much of its beginning as no other walk of the file has.
  private let ids: [String: String]
  private let showsChanges: Bool
  private let changesByHash: [String: [WalkChange]]

  init(
    _ walks: [StoredWalk], of all: [StoredWalk], venue: Venue?, changes: [WalkChange]? = nil
  ) {
    self.walks = walks
    self.venue = venue
    let hashes = Set(walks.map(\.hash))
    self.changes = (changes ?? []).filter { hashes.contains($0.hash) }
    showsChanges = changes != nil
    changesByHash = Dictionary(grouping: self.changes, by: \.hash)
    ids = Self.ids(of: all)
  }

  /// Eight digits of each hash, or more where two begin alike.
  private static func ids(of all: [StoredWalk]) -> [String: String] {
    let sorted = all.map(\.hash).sorted()
    var ids: [String: String] = [:]
    for (index, hash) in sorted.enumerated() {
      let neighbours = [index - 1, index + 1].filter { sorted.indices.contains($0) }
      let shared = neighbours.map { sorted[$0].commonPrefix(with: hash).count }.max() ?? 0
      ids[hash] = String(hash.prefix(max(8, shared + 1)))
    }
    return ids
  }

  /// A part of the walks: those behind one of them, so many at most.
  ///
  /// - Parameters:
  ///   - hash: the walk that they follow on; without it they are the first.
  ///   - limit: how many at most.
  ///   - isWithRemoved: whether those count that were removed; the one that is named may be such.
  /// - Returns: them, and whether there are more; `nil` where there is no walk of that hash.
  public func page(
    after hash: String?, limit: Int, isWithRemoved: Bool
  ) -> (list: WalkList, hasMore: Bool)? {
    var rest = walks[...]
    if let hash {
      guard let index = walks.firstIndex(where: { $0.hash == hash }) else { return nil }
      rest = walks[(index + 1)...]
    }
    let found = rest.filter { isWithRemoved || $0.removal == nil }
    var page = self
    page.walks = Array(found.prefix(limit))
    return (page, found.count > limit)
  }

  // MARK: For people

  /// A line a walk, and what was done to it below.
  package var text: String {
    guard !walks.isEmpty else {
      return ids.isEmpty
        ? "no walks" : "no walks but \(ids.count) that \(ids.count == 1 ? "is" : "are") removed"
    }
    let titles = venue.map(LevelTitles.init)
    let rows = walks.map { walk in
      [
        ids[walk.hash] ?? walk.hash, walk.recording, walk.device ?? "–", walk.surveyor ?? "–",
        walk.times.map { Self.minute(of: $0.lowerBound) } ?? "–",
        "\(walk.placed)\(walk.unplaced.map { "/\($0 + walk.placed)" } ?? "")",
        walk.levels.map { titles?.title(of: $0) ?? "level \($0.ordinal)" }.joined(separator: ", "),
      ]
    }
    let head = ["id", "recording", "device", "surveyor", "from (UTC)", "placed", "levels"]
    let widths = head.indices.map { column in
      ([head] + rows).map { $0[column].count }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return padded.joined(separator: "  ").trimmingCharacters(in: .whitespaces)
    }
    var lines = [line(head)]
    for (walk, row) in zip(walks, rows) {
      lines.append(line(row))
      if showsChanges {
        lines += (changesByHash[walk.hash] ?? []).map { "  \(Self.sentence($0))" }
      } else if let removal = walk.removal {
        lines.append("  removed \(removal.time) by \(removal.by)")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func sentence(_ change: WalkChange) -> String {
    let names = change.names.map { " from \($0.old) to \($0.new)" } ?? ""
    return "\(change.kind.rawValue)\(names) \(change.time) by \(change.by)"
  }

  /// `2019-11-24 05:15`.
  private static func minute(of time: Timestamp) -> String {
    String(UTCTime.text(time).dropLast(":22.274Z".count)).replacing("T", with: " ")
  }

  // MARK: For machines

  /// The walks as JSON; `id` is the beginning of the hash that names the walk.
  public var json: String {
    JSONOutput.object([("walks", .array(walks.map(output)))]).text(pretty: true)
  }

  private func output(_ walk: StoredWalk) -> JSONOutput {
    func text(_ value: String?) -> JSONOutput { value.map { .string($0) } ?? .null }
    func time(_ value: Timestamp?) -> JSONOutput {
      text(value.map(UTCTime.text))
    }
    var members: [(String, JSONOutput)] = [
      ("id", .string(ids[walk.hash] ?? walk.hash)), ("hash", .string(walk.hash)),
      ("recording", .string(walk.recording)), ("device", text(walk.device)),
      ("surveyor", text(walk.surveyor)), ("from", time(walk.times?.lowerBound)),
      ("to", time(walk.times?.upperBound)),
      ("scans", .integer(Int64(walk.placed + (walk.unplaced ?? 0)))),
      ("placed", .integer(Int64(walk.placed))),
      (
        "levels",
        .array(
          walk.levels.map { key in
            .object([
              ("building", .string(key.building)), ("ordinal", .integer(Int64(key.ordinal))),
              ("label", text(venue?.level(key)?.label)),
            ])
          })
      ),
      (
        "removed",
        walk.removal.map {
          .object([("at", .string($0.time)), ("by", .string($0.by))])
        } ?? .null
      ),
    ]
    if showsChanges {
      members.append(
        (
          "journal",
          .array(
            (changesByHash[walk.hash] ?? []).map {
              .object([
                ("at", .string($0.time)), ("by", .string($0.by)),
                ("change", .string($0.kind.rawValue)), ("from", text($0.names?.old)),
                ("to", text($0.names?.new)),
              ])
            })
        ))
    }
    return .object(members)
  }
}
