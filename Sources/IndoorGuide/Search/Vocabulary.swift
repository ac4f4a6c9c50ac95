/// Numbers for distinct words, in the order they come.
struct Vocabulary {
  private var words = ByteStrings()
  private var slots = [Int32](repeating: -1, count: 1 << 12)

  mutating func number(of word: ArraySlice<UInt8>) -> Int {
    var slot = Self.hash(word) & (slots.count - 1)
    while slots[slot] >= 0 {
      if words[Int(slots[slot])].elementsEqual(word) { return Int(slots[slot]) }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(truncatingIfNeeded: words.count)
    words.append(word)
    if words.count * 2 > slots.count { grow() }
    return words.count - 1
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for number in 0..<words.count {
      var slot = Self.hash(words[number]) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(truncatingIfNeeded: number)
    }
  }

  /// The words in order, and the place there of each number; it is empty then.
  mutating func settled() -> (words: ByteStrings, places: [UInt32]) {
    slots = [Int32](repeating: -1, count: 1 << 12)
    let words = words
    self.words = ByteStrings()
    let order = words.order
    var (result, places) = (ByteStrings(), [UInt32](repeating: 0, count: order.count))
    result.reserve(like: words)
    for (place, number) in order.enumerated() {
      result.append(words[Int(number)])
      places[Int(number)] = UInt32(truncatingIfNeeded: place)
    }
    return (result, places)
  }

  /// FNV-1a, folded.
  private static func hash(_ word: ArraySlice<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in word { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 32) & .max
  }
}
