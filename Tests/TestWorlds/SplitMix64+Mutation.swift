package import IndoorGeometry

extension SplitMix64 {
  /// Bytes with some replaced, cut out, doubled or cut off.
  package mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    let telling = Array("\t\n\r,-.eE:09\"{}[]\u{0}#_".utf8) + [0xFF, 0xC3]
    for _ in 0..<Int.random(in: 1...8, using: &self) where !result.isEmpty {
      let at = Int.random(in: 0..<result.count, using: &self)
      switch Int.random(in: 0..<5, using: &self) {
      case 0: result[at] = telling.randomElement(using: &self) ?? 0
      case 1: result[at] = UInt8.random(in: 0...255, using: &self)
      case 2: result.removeSubrange(at..<min(result.count, at + 20))
      case 3: result.insert(contentsOf: result[at..<min(result.count, at + 40)], at: at)
      default: if Bool.random(using: &self) { result.removeSubrange(at...) }
      }
    }
    return result
  }
}
