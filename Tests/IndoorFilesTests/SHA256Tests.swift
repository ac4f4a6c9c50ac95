import IndoorFiles
import Testing

@Suite struct SHA256Tests {
  /// NIST's examples: FIPS 180-4's companion "SHA-256", and the empty message.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func `messages have the digests that NIST gives`(_ message: String, _ digest: String) {
    #expect(SHA256.hexadecimal(SHA256.digest(of: Array(message.utf8))) == digest)
  }

  @Test func `pieces of any size have the digest of the whole`() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let whole = SHA256.digest(of: bytes)
    for size in [1, 7, 63, 64, 65, 128, 999] {
      var hash = SHA256()
      for start in stride(from: 0, to: bytes.count, by: size) {
        hash.update(Array(bytes[start..<min(bytes.count, start + size)]))
      }
      #expect(hash.digest() == whole, "\(size)")
    }
  }
}
