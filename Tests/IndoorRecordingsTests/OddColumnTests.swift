import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

/// Columns of tables that are told by what the table itself says.
@Suite struct OddColumnTests {
  private static let addresses = (0..<4).map { "06:74:9c:2e:9e:0\($0)" }

  /// A table of twelve rows whose transmitters are heard with other strengths in each, and columns
  /// besides with what stands in each row.
  private func reads(
    _ names: [String] = addresses, beside others: [(name: String, value: (Int) -> String)]
  ) throws -> [ReadRecording] {
    let rows = (0..<12).map { row in
      let strengths = names.indices.map { "-\(45 + (row * 7 + $0 * 13) % 40)" }
      return (["\(row)", "1", "0"] + strengths + others.map { $0.value(row) }).joined(
        separator: ",")
    }
    let header = (["x", "y", "level"] + names + others.map(\.name)).joined(separator: ",")
    return try read(header + "\n" + rows.joined(separator: "\n") + "\n", "t.csv")
  }

  private func told(_ reads: [ReadRecording]) -> [RecordingWarning] {
    reads.flatMap(\.warnings).filter {
      [.columnOfNoTransmitter, .doubtfulColumn].contains($0.code)
    }
  }

  private func transmitters(_ reads: [ReadRecording]) -> Set<Transmitter> {
    Set(reads.flatMap { $0.recording.scans.flatMap(\.readings).map(\.transmitter) })
  }

  @Test(arguments: [
    ("temp_C", "21.0 21.5 22.0", "has 21.0, which is no strength in dBm"),
    ("temp_C", "-2.5 1.5 2.5", "has 1.5, which is no strength in dBm"),
    ("utm_zone", "32", "has 32 in every row, which is no strength in dBm"),
    ("Akku", "87 86 85", "has 87, which is no strength in dBm"),
    ("count", "0 1 2", "has 1, which is no strength in dBm"),
    ("count", "0 -1", "has over -20 dBm in every row"),
    ("offset", "-61", "has -61 in every row"),
  ])
  func `among addresses a column of another name that has no strengths is passed over and told`(
    name: String, values: String, words: String
  ) throws {
    let values = values.split(separator: " ")
    let reads = try reads(beside: [(name, { String(values[$0 % values.count]) })])
    #expect(reads.count == 12 && reads.allSatisfy { $0.skipped.isEmpty })
    #expect(transmitters(reads) == Set(Self.addresses.compactMap { Transmitter(wifi: $0) }))
    let told = told(reads)
    #expect(told.map(\.code) == [.columnOfNoTransmitter])
    #expect(
      told.first?.message.hasSuffix(
        "t.csv:1: column \"\(name)\" is called by no address, as most are, and \(words), so it is taken "
          + "for no transmitter and passed over; take the column out") == true,
      "\(told.first?.message ?? "")")
  }

  @Test func `among addresses columns of other names that may be strengths are kept and told`()
    throws
  {
    let reads = try reads(beside: [
      ("Sonde [dB]", { "-\(50 + $0)" }), ("Cafe", { $0 % 2 == 0 ? "127" : "-60" }),
    ])
    #expect(transmitters(reads).count == 6)
    let told = told(reads)
    #expect(told.map(\.code) == [.doubtfulColumn])
    #expect(
      told.first?.message.hasSuffix(
        "t.csv:1: columns \"Sonde [dB]\", \"Cafe\" are called by no addresses, as most are, and are taken for "
          + "transmitters all the same; take out what is none") == true,
      "\(told.first?.message ?? "")")
  }

  @Test func `columns that are like each other, and beacons by their UUID, are told nowhere`()
    throws
  {
    let reads = try reads(beside: [
      ("AP-1", { "-\(50 + $0)" }), ("AP-2", { "-\(60 + $0)" }),
      ("fda50693-a4e2-4fb1-afcf-c6eb07647825_10065_1", { "-\(70 + $0)" }),
    ])
    #expect(transmitters(reads).count == 7)
    #expect(told(reads).isEmpty)
  }

  @Test(arguments: [
    ("noise_floor", "1 2"), ("gps_lon", "11.5 11.6 11.7"),
    ("GPS Lat (deg)", "-0.12 -0.13"),
    ("accuracy", "3 4 5"), ("Speed", "0.0 1.2"), ("battery_level", "87 86"), ("acc_x", "0.1 -9.8"),
    ("angle", "0 90 180 270"), ("Direction (deg)", "0 90 180 270"),
  ])
  func `among names a column that is called as what is measured beside strengths is passed over`(
    name: String, values: String
  ) throws {
    let values = values.split(separator: " ")
    let reads = try reads(
      ["AP-Lobby", "Cafe", "Buero"], beside: [(name, { String(values[$0 % values.count]) })])
    #expect(reads.count == 12 && reads.allSatisfy { $0.skipped.isEmpty })
    #expect(transmitters(reads) == [.column("AP-Lobby"), .column("Cafe"), .column("Buero")])
    let told = told(reads)
    #expect(told.map(\.code) == [.columnOfNoTransmitter])
    #expect(
      told.first?.message.contains(
        "column \"\(name)\" is called as what is measured beside strengths, and has ") == true,
      "\(told.first?.message ?? "")")
  }

  @Test func `among names those that may be strengths all the same are kept and told at once`()
    throws
  {
    let reads = try reads(
      ["AP-Lobby", "Cafe"],
      beside: [
        ("noise_floor", { _ in "-95" }), ("gps_lon", { "-73.98\($0)" }),
        ("Pitch", { $0 < 9 ? "-7\($0)" : "-\(120 + $0)" }),
      ])
    #expect(transmitters(reads).count == 5)
    let told = told(reads)
    #expect(told.map(\.code) == [.doubtfulColumn])
    #expect(
      told.first?.message.hasSuffix(
        "t.csv:1: columns \"noise_floor\", \"gps_lon\", \"Pitch\" are called as what is measured beside strengths, and are "
          + "taken for transmitters all the same; take out what is none") == true,
      "\(told.first?.message ?? "")")
  }

  /// As tables of features have them, beside what they were worked out of.
  @Test(arguments: ["mean_rssi", "RSSI max", "Max-Planck signal", "median"])
  func `what was worked out of a row's strengths is told`(name: String) throws {
    let reads = try reads(["AP-Lobby", "Cafe"], beside: [(name, { "-6\($0 % 10)" })])
    let isWords = !name.contains("Planck")
    #expect(told(reads).map(\.code) == (isWords ? [.doubtfulColumn] : []))
  }

  @Test(arguments: [
    ("AP-Lobby_noise", true), ("AP-Lobby freq", true), ("Cafe.SNR", true),
    ("Cafe_noise_dbm", true), ("Cafe_light", false), ("AP-Lobby_2", false),
    ("Lift_noise", false), ("AP-Lobby-5G", false),
  ])
  func `what is measured of a transmitter beside it is told`(name: String, isTold: Bool) throws {
    let reads = try reads(["AP-Lobby", "Cafe"], beside: [(name, { "-9\($0 % 10)" })])
    #expect(told(reads).map(\.code) == (isTold ? [.doubtfulColumn] : []))
  }

  @Test func `tables whose transmitters are plain names stay as they are`() throws {
    for names in [["AP-Lobby", "Cafe", "Buero"], (1...6).map { "WAP00\($0)" }] {
      let reads = try reads(names, beside: [("Hof", { "-\(50 + $0)" })])
      #expect(transmitters(reads).count == names.count + 1)
      #expect(told(reads).isEmpty)
      // What has one value everywhere may be one that was never heard.
      let never = try self.reads(
        names, beside: [("Hof", { _ in "100" }), ("Keller", { _ in "-61" })])
      #expect(told(never).isEmpty)
    }
  }
}
