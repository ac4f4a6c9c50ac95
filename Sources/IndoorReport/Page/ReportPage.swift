public import IndoorFiles

/// A page that stands alone: no other file, no network, light and dark, on screens and on paper.
public struct ReportPage: Sendable {
  /// What the page is called.
  public var title: String
  /// One line under the title: what was looked at.
  public var subtitle: String
  /// What the reader must know before he believes a figure, as that they are simulated.
  public var notice: String?
  /// The figures that matter most, in a row.
  public var figures: [Figure]
  /// The rest, from top to bottom.
  public var sections: [Section]
  /// The page's last line.
  public var footer: Markup

  /// Makes a page.
  public init(
    title: String, subtitle: String, notice: String? = nil, figures: [Figure] = [],
    sections: [Section] = [], footer: Markup = Markup()
  ) {
    self.title = title
    self.subtitle = subtitle
    self.notice = notice
    self.figures = figures
    self.sections = sections
    self.footer = footer
  }

  /// One figure with its name.
  public struct Figure: Sendable {
    /// The figure with its unit: `3.6 m`.
    public var value: String
    /// What it is: `median error`.
    public var label: String
    /// What helps to judge it, in small.
    public var detail: String

    /// Makes a figure.
    public init(value: String, label: String, detail: String = "") {
      self.value = value
      self.label = label
      self.detail = detail
    }
  }

  /// A part of the page with a heading.
  public struct Section: Sendable {
    /// The heading.
    public var title: String
    /// A sentence or two under it.
    public var lead: Markup
    /// The part itself.
    public var content: Markup

    /// Makes a section.
    public init(title: String, lead: Markup = Markup(), content: Markup) {
      self.title = title
      self.lead = lead
      self.content = content
    }
  }

  /// What stands in the head of each page, and of no other program's.
  package static let mark =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
    + "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">"

  /// The whole document.
  ///
  /// Its content security policy keeps a browser from fetching anything, whatever has got into it.
  public var html: String {
    let style = Markup(stringLiteral: Stylesheet.source)
    let script = Markup(stringLiteral: PageScript.source)
    let page: Markup = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      \(Markup(stringLiteral: Self.mark))
      <title>\(title)</title>
      <style>\(style)</style>
      </head>
      <body>
      <main>
      <header>
      <p class="brand"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M8 .8 15.2 4.6 8 8.4.8 4.6Z"/>\
      <path class="low" d="m.8 8 7.2 3.8L15.2 8M.8 11.4 8 15.2l7.2-3.8"/></svg>IndoorKit</p>
      <h1>\(title)</h1>
      <p class="subtitle">\(subtitle)</p>
      \(noticeMarkup)
      </header>
      \(figuresMarkup)
      \(sections.map(Self.markup))
      <footer>\(footer)</footer>
      </main>
      <div id="tip" hidden></div>
      <script>\(script)</script>
      </body>
      </html>

      """
    return page.source
  }

  private var noticeMarkup: Markup {
    notice.map { "<p class=\"notice\" role=\"note\">\($0)</p>" } ?? Markup()
  }

  private var figuresMarkup: Markup {
    guard !figures.isEmpty else { return Markup() }
    let list = figures.map { figure -> Markup in
      let detail: Markup = figure.detail.isEmpty ? "" : "<small>\(figure.detail)</small>"
      return "<div><dt>\(figure.label)</dt><dd>\(figure.value)\(detail)</dd></div>"
    }
    return "<dl class=\"figures\">\(list)</dl>"
  }

  private static func markup(of section: Section) -> Markup {
    let lead: Markup = section.lead.isEmpty ? "" : "<p class=\"lead\">\(section.lead)</p>"
    return "<section><h2>\(section.title)</h2>\(lead)\(section.content)</section>\n"
  }

  /// Writes the page into a file, replacing what is there only once it is whole.
  ///
  /// - Throws: as `OutputFile`.
  public func write(to path: String) throws(FileError) {
    try OutputFile.write(html, to: path)
  }

  /// Writes it, and puts it in its place right after another file, or neither.
  ///
  /// - Throws: as `OutputFile`.
  package func write(to path: String, after other: () throws(FileError) -> Void) throws(FileError) {
    try OutputFile.write(html, to: path, after: other)
  }
}
