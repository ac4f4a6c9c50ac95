import IndoorModel
import IndoorPositioning

/// One row of a table of fingerprints, taken apart.
struct TableRow {
  /// The data row, counted from 0.
  var number: Int
  /// The line in the file, counted from 1.
  var line: Int
  var hash: SIMD2<UInt64>
  var readings: [Reading] = []
  /// What is over 20 in columns of transmitters, or stands for not heard, and is left out.
  var beyond: [(transmitter: Transmitter, value: Double)] = []
  var x: Double?
  var y: Double?
  var height: Double?
  /// What stands in the column of levels, without spaces around it.
  var levelText = ""
  /// `nil` where no column is for it.
  var building: String?
  var device: String?
  var surveyor: String?
  var seconds: Int64 = 0
  var place: Waypoint.Place?
  var level: LevelKey?

  /// The building that it names without a level.
  var buildingAlone: String? {
    level == nil && levelText.isEmpty ? building.flatMap { $0.isEmpty ? nil : $0 } : nil
  }

  var time: Timestamp { Timestamp(milliseconds: seconds &* 1000) }

  init(_ line: Field, number: Int, lineNumber: Int) {
    self.number = number
    self.line = lineNumber
    hash = ContentHash.halves(UnsafeRawBufferPointer(start: line.start, count: line.count))
  }

  /// Why a row can't be taken.
  enum Fault: Error {
    /// It has too few fields or too many.
    case malformed
    /// A column holds what no transmitter's column can: its index among the transmitters, and what
    /// stands there.
    case noStrength(Int, String)
  }

  /// Takes the fields in the order of the layout's columns, and of those that have what stands for
  /// not heard none.
  mutating func take(
    _ fields: inout FieldCursor, _ layout: TableLayout, unheard: Int8?,
    _ skipped: inout SkippedLines
  ) throws(Fault) {
    var hasPlaceText = false
    var placeFault: SkippedLines.Reason?
    for role in layout.roles {
      guard let field = fields.field() else { throw .malformed }
      switch role {
      case .transmitter(let index):
        if field.count == 0 || field.equals("100") { continue }
        try take(field, of: index, layout, unheard: unheard, &skipped)
      case .x:
        x = part(field.trimmed, of: layout, &placeFault)
        hasPlaceText = hasPlaceText || field.trimmed.count > 0
      case .y:
        y = part(field.trimmed, of: layout, &placeFault)
        hasPlaceText = hasPlaceText || field.trimmed.count > 0
      case .height: height = field.trimmed.number
      case .level: levelText = field.trimmed.text
      case .building: building = field.trimmed.text
      case .device: device = field.count > 0 ? field.text : nil
      case .surveyor: surveyor = field.count > 0 ? field.text : nil
      case .time: takeTime(field.trimmed, &skipped)
      case .nameless:
        if field.trimmed.count > 0 { skipped.add(.namelessColumn, line: line) }
      case .latitude, .longitude, .otherLevel, .unused: continue
      }
    }
    guard fields.field() == nil else { throw .malformed }
    place = layout.place(x: x, y: y)
    // UJIIndoorLoc has 0 and 0 where a row has no place.
    if hasPlaceText, place == nil, layout.isCSV || x == nil || y == nil {
      skipped.add(x == nil || y == nil ? placeFault ?? .notANumber : .outOfRange, line: line)
    }
  }

  /// A number of a place, and why it is none; what is written with a comma tells most.
  private func part(
    _ field: Field, of layout: TableLayout, _ fault: inout SkippedLines.Reason?
  ) -> Double? {
    let worth = layout.isInDegrees ? Double.leastDegrees : Double.leastMetres
    guard !field.isShortened(beyond: worth) else {
      fault = .shortenedPlace
      return nil
    }
    if let number = field.number { return number }
    if fault != .decimalComma { fault = [field].faultOfNumbers }
    return nil
  }

  /// Seconds since 1970. A row whose time can't be read is of 1970, and told.
  private mutating func takeTime(_ field: Field, _ skipped: inout SkippedLines) {
    if let value = field.integer ?? field.wholePart, value > 0, value < 1 << 40 {
      seconds = value
    } else {
      skipped.add(field.faultOfTime(.noTime), line: line)
    }
  }

  private mutating func take(
    _ field: Field, of index: Int, _ layout: TableLayout, unheard: Int8?,
    _ skipped: inout SkippedLines
  ) throws(Fault) {
    if let rssi = field.rssi ?? field.trimmed.rssi {
      guard rssi != unheard else {
        // What is too strong in all rows is none of a transmitter, whatever it stands for
        // elsewhere.
        if rssi > StrongColumns.strongest {
          beyond.append((layout.transmitters[index], Double(rssi)))
        }
        return
      }
      readings.append(Reading(transmitter: layout.transmitters[index], rssi: rssi))
    } else if let number = field.trimmed.number, number > 0, number <= 20 {
      // A height, a count, a quality: sets have 100, and some 127 or more, for what was not heard,
      // and none has these.
      throw .noStrength(index, field.trimmed.text)
    } else if field.trimmed.number != 100, field.trimmed.count > 0 {
      if let number = field.trimmed.number, number > 20 {
        beyond.append((layout.transmitters[index], number))
      }
      skipped.add([field.trimmed].faultOfNumbers, line: line)
    }
  }
}
