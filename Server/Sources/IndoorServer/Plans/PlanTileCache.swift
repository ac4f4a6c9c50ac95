import HTTPTypes
import Synchronization

/// Pieces of plans' pages that were drawn lately, by what they show: so many bytes at most.
///
/// Two are drawn at a time, and of those that wait the one that was asked for last comes first: who
/// moves over a plan wants what is seen now.
actor PlanTileCache {
  /// What a piece shows.
  struct Key: Hashable, Sendable {
    var sha256: String
    var page: Int
    var zoom: Int
    var column: Int
    var row: Int
  }

  private var tiles: [Key: (bytes: [UInt8], used: Int)] = [:]
  private var size = 0
  private var clock = 0
  private var drawing = 0
  private var waiting: [CheckedContinuation<Bool, Never>] = []

  private static let mostBytes = 128 << 20
  private static let mostDrawing = 2
  private static let mostWaiting = 200

  /// A piece, drawn where it isn't there.
  ///
  /// - Throws: 503 for one that waited for too many others, and what drawing throws.
  func tile(_ key: Key, _ draw: @escaping @Sendable () throws -> [UInt8]) async throws -> [UInt8] {
    if let known = take(key) { return known }
    try await begin()
    defer { end() }
    if let known = take(key) { return known }
    let bytes = try await Blocking.run(draw)
    keep(bytes, key)
    return bytes
  }

  private func take(_ key: Key) -> [UInt8]? {
    guard let known = tiles[key] else { return nil }
    clock += 1
    tiles[key]?.used = clock
    return known.bytes
  }

  private func keep(_ bytes: [UInt8], _ key: Key) {
    clock += 1
    guard tiles[key] == nil else { return }
    tiles[key] = (bytes, clock)
    size += bytes.count
    guard size > Self.mostBytes else { return }
    for (key, tile) in tiles.sorted(by: { $0.value.used < $1.value.used }) {
      tiles[key] = nil
      size -= tile.bytes.count
      if size < Self.mostBytes / 2 { return }
    }
  }

  private func begin() async throws {
    if drawing < Self.mostDrawing {
      drawing += 1
      return
    }
    // The one that waits longest is the one that is least likely to be looked for still.
    if waiting.count >= Self.mostWaiting { waiting.removeFirst().resume(returning: false) }
    guard await withCheckedContinuation({ waiting.append($0) }) else {
      throw Refusal(
        .serviceUnavailable, .tooManyOpen, "too many pieces of plans are asked for; ask again")
    }
  }

  private func end() {
    if let next = waiting.popLast() { next.resume(returning: true) } else { drawing -= 1 }
  }
}
