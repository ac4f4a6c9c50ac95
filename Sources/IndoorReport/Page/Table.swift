/// A table whose columns of figures line up at the right.
public struct Table: Sendable {
  /// A column's heading.
  public struct Column: Sendable {
    var title: String
    var isFigure: Bool
    var explanation: String

    /// A column of words.
    public static func words(_ title: String, explanation: String = "") -> Column {
      Column(title: title, isFigure: false, explanation: explanation)
    }

    /// A column of figures.
    public static func figures(_ title: String, explanation: String = "") -> Column {
      Column(title: title, isFigure: true, explanation: explanation)
    }
  }

  /// The columns.
  public var columns: [Column]
  /// The rows, each with a cell a column.
  public var rows: [[Markup]]
  /// A last row that sums the others up, where there is one.
  public var total: [Markup]?

  /// Makes a table.
  public init(columns: [Column], rows: [[Markup]] = [], total: [Markup]? = nil) {
    self.columns = columns
    self.rows = rows
    self.total = total
  }

  /// The table; it scrolls by itself where the page is narrow.
  public var markup: Markup {
    let head = columns.map { column -> Markup in
      let title: Markup = column.explanation.isEmpty ? "" : " title=\"\(column.explanation)\""
      let style: Markup = column.isFigure ? " class=\"n\"" : ""
      return "<th scope=\"col\"\(style)\(title)>\(column.title)</th>"
    }
    let body = rows.map { "<tr>\(cells(of: $0))</tr>" as Markup }
    let foot: Markup = total.map { "<tfoot><tr>\(cells(of: $0))</tr></tfoot>" } ?? ""
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="table"><table><thead><tr>\(head)</tr></thead>\
      <tbody>\(body)</tbody>\(foot)</table></div>
      """
  }

  private func cells(of row: [Markup]) -> [Markup] {
    zip(columns.indices, row).map { index, cell in
      if index == 0 { return "<th scope=\"row\">\(cell)</th>" }
      return columns[index].isFigure ? "<td class=\"n\">\(cell)</td>" : "<td>\(cell)</td>"
    }
  }
}
