import IndoorContent
import IndoorModel
import Testing

/// Of two groups of one key the first is kept, whatever the format.
struct GroupKeyTests {
  private static let sources: [(ContentFormat, String, String)] = [
    (
      .aic, "a.json",
      #"""
      {"galleries": [{"nid": 1, "title": "First", "floor": "1"},
        {"nid": 1, "title": "Second", "floor": "LL"}],
       "objects": [{"nid": 10, "title": "Vase", "gallery_location": "First"}]}
      """#
    ),
    (
      .generaJSON, "g.json",
      #"""
      {"versionID": "1", "groupList": [{"groupID": "1", "label": "First"},
        {"groupID": "1", "label": "Second"}], "data": []}
      """#
    ),
    (
      .collectiveAccessJSON, "c.json",
      #"""
      {"ok": true, "results": [{"location_id": "1", "display_label": "First"},
        {"location_id": "1", "display_label": "Second"}]}
      """#
    ),
    (.csv, "groups.csv", "key,label\n1,First\n1,Second\n"),
  ]

  @Test(arguments: sources)
  func `only the first of two groups of one key is kept`(
    format: ContentFormat, name: String, text: String
  ) throws {
    let content = try read(text, as: name, format: format)
    #expect(content.groups.map(\.label) == ["First"])
    let said = content.texts.filter { $0.owner == GuideOwner(.group, "1") }
    #expect(said.map(\.value).contains("First") && !said.map(\.value).contains("Second"))
    #expect(content.findings.map(\.rule) == [.duplicateKey])
    #expect(content.items.allSatisfy { $0.place.ordinal == 0 })
  }
}
