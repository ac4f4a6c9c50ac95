import IndoorGuide
import Testing

/// Opening hours beside another program that reads them.
struct OpeningHoursTests {
  /// Of 30,000 moments, 37 minutes apart from the 7th minute of 2026 on, how many are within, and
  /// FNV-1a of a byte for each, 1 within and 0 without, as `opening-hours-py` 1.1 (in Rust, by
  /// OpenStreetMap's specification) has them.
  private static let known: [(hours: String, count: Int, hash: UInt64)] = [
    (
      "Mo-We,Fr 10:30-17:00; Th 10:30-20:00; Dec 25 off", 6337,
      0x1E7D_A8E2_7F6B_BAFA
    ),
    (
      "Tu-Su 10:00-17:00; Th 10:00-20:00; Dec 24-26,Jan 1 off", 7933,
      0x73ED_BA6B_7EFB_20D6
    ),
    (
      "24/7", 30_000,
      0xAF03_5675_8CB5_B015
    ),
    (
      "Mo-Fr 09:00-12:00,13:00-18:00; Sa 10:00-14:00", 7861,
      0xC4EB_5582_F69A_EBAA
    ),
    (
      "Fr-Mo 18:00-02:00", 5708,
      0x7D50_22AB_E410_9E95
    ),
    (
      "Apr-Oct 11:00-16:00; Nov-Mar Sa,Su 12:00-15:00", 3940,
      0xB89F_A3A4_D267_F81D
    ),
    (
      "Dec 20-Jan 6 10:00-14:00", 273,
      0xF257_2F0B_5FED_DC3E
    ),
    (
      "10:00-18:00; Feb 29 off", 10_002,
      0x3D3B_1D67_047D_8323
    ),
    (
      "Sa", 4281,
      0xA774_6550_6A5E_D72A
    ),
    (
      "Nov-Feb off", 0,
      0xB7C0_CA46_AF74_7AE5
    ),
    (
      "Mo-Tu,Th-Su 22:00-26:00", 4279,
      0x975E_C138_C83D_3668
    ),
    (
      "Jan-Mar,May Mo 08:00-09:30", 101,
      0x1868_820B_5F5D_3DA8
    ),
    (
      "Mar 15-Oct 3 Th-Tu 10:15-17:45", 4231,
      0x1F35_27D3_0D70_BE94
    ),
    (
      "Mo-Fr 00:00-24:00; May 1,Oct 3 closed", 21_400,
      0x95BD_EAAF_A976_B7FD
    ),
    (
      "We 11:00-11:30; Sa,Su 14:00-15:00", 445,
      0xC205_EE2D_50DB_A418
    ),
  ]

  @Test(arguments: known.indices) func `hours are open when another program has them open`(
    index: Int
  ) throws {
    let (text, count, hash) = Self.known[index]
    let hours = try #require(OpeningHours(text))
    // 1 January 2026, by the clock of the place.
    let start = 20_454.0 * 86_400
    let isOpen = (0..<30_000).map { hours.isOpen(at: start + Double(7 + 37 * $0) * 60) }
    let found = isOpen.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ ($1 ? 1 : 0)) &* 0x100_0000_01B3
    }
    #expect(isOpen.count { $0 } == count && found == hash, "\(text): \(isOpen.count { $0 })")
  }

  @Test(arguments: [
    "", " ", ";", "by appointment", "Mo-Fr", "mo-fr 9:00-12:00;", "Mo 10:00", "10:00-",
    "Mo- 10:00-12:00",
    "PH off", "sunrise-sunset", "Mo 10:00-12:00,Sa", "2026 Dec 25 off", "Dec 32 off", "Feb 30 off",
    "Dec 24-Jan off", "10:60-12:00", "10:00-49:00", "25:00-26:00", "Mo 10:00-12:00;; Tu off",
    "Jan-Mar, off", "10:00+", "Mo-Fr 10:00-12:00 open", "Moo 10:00-12:00", "24/7 off",
  ])
  func `what isn't known of the grammar is no opening hours`(text: String) {
    let isKnown = ["Mo-Fr", "mo-fr 9:00-12:00;"].contains(text)
    #expect((OpeningHours(text) != nil) == isKnown, "\(text)")
  }

  /// What no rule says is closed; that it is closed for good is `off` or `closed` alone.
  @Test(arguments: [
    ("Sa off", true), ("Sa,Su closed; Dec 25 off", true), ("off", false), ("closed", false),
    ("24/7; Sa off", false), ("Sa off; Mo 9:00-17:00", false), ("Mo-Fr", false),
  ])
  func `hours that say only when it is closed never open`(text: String, never: Bool) throws {
    #expect(try #require(OpeningHours(text)).openNever == never)
  }

  @Test func `endless hours are no opening hours`() {
    #expect(OpeningHours(String(repeating: "Mo off; ", count: 100_000)) == nil)
    #expect(OpeningHours(String(repeating: "Mo off; ", count: 100)) != nil)
  }
}
