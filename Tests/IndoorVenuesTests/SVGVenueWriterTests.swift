import Foundation
import IndoorGeometry
import IndoorModel
import IndoorVenues
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct SVGVenueWriterTests {
  /// Collects what an XML parser sees.
  final class Elements: NSObject, XMLParserDelegate {
    var paths: [[String: String]] = []
    var root: [String: String] = [:]

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      if name == "svg" { root = attributes }
      if name == "path" { paths.append(attributes) }
    }
  }

  func elements(_ text: String) throws -> Elements {
    let parser = XMLParser(data: Data(text.utf8))
    let elements = Elements()
    parser.delegate = elements
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    return elements
  }

  @Test func `each level of the museum is one drawing with all its units and openings`() throws {
    let museum = try MuseumArchive.venue()
    let files = SVGVenueWriter.files(of: museum)
    #expect(Set(files.map(\.name)) == ["level-1.svg", "level0.svg", "level1.svg"])
    for level in museum.levels {
      let text = try #require(files.first { $0.name == "level\(level.key.ordinal).svg" }).text
      let ids = Set(try elements(text).paths.compactMap { $0["id"] })
      #expect(ids.isSuperset(of: museum.units.filter { $0.level == level.key }.map(\.id)))
      #expect(ids.isSuperset(of: museum.openings.filter { $0.level == level.key }.map(\.id)))
    }
  }

  @Test func `a vertex lies where the local frame has it, north up`() throws {
    let museum = try MuseumArchive.venue()
    let unit = try #require(museum.units.first)
    let corner = museum.frame.local(from: unit.geometry[0].exterior[0])
    let file = try #require(
      SVGVenueWriter.files(of: museum).first { $0.name == "level\(unit.level.ordinal).svg" })
    let path = try #require(try elements(file.text).paths.first { $0["id"] == unit.id })
    let match = try #require(path["d"]?.firstMatch(of: /M(-?[0-9.]+) (-?[0-9.]+)/))
    // Centimetres are written.
    #expect(abs((Double(match.1) ?? .nan) - corner.x) <= 0.0051)
    #expect(abs((Double(match.2) ?? .nan) + corner.y) <= 0.0051)
  }

  @Test func `names can't break out of the drawing`() throws {
    var museum = try MuseumArchive.venue()
    museum.name = "a<b>&\"c\u{1}"
    museum.units[0].name = "</text><script>alert(1)</script>"
    museum.units[0].id = "\"><x y=\""
    for file in SVGVenueWriter.files(of: museum) {
      _ = try elements(file.text)
      #expect(!file.text.contains("<script"))
    }
  }
}
