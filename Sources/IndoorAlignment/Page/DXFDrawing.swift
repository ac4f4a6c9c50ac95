internal import Foundation
internal import IndoorGeometry
internal import IndoorJSON

/// A DXF's lines and texts, on their way into a page's content.
struct DXFDrawing {
  private var lines: [[PagePoint]] = []
  private var texts: [(place: PagePoint, text: String)] = []
  private var box: BoundingBox<PagePoint>?
  private var count = 0
  /// Whether something was left out because a layer is off, because it is invisible on one that is
  /// on, or because it belongs to a layout.
  var (hasHidden, hasInvisible, hasPaper) = (false, false, false)
  /// How many lines and texts were left out because they lie too far out, or are too many.
  private var (far, beyond) = (0, 0)

  /// What keeps it from being a page, and what to do.
  var fault: String {
    if let box {
      let length = max(box.width, box.height)
      return length > 0
        ? "draws a single straight line, \(length) units long, and no plan; export the whole drawing"
        : "draws a single point, and no plan; export the whole drawing"
    }
    if far > 0 { return "draws nothing within 10⁹ units of the origin; move the drawing there" }
    switch (hasHidden, hasInvisible) {
    case (true, false): return "draws nothing on layers that are on; switch them on"
    case (false, true):
      return
        "draws nothing in model space but what is hidden by itself (group code 60); show it "
        + "(UNISOLATEOBJECTS in AutoCAD)"
    case (true, true):
      return
        "draws nothing in model space but what is on layers that are off or hidden by itself (group code "
        + "60); switch the layers on, or show it (UNISOLATEOBJECTS in AutoCAD)"
    case (false, false): break
    }
    let other = hasPaper ? ", only on a layout" : " that can be read"
    return "draws nothing in model space\(other); draw the plan there, or export it as PDF"
  }

  /// What isn't in the page though it is drawn, and what to do; `nil` where all is.
  var leftOut: String? {
    if beyond > 0 {
      return
        "has over \(Self.most) vertices and texts, of which the rest isn't drawn; export fewer layers"
    }
    guard far > 0 else { return nil }
    return
      "\(far) of its lines and texts reach\(far == 1 ? "es" : "") over 10⁹ units from the origin and "
      + "\(far == 1 ? "isn't" : "aren't") drawn; move the drawing there, or clean it up"
  }

  /// Vertices and texts, beyond which the rest isn't drawn.
  private static let most = 4_000_000

  mutating func add(_ geometry: JSONNode, text: String?, depth: Int) {
    guard depth < 4 else { return }
    let coordinates = geometry["coordinates"]
    switch geometry["type"]?.string {
    case "Point":
      guard let text, let place = points(coordinates.map { [$0] } ?? [])?.first, take([place])
      else {
        return
      }
      texts.append((place, text))
    case "LineString": add(line: coordinates)
    case "MultiLineString", "Polygon":
      for line in coordinates?.elements.map(\.self) ?? [] { add(line: line) }
    case "MultiPolygon":
      for polygon in coordinates?.elements.map(\.self) ?? [] {
        for line in polygon.elements { add(line: line) }
      }
    case "GeometryCollection":
      for part in geometry["geometries"]?.elements.map(\.self) ?? [] {
        add(part, text: text, depth: depth + 1)
      }
    default: return
    }
  }

  private mutating func add(line: JSONNode?) {
    guard let line, let points = points(line.elements), points.count > 1, take(points) else {
      return
    }
    lines.append(points)
  }

  private mutating func take(_ points: [PagePoint]) -> Bool {
    count += points.count
    guard count <= Self.most else {
      beyond += 1
      return false
    }
    for point in points {
      if box == nil { box = BoundingBox(minimum: point, maximum: point) }
      box?.extend(to: point)
    }
    return true
  }

  /// What is drawn through, all of it or, where some lies too far out, none.
  private mutating func points(_ nodes: some Sequence<JSONNode>) -> [PagePoint]? {
    var points: [PagePoint] = []
    for node in nodes {
      let numbers = node.elements.prefix(2).compactMap(\.number)
      guard numbers.count == 2 else { continue }
      guard abs(numbers[0]) < 1e9, abs(numbers[1]) < 1e9 else {
        far += 1
        return nil
      }
      points.append(PagePoint(x: numbers[0], y: numbers[1]))
    }
    return points
  }

  /// Takes out what lies so far from the rest that the page would be as large as a town.
  ///
  /// - Returns: what was taken out, and what to do; `nil` where nothing was.
  mutating func takeOutStrays() -> String? {
    let boxes =
      lines.compactMap { BoundingBox($0) }
      + texts.map { BoundingBox(minimum: $0.place, maximum: $0.place) }
    let strays = DrawingStrays.indices(in: boxes)
    guard !strays.isEmpty else { return nil }
    let out = Set(strays)
    lines = lines.indices.filter { !out.contains($0) }.map { lines[$0] }
    texts = texts.indices.filter { !out.contains(boxes.count - texts.count + $0) }.map { texts[$0] }
    box = BoundingBox(lines.joined().map(\.self) + texts.map(\.place))
    let places = strays.prefix(3).map { index in
      "(\(Self.number(boxes[index].centre.x.rounded())), \(Self.number(boxes[index].centre.y.rounded())))"
    }
    let more = strays.count > places.count ? " and elsewhere" : ""
    return
      "\(strays.count) of its \(boxes.count) lines and texts lie\(strays.count == 1 ? "s" : "") far from "
      + "the rest, at \(places.joined(separator: ", "))\(more), and \(strays.count == 1 ? "isn't" : "aren't") "
      + "in the page; delete what is stray there, or move it to the rest"
  }

  /// The page; `nil` where nothing with an area is drawn.
  var pdf: [UInt8]? {
    guard let box, box.width > 0, box.height > 0 else { return nil }
    func pair(_ point: PagePoint) -> String {
      "\(Self.number(point.x)) \(Self.number(point.y))"
    }
    var content = "0 w\n"
    for line in lines {
      content += "\(pair(line[0])) m"
      for point in line.dropFirst() { content += " \(pair(point)) l" }
      content += " S\n"
    }
    let size = Self.number(max(box.width, box.height) / 150)
    var letters = DXFLetters()
    for (place, text) in texts {
      let (font, literal) = letters.shown(text)
      content += "BT /\(font) \(size) Tf \(pair(place)) Td (\(literal)) Tj ET\n"
    }
    let objects =
      [
        "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[\(pair(box.minimum)) \(pair(box.maximum))]/Contents 4 0 R"
          + "/Resources<</Font\(letters.resources(from: 5))>>>>",
        "<</Length \(content.utf8.count)>>\nstream\n\(content)endstream",
      ] + letters.objects(from: 5)
    var (body, offsets) = ("%PDF-1.4\n", [Int]())
    var length = body.utf8.count
    for (index, object) in objects.enumerated() {
      offsets.append(length)
      let text = "\(index + 1) 0 obj\n\(object)\nendobj\n"
      length += text.utf8.count
      body += text
    }
    body += "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n"
    for offset in offsets { body += String(format: "%010d 00000 n \n", offset) }
    body += "trailer\n<</Size \(offsets.count + 1)/Root 1 0 R>>\nstartxref\n\(length)\n%%EOF\n"
    return Array(body.utf8)
  }

  /// A number below 10⁹ with the six decimals that are drawn: `String(format:)` takes five times
  /// as long, and drawings have millions of them.
  private static func number(_ value: Double) -> String {
    let millionths = Int64((value * 1e6).rounded())
    let (whole, rest) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let sign = millionths < 0 ? "-" : ""
    guard rest != 0 else { return "\(sign)\(whole)" }
    let digits = String(rest)
    return "\(sign)\(whole).\(String(repeating: "0", count: 6 - digits.count))\(digits)"
  }
}
