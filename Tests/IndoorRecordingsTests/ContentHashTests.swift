import Testing

import IndoorRecordings

@Suite struct ContentHashTests {
  /// Answers of xxHash's own reference implementation.
  @Test(
    arguments: [
      ("", 0xEF46_DB37_51D8_E999), ("abc", 0x44BC_2CF5_AD77_0999),
      ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
    ] as [(String, UInt64)])
  func `the hash is XXH64`(text: String, hash: UInt64) {
    Array(text.utf8).withUnsafeBytes { #expect(ContentHash.xxh64($0, seed: 0) == hash) }
  }

  @Test(arguments: ["a\nb\n", "a\r\nb\r\n", "a\nb", "a\r\nb", "a\nb\r\n", "a\r\r\nb\r\r\n"])
  func `a text is the same with any line ends`(text: String) {
    let bytes = Array(text.utf8)
    let hash = ContentHash.ofText(bytes) ?? ContentHash.hexadecimal(bytes)
    #expect(hash == ContentHash.hexadecimal(Array("a\nb\n".utf8)))
  }

  @Test(arguments: ["a\n\nb\n", "a\nb\n\n", "a\rb\n", "ab\n", ""])
  func `another text is another`(text: String) {
    let bytes = Array(text.utf8)
    let hash = ContentHash.ofText(bytes) ?? ContentHash.hexadecimal(bytes)
    #expect(hash != ContentHash.hexadecimal(Array("a\nb\n".utf8)))
  }

  @Test func `another seed gives the other half`() {
    let name = ContentHash.hexadecimal(Array("abc".utf8))
    #expect(name.count == 32)
    #expect(name.hasPrefix("44bc2cf5ad770999"))
    #expect(!name.hasSuffix("44bc2cf5ad770999"))
  }
}
