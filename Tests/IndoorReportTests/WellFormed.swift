import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What libxml2, behind Foundation's parser, says of a piece of SVG.
final class WellFormed: NSObject, XMLParserDelegate {
  private(set) var elements: [String: [[String: String]]] = [:]
  private(set) var isSound = false

  init(_ source: String) {
    super.init()
    let parser = XMLParser(data: Data(source.utf8))
    parser.delegate = self
    isSound = parser.parse()
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements[name, default: []].append(attributes)
  }
}
