public import IndoorModel

extension Guide {
  /// What is stored beside collections so that opening them takes no time: what lists show, and
  /// what things are found by.
  ///
  /// - Parameter contents: all collections of a venue file, in their order.
  public static func prepared(_ contents: [GuideContent]) -> [PreparedGuidePart: [UInt8]] {
    let entries = Self.entries(of: contents)
    let lists = PreparedLists.pack(contents, entries)
    let stamp = PreparedLists.stamp(of: lists)
    let parts = contents.map { GuidePart($0, language: nil) }
    let index = SearchIndex(
      entries.lazy.map { parts[$0.part].searched(contents[$0.part].items[$0.item].key) })
    return [.lists: lists, .search: PreparedSearch.pack(index, stamp: stamp)]
  }
}

/// What lists show of collections, as it was prepared: items that are shown, in order, their
/// titles, groups, codes, rules and tours. Their other texts and media are read when they are asked
/// for.
struct PreparedLists {
  let contents: [GuideContent]
  let entries: [Guide.Entry]
  let stamp: UInt64

  /// Names the layout and the words that search finds things by; another one is prepared anew.
  private static let version: UInt64 = 0x4755_4944_4500_0004

  /// Names these lists in what is prepared for searching them.
  static func stamp(of lists: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    lists.withUnsafeBytes { bytes in
      for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
        hash = (hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        hash = (hash ^ hash >> 29) &* 0x100_0000_01B3
      }
    }
    return hash ^ UInt64(lists.count)
  }

  static func pack(_ contents: [GuideContent], _ entries: [Guide.Entry]) -> [UInt8] {
    var packer = Packer()
    packer.fixed(version)
    // Items stand in the order of the sources, hidden ones left out.
    let shown = entries.sorted { $0.position < $1.position }
    packer.list(Array(contents.enumerated())) { packer, value in
      let items = shown.filter { $0.part == value.offset }.map { value.element.items[$0.item] }
      packer.put(value.element, items: items)
    }
    packer.numbers(entries.map { UInt32(truncatingIfNeeded: $0.position) })
    return packer.data
  }

  /// Reads what `pack` made; `nil` for anything else.
  init?(_ bytes: [UInt8]) {
    let read = bytes.withUnsafeBytes { bytes -> ([GuideContent], [Guide.Entry])? in
      var unpacker = Unpacker(bytes)
      do throws(Unpacker.Damaged) {
        guard try unpacker.fixed() == Self.version else { return nil }
        let contents = try unpacker.list { unpacker throws(Unpacker.Damaged) in
          try unpacker.content()
        }
        let order = try unpacker.numbers()
        guard unpacker.isAtEnd else { return nil }
        return Self.entries(contents, order).map { (contents, $0) }
      } catch {
        return nil
      }
    }
    guard let read else { return nil }
    (contents, entries) = read
    stamp = Self.stamp(of: bytes)
  }

  private static func entries(_ contents: [GuideContent], _ order: [UInt32]) -> [Guide.Entry]? {
    var inSource: [Guide.Entry] = []
    for (part, content) in contents.enumerated() {
      for item in content.items.indices {
        inSource.append(Guide.Entry(part: part, item: item, position: inSource.count))
      }
    }
    var isTaken = [Bool](repeating: false, count: inSource.count)
    for place in order {
      guard Int(place) < isTaken.count, !isTaken[Int(place)] else { return nil }
      isTaken[Int(place)] = true
    }
    return order.count == inSource.count ? order.map { inSource[Int($0)] } : nil
  }
}

/// What things are found by, as it was prepared.
enum PreparedSearch {
  static func pack(_ index: SearchIndex, stamp: UInt64) -> [UInt8] {
    var packer = Packer()
    packer.fixed(stamp)
    index.pack(into: &packer)
    return packer.data
  }

  /// The index, `nil` where the bytes are none of these lists.
  static func index(in bytes: [UInt8], stamp: UInt64, items: Int) -> SearchIndex? {
    bytes.withUnsafeBytes { bytes in
      var unpacker = Unpacker(bytes)
      guard (try? unpacker.fixed()) == stamp, let index = try? SearchIndex(from: &unpacker),
        unpacker.isAtEnd, index.count == items
      else { return nil }
      return index
    }
  }
}
