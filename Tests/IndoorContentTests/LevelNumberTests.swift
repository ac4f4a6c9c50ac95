import IndoorContent
import IndoorModel
import Testing

/// Levels as spreadsheets and data frames write whole numbers.
struct LevelNumberTests {
  @Test(arguments: ["1", "1.0", "01", "+1", "1."])
  func `a level that is written as a decimal is the venue's of that number`(text: String) throws {
    let folder = try TemporaryFolder()
    let options = ContentOptions(levels: ContentLevels(said: ["1": 4, "2.0": 7, "2": 5]))
    for (name, content) in [
      ("items.csv", "key,level\na,\(text)\n"),
      (
        "a.geojson",
        #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"a","geometry":null,"#
          + #""properties":{"level":"\#(text)"}}]}"#
      ),
    ] {
      let read = try ReadContent.read([try folder.write(content, as: name)], options: options)
      #expect(read.items.map(\.place.ordinal) == [4], "\(name)")
    }
    // One that is called so is meant.
    #expect(options.levels["2.0"]?.ordinal == 7 && options.levels["1.5"] == nil)
  }
}
