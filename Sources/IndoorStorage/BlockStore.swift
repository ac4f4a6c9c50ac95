import Foundation
import GRDB

/// The blocks in the file: each content once, but for a version that has it twice.
///
/// A block's key is its content's hash, or the next number after it that stands for no other
/// content and no earlier block of the same map: from the map alone it is known, whatever the file
/// has beside it.
struct BlockStore {
  private let db: Database
  private let find: Statement
  private let compare: Statement
  private let insert: Statement
  private let numbered: Statement
  private var used: Set<Int64> = []

  /// How far a key may be from its content's hash; more equal blocks than that are none of a
  /// survey.
  private static let most = 1 << 16

  init(_ db: Database) throws {
    self.db = db
    find = try db.cachedStatement(
      sql: "SELECT hash, rows FROM radio_map_blocks WHERE hash = ? ORDER BY id LIMIT 1")
    compare = try db.cachedStatement(
      sql: "SELECT rows = ? FROM radio_map_blocks WHERE hash = ? ORDER BY id LIMIT 1")
    insert = try db.cachedStatement(sql: "INSERT INTO radio_map_blocks (hash, rows) VALUES (?, ?)")
    numbered = try db.cachedStatement(sql: "SELECT hash, rows FROM radio_map_blocks WHERE id = ?")
  }

  /// The key of a block, which is stored where it isn't yet.
  mutating func key(of block: [UInt8]) throws -> Int64 {
    let hash = block.withUnsafeBytes { FNV.hash($0) }
    let data = try Storable.blob(block, "a radio map's block")
    for step in 0..<Self.most {
      let key = hash &+ Int64(step)
      guard !used.contains(key) else { continue }
      if let isEqual = try Bool.fetchOne(compare, arguments: [data, key]) {
        guard isEqual else { continue }
      } else {
        try insert.execute(arguments: [key, data])
      }
      used.insert(key)
      return key
    }
    throw Unstorable("the radio map has the same rows over \(Self.most) times")
  }

  /// The bytes of a block.
  func bytes(of reference: RadioMapContents.Reference) throws -> Data {
    let row =
      switch reference {
      case .number(let number): try Row.fetchOne(numbered, arguments: [number])
      case .key(let key): try Row.fetchOne(find, arguments: [key])
      }
    guard let row else { throw Damage("the radio map has lost a block") }
    let fields = Fields(row, of: Layer.radioMapBlocks.table)
    let key = try fields.integer(0)
    let bytes = try fields.blob(1)
    let hash = bytes.withUnsafeBytes { FNV.hash($0) }
    guard (0..<Int64(Self.most)).contains(key &- hash) else {
      throw Damage("a radio map's block has changed")
    }
    return bytes
  }
}
