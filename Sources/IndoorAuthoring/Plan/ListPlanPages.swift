public import IndoorAlignment
import IndoorGeometry
public import IndoorJSON
import IndoorModel

/// Says which pages a plan's file has, and how large they are.
public struct ListPlanPages: Sendable {
  /// The file's bytes.
  public var bytes: [UInt8]
  /// What messages call the file.
  public var name: String
  /// The first page that is looked at, from 1.
  public var first = 1
  /// How many pages are looked at, at most.
  public var limit = 20

  /// Makes one for a file.
  public init(bytes: [UInt8], name: String) {
    self.bytes = bytes
    self.name = name
  }

  /// The pages of a file.
  public struct Result: Sendable {
    /// How many the file has.
    public let count: Int
    /// The page that comes next; `nil` where there is none.
    public let next: Int?
    /// An object a page: number, label, size in units or pixels, and what turns it for viewers.
    public let pages: JSONOutput
  }

  /// Looks at the pages. One that can't be read says why.
  ///
  /// - Throws: `AlignmentError` where the first one can't be read.
  public func run() throws(AlignmentError) -> Result {
    let start = try PlanFile(bytes: bytes, name: name, page: first)
    let labels = try start.pageLabels()
    var pages = [Self.json(start, labels)]
    let last = min(start.pageCount, first + max(1, limit) - 1)
    for number in first..<max(first, last) {
      do throws(AlignmentError) {
        pages.append(
          Self.json(try PlanFile(bytes: bytes, name: name, page: number + 1), labels))
      } catch {
        guard !error.isMachineFault else { throw error }
        pages.append(
          .object([
            ("number", .integer(Int64(number + 1))), ("problem", .string(error.message)),
          ]))
      }
    }
    return Result(
      count: start.pageCount, next: last < start.pageCount ? last + 1 : nil, pages: .array(pages))
  }

  private static func json(_ file: PlanFile, _ labels: [String?]) -> JSONOutput {
    let page = file.page
    let label = labels.indices.contains(page.number - 1) ? labels[page.number - 1] : nil
    return .object([
      ("number", .integer(Int64(page.number))), ("label", label.map(JSONOutput.string) ?? .null),
      ("width", .number(page.box.width)), ("height", .number(page.box.height)),
      (
        "box",
        .array(
          [page.box.minimum.x, page.box.minimum.y, page.box.maximum.x, page.box.maximum.y]
            .map(JSONOutput.number))
      ),
      ("rotate", .integer(Int64(page.rotate))), ("userUnit", .number(page.userUnit)),
      ("isImage", .bool(page.isImage)),
    ])
  }
}
