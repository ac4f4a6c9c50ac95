internal import CQPDF
internal import IndoorGeometry
import IndoorLibc
internal import IndoorModel

extension PDFDocument {
  /// Bytes of a page's content, packed and inflated, beyond which the rest is not read.
  private static let maximumContent = 128 << 20
  /// Forms in forms, and forms drawn altogether.
  private static let maximumDepth = 12
  private static let maximumForms = 2000
  /// Points that lines are cut into.
  private static let pointCount = 40_000.0

  /// Stretches of line below which a page with a picture is no drawing, but a scan, perhaps with a
  /// frame.
  private static let minimumSegments = 50

  /// The lines that the page's content draws within a box, in user space, from its path operators;
  /// form XObjects included. None where they are too few to be a drawing.
  func linework(in box: BoundingBox<PagePoint>) -> Linework {
    let (lines, isAllPaths) = lines(in: box)
    guard lines.count >= Self.minimumSegments || isAllPaths else {
      return Linework(points: [], ySign: 1)
    }
    let total = lines.reduce(0) { $0 + $1.from.distance(to: $1.to) }
    let spacing = max(total / Self.pointCount, 1e-6)
    var points: [Linework.Point] = []
    let origin = Linework.origin(of: box)
    for line in lines {
      let length = line.from.distance(to: line.to)
      guard length > 0, length.isFinite else { continue }
      let (dx, dy) = ((line.to.x - line.from.x) / length, (line.to.y - line.from.y) / length)
      let count = max(1, min(5000, Int(min(length / spacing, 5000))))
      for k in 0..<count {
        let t = (Double(k) + 0.5) / Double(count) * length
        points.append(
          Linework.Point(
            x: Float(line.from.x - origin.x + t * dx), y: Float(line.from.y - origin.y + t * dy),
            dx: Float(dx), dy: Float(dy), weight: Float(length / Double(count))))
      }
    }
    return Linework(points: points, ySign: 1, origin: origin, isCut: leavesLinesOut)
  }

  /// The ends of all lines that the page draws within a box, in user space.
  func drawnCorners(in box: BoundingBox<PagePoint>) -> [PagePoint] {
    lines(in: box).lines.flatMap { [$0.from, $0.to] }
  }

  private func lines(
    in box: BoundingBox<PagePoint>
  ) -> (lines: [ContentPaths.Segment], isAllPaths: Bool) {
    var budget = Self.maximumContent
    var forms = 0
    var paths = ContentPaths(page: box)
    let layers = PDFLayers(self)
    let own = qpdf_oh_get_key(handle, page, "/Resources")
    let resources = qpdf_oh_is_dictionary(handle, own) != 0 ? own : nil
    draw(contents(&budget), resources: resources, layers, depth: 0, &paths, &budget, &forms)
    leavesLinesOut = paths.isCut || budget <= 0
    let isAllPaths =
      paths.isAllPaths && !leavesFormsOut && !leavesContentOut && !hasDrawnAnnotations
    return (paths.segments.compactMap { box.clipped($0) }, isAllPaths)
  }

  private func draw(
    _ content: [UInt8], resources: qpdf_oh?, _ layers: PDFLayers, depth: Int,
    _ paths: inout ContentPaths, _ budget: inout Int, _ forms: inout Int
  ) {
    var reader = ContentReader(content)
    var known = ContentResources(self, resources, layers)
    while let name = paths.read(&reader, &known) {
      forms += 1
      guard depth < Self.maximumDepth, forms < Self.maximumForms else {
        leavesFormsOut = true
        continue
      }
      guard let form = known.entry(name, of: "/XObject") else { continue }
      guard qpdf_oh_is_stream(handle, form) != 0 else { continue }
      let dictionary = qpdf_oh_get_dict(handle, form)
      guard !layers.isHidden(qpdf_oh_get_key(handle, dictionary, "/OC")) else { continue }
      guard
        qpdf_oh_is_name_and_equals(handle, qpdf_oh_get_key(handle, dictionary, "/Subtype"), "/Form")
          != 0
      else {
        paths.paintPicture()
        continue
      }
      let isGroup = qpdf_oh_has_key(handle, dictionary, "/Group") != 0
      guard !isGroup || !paths.picturesAreClear else { continue }
      let own = qpdf_oh_get_key(handle, dictionary, "/Resources")
      paths.enter(matrix(of: dictionary), box: box(of: dictionary), isGroup: isGroup)
      draw(
        inflated(form, &budget),
        resources: qpdf_oh_is_dictionary(handle, own) != 0 ? own : resources, layers,
        depth: depth + 1, &paths, &budget, &forms)
      paths.leave()
    }
  }

  private func matrix(of form: qpdf_oh) -> AffineTransform {
    let m = numbers(of: qpdf_oh_get_key(handle, form, "/Matrix"))
    guard m.count == 6 else { return .identity }
    return AffineTransform(a: m[0], b: m[1], c: m[2], d: m[3], tx: m[4], ty: m[5])
  }

  private func box(of form: qpdf_oh) -> BoundingBox<PagePoint>? {
    let b = numbers(of: qpdf_oh_get_key(handle, form, "/BBox"))
    guard b.count == 4 else { return nil }
    return BoundingBox([PagePoint(x: b[0], y: b[1]), PagePoint(x: b[2], y: b[3])])
  }

  /// A page's content streams one after the other, parted by a line break.
  private func contents(_ budget: inout Int) -> [UInt8] {
    let contents = qpdf_oh_get_key(handle, page, "/Contents")
    if qpdf_oh_is_stream(handle, contents) != 0 { return inflated(contents, &budget) }
    guard qpdf_oh_is_array(handle, contents) != 0 else { return [] }
    var bytes: [UInt8] = []
    for i in 0..<min(qpdf_oh_get_array_n_items(handle, contents), 10_000) where budget > 0 {
      let stream = qpdf_oh_get_array_item(handle, contents, i)
      guard qpdf_oh_is_stream(handle, stream) != 0 else { continue }
      bytes += inflated(stream, &budget) + [0x0A]
    }
    return bytes
  }

  /// A stream's bytes, as far as the budget goes: qpdf would inflate a bomb whole. Packed bytes
  /// cost as much as others, since a stream that yields nothing may be drawn again and again.
  func inflated(_ stream: qpdf_oh, _ budget: inout Int) -> [UInt8] {
    guard budget > 0 else { return [] }
    guard let filters = filters(of: qpdf_oh_get_dict(handle, stream)) else {
      leavesContentOut = true
      return []
    }
    guard var bytes = packed(stream) else { return [] }
    var spent = bytes.count
    for filter in filters {
      bytes = filter.unpacked(bytes, limit: budget)
      spent = max(spent, bytes.count)
    }
    let rest = budget
    budget -= spent
    return bytes.count > rest ? Array(bytes.prefix(rest)) : bytes
  }

  /// A stream's bytes as they are packed; `nil` where qpdf can't read them.
  func packed(_ stream: qpdf_oh) -> [UInt8]? {
    var buffer: UnsafeMutablePointer<UInt8>?
    var length = 0
    guard
      !Self.failed(
        qpdf_oh_get_stream_data(handle, stream, qpdf_dl_none, nil, &buffer, &length)),
      let buffer
    else { return nil }
    defer { free(buffer) }
    return Array(UnsafeBufferPointer(start: buffer, count: length))
  }

  /// How a stream is packed, outermost first; `nil` in ways that content isn't.
  private func filters(of dictionary: qpdf_oh) -> [StreamFilter]? {
    /// The entry itself or, of a list of at most three, each of it.
    func list(_ key: String) -> [qpdf_oh] {
      let entry = qpdf_oh_get_key(handle, dictionary, key)
      guard qpdf_oh_is_array(handle, entry) != 0 else {
        return qpdf_oh_is_null(handle, entry) != 0 ? [] : [entry]
      }
      return (0..<min(4, qpdf_oh_get_array_n_items(handle, entry))).map {
        qpdf_oh_get_array_item(handle, entry, $0)
      }
    }
    let (names, options) = (list("/Filter"), list("/DecodeParms"))
    guard names.count <= 3 else { return nil }
    var filters: [StreamFilter] = []
    for (index, name) in names.enumerated() {
      func option(_ key: String) -> Int32? {
        guard index < options.count, qpdf_oh_is_dictionary(handle, options[index]) != 0 else {
          return nil
        }
        let entry = qpdf_oh_get_key(handle, options[index], key)
        return qpdf_oh_is_integer(handle, entry) != 0
          ? qpdf_oh_get_int_value_as_int(handle, entry) : nil
      }
      guard qpdf_oh_is_name(handle, name) != 0, option("/Predictor") ?? 1 == 1 else { return nil }
      switch String(cString: qpdf_oh_get_name(handle, name)) {
      case "/FlateDecode": filters.append(.flate)
      case "/LZWDecode": filters.append(.lzw(isEarly: option("/EarlyChange") != 0))
      case "/RunLengthDecode": filters.append(.runLength)
      case "/ASCII85Decode": filters.append(.ascii85)
      case "/ASCIIHexDecode": filters.append(.asciiHex)
      default: return nil
      }
    }
    return filters
  }
}

extension BoundingBox<PagePoint> {
  /// The part of a stretch that lies in the box: what lies beyond the page nobody sees.
  ///
  /// Liang and Barsky (1984), "A new concept and method for line clipping",
  /// doi:10.1145/357332.357333.
  func clipped(_ line: ContentPaths.Segment) -> ContentPaths.Segment? {
    let (dx, dy) = (line.to.x - line.from.x, line.to.y - line.from.y)
    var (enter, leave) = (0.0, 1.0)
    for (step, room) in [
      (-dx, line.from.x - minimum.x), (dx, maximum.x - line.from.x),
      (-dy, line.from.y - minimum.y), (dy, maximum.y - line.from.y),
    ] {
      if step < 0 {
        enter = max(enter, room / step)
      } else if step > 0 {
        leave = min(leave, room / step)
      } else if room < 0 {
        return nil
      }
    }
    guard enter < leave else { return nil }
    return ContentPaths.Segment(
      from: PagePoint(x: line.from.x + enter * dx, y: line.from.y + enter * dy),
      to: PagePoint(x: line.from.x + leave * dx, y: line.from.y + leave * dy))
  }
}
