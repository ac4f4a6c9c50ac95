import IndoorModel
import IndoorPositioning

/// Finds columns of tables that would pass for transmitters' and may be none of one, by what the
/// table itself says: among addresses columns that are called like no other, and among names those
/// that are called as what is measured beside strengths.
struct OddColumns {
  /// A column, and what speaks against it.
  struct Found {
    /// What speaks against its name.
    enum Called { case byNoAddress, asMeasured }

    let called: Called
    let column: Int
    let transmitter: Int
    /// What no strength is that it has, as it is written.
    let beyond: String?
    /// What it has in every row.
    let only: String?
  }

  /// Columns that are no transmitter's.
  private(set) var passedOver: [Found] = []
  /// Those that may be none.
  private(set) var doubtful: [Found] = []

  /// Rows in which a strength that was measured doesn't stay the same.
  private static let mostSame = 10

  /// - Parameters:
  ///   - lines: the rows.
  ///   - layout: what the columns are.
  init(_ lines: TableLines, _ layout: TableLayout) {
    var candidates = Candidate.all(layout)
    guard let last = candidates.last?.column else { return }
    var rest = lines
    var rows = 0
    while let (range, _) = rest.next() {
      rows += 1
      _ = rest.with(range) { fields in
        var next = 0
        for column in 0...last {
          guard let field = fields.field() else { return }
          guard column == candidates[next].column else { continue }
          candidates[next].take(field.trimmed)
          next += 1
        }
      }
    }
    for candidate in candidates where candidate.rows > 0 {
      let isEverywhere = rows > 2 && candidate.rows == rows
      let isSame = candidate.isOne && isEverywhere
      let found = Found(
        called: candidate.called, column: candidate.column, transmitter: candidate.transmitter,
        beyond: candidate.beyond?.text, only: isSame ? candidate.first?.text : nil)
      // Of what is no strength one value alone may stand for not heard.
      let isNone =
        switch candidate.called {
        case .byNoAddress:
          candidate.hasSeveralBeyond || isEverywhere && candidate.strengths == 0
            || isSame && rows >= Self.mostSame
        // Somebody may have called a transmitter so.
        case .asMeasured: (candidate.hasSeveralBeyond || isEverywhere) && candidate.strengths == 0
        }
      if isNone { passedOver.append(found) } else { doubtful.append(found) }
    }
  }

  /// A column that is looked at.
  private struct Candidate {
    let called: Found.Called
    let column: Int
    let transmitter: Int
    /// What it has first, and whether it has nothing else.
    var first: (text: String, number: Double)?
    var isOne = true
    /// Rows in which it has a number, and in which that is what transmitters are heard with.
    var rows = 0
    var strengths = 0
    /// The first number that no strength is, and whether there are others.
    var beyond: (text: String, number: Double)?
    var hasSeveralBeyond = false

    mutating func take(_ field: Field) {
      guard !field.equals("100"), let number = field.number else { return }
      rows += 1
      isOne = isOne && number == first?.number ?? number
      first = first ?? (field.text, number)
      if (-127...Double(StrongColumns.strongest)).contains(number) { strengths += 1 }
      guard number > 0 || number < -127 else { return }
      hasSeveralBeyond = hasSeveralBeyond || number != beyond?.number ?? number
      beyond = beyond ?? (field.text, number)
    }

    /// Those to be looked at, in the order of their columns.
    static func all(_ layout: TableLayout) -> [Candidate] {
      let odd = calledOddly(layout)
      let names = Set(layout.transmitterNames)
      return layout.roles.enumerated().compactMap { column, role in
        guard case .transmitter(let index) = role else { return nil }
        let isOdd = odd.contains(index)
        let name = layout.transmitterNames[index]
        guard isOdd || MeasuredColumns.isOne(name) || MeasuredColumns.isOne(name, beside: names)
        else { return nil }
        return Candidate(
          called: isOdd ? .byNoAddress : .asMeasured, column: column, transmitter: index)
      }
    }

    private static func isAddress(_ index: Int, _ layout: TableLayout) -> Bool {
      guard case .column(let name) = layout.transmitters[index] else { return true }
      return Transmitter(name) != nil || Address.uuid(String(name.prefix(36))) != nil
    }

    /// The transmitters that are called like no other, where most are called by addresses: AP-1 and
    /// AP-2 are like each other.
    private static func calledOddly(_ layout: TableLayout) -> Set<Int> {
      let all = layout.roles.compactMap {
        if case .transmitter(let index) = $0 { index } else { nil }
      }
      let names = all.filter { !isAddress($0, layout) }
      guard names.count * 2 < all.count else { return [] }
      let alike = Dictionary(grouping: names) {
        layout.transmitterNames[$0].lowercased().filter { !$0.isNumber }
      }
      return Set(alike.values.filter { $0.count == 1 }.flatMap(\.self))
    }
  }
}

extension OddColumns.Found.Called {
  fileprivate func text(isOne: Bool) -> String {
    switch self {
    case .byNoAddress: "by no address\(isOne ? "" : "es"), as most are"
    case .asMeasured: "as what is measured beside strengths"
    }
  }
}

extension RecordingWarning {
  static func columnOfNoTransmitter(_ path: String, _ name: String, _ found: OddColumns.Found)
    -> Self
  {
    let what =
      if let beyond = found.beyond {
        "has \(beyond.shown)\(found.only == nil ? "" : " in every row"), which is no strength in dBm"
      } else if let only = found.only {
        "has \(only.shown) in every row"
      } else { "has over \(StrongColumns.strongest) dBm in every row" }
    return RecordingWarning(
      .columnOfNoTransmitter,
      "\(path):1: column \(name) is called \(found.called.text(isOne: true)), and \(what), so it is taken for no "
        + "transmitter and passed over; take the column out")
  }

  /// - Parameter names: the columns' names, at least one.
  static func doubtfulColumns(
    _ path: String, _ names: [String], _ called: OddColumns.Found.Called
  ) -> Self {
    let isOne = names.count == 1
    let how = called.text(isOne: isOne)
    let more = names.count > 5 ? " and \(names.count - 5) more" : ""
    return RecordingWarning(
      .doubtfulColumn,
      "\(path):1: column\(isOne ? "" : "s") \(names.prefix(5).joined(separator: ", "))\(more) "
        + "\(isOne ? "is called \(how), and is taken for a transmitter" : "are called \(how), and are taken for transmitters") "
        + "all the same; take out what is none")
  }
}
