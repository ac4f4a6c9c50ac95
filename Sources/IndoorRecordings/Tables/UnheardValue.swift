import IndoorModel

/// A strength that stands in a table where a transmitter was not heard, beside the 100 and the
/// empty field that need no finding: 0 in most tables that have one, as CoreLocation gives 0 where
/// it knows no strength, or what is weaker than all strengths (`WeakestValue`).
struct UnheardValue {
  /// The strength, in dBm.
  let strength: Int8
  /// The first line that it is on.
  let line: Int
  /// In how many fields it stands.
  let fields: Int
  /// How many fields have a strength.
  let all: Int

  /// What is to be said of it.
  func warning(_ path: String) -> RecordingWarning {
    RecordingWarning(
      .unheardValue,
      "\(path):\(line): has \(strength) in \(fields) of the \(all) fields that have a strength, which no "
        + "transmitter is so often heard with, so it is taken for not heard; leave such fields empty"
    )
  }

  /// Finds it in the fields of a table.
  struct Search {
    /// The weakest that is looked at, in dBm, and how many there are up to 0: phones hear no
    /// transmitter with so much but for an antenna that touches theirs.
    private static let weakest = -9, values = 10
    /// What is seldom heard, in dBm: what is heard beyond it gets rarer with its strength.
    private static let seldom = -30
    /// In how many fields it stands at least, and in which part of all.
    private static let leastFields = 3, part = 100

    /// Of each column how many fields have 0, -1 and so on.
    private var counts: [UInt32]
    /// Of each column how many fields are stronger than a transmitter is everywhere.
    private var strong: [UInt32]
    private var lines = [Int](repeating: 0, count: values)
    private var rows: UInt32 = 0
    /// How many fields have the 100 that says it already.
    private var said = 0
    private var all = 0
    private var beyondSeldom = 0
    private var weakest = WeakestValue()

    init(columns: Int) {
      counts = [UInt32](repeating: 0, count: columns * Self.values)
      strong = [UInt32](repeating: 0, count: columns)
    }

    /// Takes a row's fields in the order of the layout's columns.
    mutating func take(_ fields: inout FieldCursor, _ roles: [TableLayout.Role], line: Int) {
      rows += 1
      for role in roles {
        guard let field = fields.field() else { return }
        guard case .transmitter(let column) = role, field.count > 0 else { continue }
        guard !field.equals("100") else {
          said += 1
          continue
        }
        guard let strength = field.rssi ?? field.trimmed.rssi else { continue }
        all += 1
        weakest.take(strength, column: column, line: line)
        if strength > Self.seldom { beyondSeldom += 1 }
        if strength > StrongColumns.strongest { strong[column] += 1 }
        guard strength >= Self.weakest else { continue }
        let value = -Int(strength)
        counts[column * Self.values + value] += 1
        if lines[value] == 0 { lines[value] = line }
      }
    }

    /// The strength, where one stands in several columns, and oftener than all that are seldom, or
    /// else the weakest.
    /// Columns that are too strong in all of some rows are none of a transmitter, and don't count.
    /// Where more fields have 100 than a strength, something else says it only if it stands in most
    /// of these, as in tables of two phones.
    var found: UnheardValue? {
      found(atLeastIn: said > all ? 2 : Self.part)
    }

    private func found(atLeastIn part: Int) -> UnheardValue? {
      let columns = strong.indices.filter { rows < 3 || strong[$0] < rows }
      for value in 0..<Self.values {
        let some = columns.map { counts[$0 * Self.values + value] }.filter { $0 > 0 }
        let fields = some.reduce(0) { $0 + Int($1) }
        guard some.count > 1, fields >= Self.leastFields, fields * part >= all else {
          continue
        }
        let total = strong.indices.reduce(0) { $0 + Int(counts[$1 * Self.values + value]) }
        guard total > beyondSeldom - total else { continue }
        return UnheardValue(
          strength: Int8(-value), line: lines[value], fields: total, all: all)
      }
      return weakest.found.flatMap { $0.fields * part >= all ? $0 : nil }
    }
  }
}
