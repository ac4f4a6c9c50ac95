import Foundation
public import IndoorGeometry
public import IndoorModel

extension LocalMap {
  /// Lays a plan's preview on the ground where its placement says; nothing where it has no preview.
  ///
  /// The preview shows the page's box before `/Rotate`, upright: its rows run down the page.
  public mutating func addPlan(_ plan: Plan) {
    let page = plan.placement.page
    let (width, height) = (page.box.width, page.box.height)
    guard !plan.preview.isEmpty, width > 0, height > 0, width.isFinite, height.isFinite else {
      return
    }
    let down: Double = page.isImage ? 1 : -1
    let imageToPage = AffineTransform(
      a: 1, b: 0, c: 0, d: down, tx: page.box.minimum.x,
      ty: page.isImage ? page.box.minimum.y : page.box.maximum.y)
    let localToPicture = AffineTransform(
      a: scale, b: 0, c: 0, d: -scale, tx: -extent.minimum.x * scale,
      ty: extent.maximum.y * scale)
    let matrix = imageToPage.followed(by: plan.placement.pageToLocal).followed(by: localToPicture)
    guard matrix.coefficients.allSatisfy(\.isFinite) else { return }
    let numbers = matrix.coefficients.map { ShortNumber.text($0, decimals: 7) }
      .joined(separator: " ")
    let type = Self.mediaType(of: plan.preview)
    ground += """
      <image class="plan" width="\(width, decimals: 3)" height="\(height, decimals: 3)" \
      preserveAspectRatio="none" transform="matrix(\(numbers))" \
      href="data:\(type);base64,\(Data(plan.preview).base64EncodedString())"/>
      """
  }

  /// Draws a level's outline, its units and its openings. Units bear their names as tooltips, and
  /// as words with `isNamed` where there is room.
  public mutating func addLevel(_ key: LevelKey, of venue: Venue, isNamed: Bool = false) {
    let frame = venue.frame
    for polygon in venue.level(key)?.outline ?? [] {
      ground += "<path class=\"outline\" d=\"\(path(of: frame.local(from: polygon)))\"/>"
    }
    var names = Markup()
    for unit in venue.units where unit.level == key {
      let polygons = unit.geometry.map { frame.local(from: $0) }
      let path = polygons.map { self.path(of: $0) }.joined()
      guard !path.isEmpty else { continue }
      let name = unit.name ?? unit.category ?? ""
      let title: Markup = name.isEmpty ? "" : "<title>\(name)</title>"
      ground +=
        "<path class=\"unit \(Self.style(of: unit.kind))\" d=\"\(path)\">\(title)</path>"
      if isNamed, let text = unit.name, let polygon = polygons.first,
        let box = BoundingBox(polygon.exterior), box.width * scale > Double(text.count) * 6.5,
        box.height * scale > 14, polygon.contains(box.centre)
      {
        names += """
          <text class="place" x="\(across(box.centre), decimals: 0)" \
          y="\(down(box.centre) + 4, decimals: 0)" text-anchor="middle">\(text)</text>
          """
      }
    }
    for opening in venue.openings where opening.level == key {
      let line = opening.line.map { frame.local(from: $0) }
      ground += "<path class=\"opening\" d=\"\(path(line))\"/>"
    }
    ground += names
  }

  /// The extent of levels' outlines and units in local metres, or `nil` where they have none.
  public static func extent(of levels: [LevelKey], of venue: Venue) -> BoundingBox<LocalPoint>? {
    let keys = Set(levels)
    let frame = venue.frame
    let outlines = venue.levels.lazy.filter { keys.contains($0.key) }.flatMap(\.outline)
    let units = venue.units.lazy.filter { keys.contains($0.level) }.flatMap(\.geometry)
    let places = (Array(outlines) + Array(units)).lazy.flatMap(\.exterior).filter(\.isValid)
    return BoundingBox(places.map { frame.local(from: $0) }.filter(\.isFinite))
  }

  var furniture: Markup {
    let metres = Self.roundLength(below: Self.width / 6 / scale)
    let length = metres * scale
    let (left, base) = (18.0, height - 18)
    let (right, top) = (Self.width - 26, 18.0)
    return """
      <g class="furniture"><path class="bar" d="M\(left, decimals: 0) \(base - 5, decimals: 0)v5\
      h\(length, decimals: 1)v-5"/><text x="\(left + length / 2, decimals: 1)" \
      y="\(base - 8, decimals: 0)" text-anchor="middle">\(metres, decimals: 2) m</text>\
      <g class="compass"><path d="M\(right, decimals: 0) \(top, decimals: 0)l7 20-7-5-7 5z"/>\
      <text x="\(right, decimals: 0)" y="\(top + 34, decimals: 0)" text-anchor="middle">N</text></g></g>
      """
  }

  /// The longest of 1, 2 or 5 times a power of ten that is at most a length.
  private static func roundLength(below length: Double) -> Double {
    let power = pow(10, log10(max(length, 0.01)).rounded(.down))
    let factor = length / power
    return power * (factor >= 5 ? 5 : factor >= 2 ? 2 : 1)
  }

  private static func mediaType(of bytes: [UInt8]) -> String {
    bytes.starts(with: [0xFF, 0xD8]) ? "image/jpeg" : "image/png"
  }

  /// The class of a unit's shape, by what its category says of walking there.
  package static func style(of category: UnitCategory) -> String {
    if category.leadsToLevels { return "between" }
    if category.isWalkway { return "way" }
    return category.isSolid || !category.isPublic ? "closed" : "room"
  }
}
