/// What stands at a GetSensorData log's head: the phone, and when it began.
struct GetSensorDataHead {
  /// Manufacturer and model.
  private(set) var device: String?
  /// When the log began, in microseconds since 1970.
  private(set) var start: Int64 = 0
  /// What is to be said of the time.
  private(set) var warning: RecordingWarning?

  /// Reads the lines that begin with `%` in a log's first bytes.
  init(_ bytes: [UInt8], path: String, zone: LocalTime?) {
    var (manufacturer, model) = ("", "")
    var created: (text: String, line: Int)?
    let lines = bytes.prefix(16_384).split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard line.first == UInt8(ascii: "%") else { continue }
      let text = String(decoding: line, as: UTF8.self)
      func value(_ key: String) -> String? {
        guard text.hasPrefix("% \(key):") else { return nil }
        let value = text.dropFirst(key.count + 3).filter { $0 != "\t" && !$0.isNewline }
        return String(String(value).trimmed.prefix(100)).onOneLine
      }
      if let found = value("Manufacturer") { manufacturer = found }
      if let found = value("Model") { model = found }
      if let found = value("Date of creation") { created = (found, index + 1) }
    }
    let name = [manufacturer, model].filter { !$0.isEmpty }.joined(separator: " ")
    device = name.isEmpty ? nil : name
    findStart(created: created, path: path, zone)
  }

  /// Whether a line says when a log began, from which its times count.
  static func isDate(_ line: String) -> Bool { line.hasPrefix("% Date of creation:") }

  private mutating func findStart(
    created: (text: String, line: Int)?, path: String, _ zone: LocalTime?
  ) {
    let named = FileBytes.stem(of: path).split(separator: "_").filter { $0.allSatisfy(\.isNumber) }
      .suffix(6).joined(separator: " ")
    let date = created.flatMap { Self.javaDate($0.text) }
    let place = "\(path):\(created?.line ?? 1)"
    guard let local = date?.local ?? CivilTime.milliseconds(named) else {
      warning = RecordingWarning(
        .unknownDate,
        "\(place): says \(created.map { "\"\($0.text.shown)\" where the date stands, which can't be read" } ?? "no date"), "
          + "so its times count from 1970; write it into the "
          + "file's name, as logfile_2026_05_01_10_30_00.txt")
      return
    }
    if let offset = date?.offset, zone == nil || date?.isCertain == true {
      start = (local - offset) * 1000
    } else if let zone {
      start = zone.milliseconds(local) * 1000
    } else {
      start = local * 1000
      let said = date?.zone ?? created?.text
      warning = RecordingWarning(
        .assumedTimeZone,
        "\(place): \(said.map { "says \"\($0.shown)\", which tells " } ?? "says ")no time zone that is known, so its "
          + "times are taken for UTC; name the zone")
    }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  /// Hours east of Greenwich of the abbreviations that mean one thing alone.
  private static let zones: [String: Double] = [
    "UTC": 0, "GMT": 0, "Z": 0, "WET": 0, "WEST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3,
    "JST": 9, "KST": 9, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13,
  ]
  /// Those that America shares with Australia, the Philippines and Malaysia, unless a zone is
  /// named.
  private static let american: [String: Double] = [
    "EST": -5, "EDT": -4, "PST": -8, "PDT": -7, "MST": -7, "MDT": -6,
  ]

  /// Milliseconds of Java's `Tue Sep 05 12:34:56 CEST 2017` on its own clock, and the zone's
  /// milliseconds east of Greenwich where they are known; certain where its name has one meaning.
  private static func javaDate(
    _ text: String
  ) -> (local: Int64, zone: String, offset: Int64?, isCertain: Bool)? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, let month = months.firstIndex(of: String(parts[1])),
      let local = CivilTime.milliseconds("\(parts[5])-\(month + 1)-\(parts[2]) \(parts[3])")
    else { return nil }
    let zone = String(parts[4])
    if let hours = zones[zone] { return (local, zone, Int64(hours * 3_600_000), true) }
    if let hours = american[zone] { return (local, zone, Int64(hours * 3_600_000), false) }
    // GMT+05:30
    guard zone.hasPrefix("GMT"), zone.count == 9 else { return (local, zone, nil, false) }
    let clock = zone.dropFirst(4).split(separator: ":").compactMap { Int64($0) }
    guard clock.count == 2, clock[0] < 15, clock[1] < 60 else { return (local, zone, nil, false) }
    let offset = (clock[0] * 60 + clock[1]) * 60_000
    return (local, zone, zone.contains("-") ? -offset : offset, true)
  }
}
