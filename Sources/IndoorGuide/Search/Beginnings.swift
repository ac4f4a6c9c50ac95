extension SearchIndex {
  /// Whole strings of items, to be found by how they begin.
  struct Beginnings: Sendable {
    /// The strings in order, and whose they are.
    let strings: ByteStrings
    let owners: NumberLists
    /// The strings of each item, as places in that order.
    let places: NumberLists

    init(_ entries: [(string: [UInt8], item: Int)], items: Int) {
      let sorted = entries.sorted {
        $0.string == $1.string
          ? $0.item < $1.item : $0.string.lexicographicallyPrecedes($1.string)
      }
      var strings = ByteStrings()
      var pairs: [UInt64] = []
      for entry in sorted {
        if strings.count == 0 || !strings[strings.count - 1].elementsEqual(entry.string) {
          strings.append(entry.string)
        }
        pairs.append(UInt64(strings.count - 1) << 32 | UInt64(entry.item))
      }
      self.strings = strings
      owners = NumberLists(rows: strings.count, sorted: pairs)
      places = NumberLists(
        rows: items, sorted: pairs.map { $0 << 32 | $0 >> 32 }.sorted())
    }

    /// How many bytes it takes, but for a few.
    var packedCount: Int { strings.packedCount + owners.packedCount + places.packedCount }

    func pack(into packer: inout Packer) {
      strings.pack(into: &packer)
      owners.pack(into: &packer)
      places.pack(into: &packer)
    }

    init(from unpacker: inout Unpacker, items: Int) throws(Unpacker.Damaged) {
      strings = try ByteStrings(from: &unpacker)
      owners = try NumberLists(from: &unpacker, rows: strings.count, below: items)
      places = try NumberLists(from: &unpacker, rows: items, below: strings.count)
    }
  }
}
