extension [UInt8] {
  /// Whether a file that begins so is text in UTF-16: by its mark, or as every other byte is zero,
  /// as where Latin letters and digits are written so.
  var areUTF16: Bool {
    if starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF]) { return true }
    let some = prefix(64)
    guard some.count >= 8 else { return false }
    return [0, 1].contains { zeros in
      some.enumerated().allSatisfy { index, byte in (byte == 0) == (index % 2 == zeros) }
    }
  }
}
