import Foundation
import Testing

/// Where the public samples of guides are, which aren't part of the project.
private let samples = ProcessInfo.processInfo.environment["INDOORKIT_DATA"].map { "\($0)/guide" }
  .flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }

/// The two walks of docs/guide.md, on the public samples.
@Suite(.enabled(if: samples != nil, "set INDOORKIT_DATA to read the public samples"))
struct GuideAuthorsTests {
  /// A page of the size of the museum's drawings, which aren't public.
  private static let drawing = """
    %PDF-1.4
    1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
    2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
    3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 2000 2400]>> endobj
    trailer <</Root 1 0 R>>

    """

  private func lines(_ arguments: String...) throws -> [String] {
    let result = try IndoorCommand.run(arguments)
    #expect(result.status == 0, "\(result)")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test func `an engineer of the Art Institute imports, aligns, checks, searches, dials and walks`()
    throws
  {
    let content = try #require(samples) + "/aic/appData.json"
    try Scratch.with { scratch in
      let file = scratch.path("aic.gpkg")
      let asked = try IndoorCommand.run("guide", "import", file, content)
      #expect(asked.status == 65 && asked.sentences.first?.contains("--floors") == true)
      let floors = "0=-1,1=0,2=1,3=2"
      let imported = try lines("guide", "import", file, content, "--floors", floors)
      #expect(imported.last?.hasSuffix(" findings (indoor guide check tells them)") == true)
      // As whatever it is called.
      let other = scratch.path("app-data")
      try FileManager.default.copyItem(atPath: content, toPath: other)
      for (name, level) in [("0", -1), ("1", 0), ("2", 1), ("3", 2)] {
        let plan = try scratch.write(Self.drawing, to: "map_floor\(name).pdf")
        _ = try lines(
          "align", "--plan", plan, "--anchors", "\(name == "3" ? other : content)#map_floor\(name)",
          "--level",
          "\(level)", "--into", file)
      }
      #expect(try lines("plan", "list", file).count == 4)
      // It ends with 0: what is found is no error.
      #expect(try lines("guide", "check", file).last == "45 findings")
      #expect(try lines("guide", "search", file, "cafe").map { $0.prefix(4) } == ["3929", "3995"])
      #expect(
        try lines("guide", "number", file, "109")
          == ["1254  Allerton Building  109  level 0  plays 1025"])
      let walk = try lines("guide", "tour", file, "1023", "--from", "41.8796,-87.6235,0")
      #expect(walk.count == 10)
      #expect(walk[1] == "1. Allerton Building  level 0  34 m  plays 1025")
      let near = try lines(
        "guide", "list", "items", file, "--near", "41.8796,-87.6235,0", "--kind", "object")
      #expect(near.first?.hasPrefix("1041  Fullerton Hall") == true && near.count == 9)
    }
  }

  @Test func `an author of a field guide imports, checks, searches and shows a property list`()
    throws
  {
    let content = try #require(samples) + "/genera/2012/generaData.plist"
    try Scratch.with { scratch in
      let file = scratch.path("guide.gpkg")
      _ = try lines("guide", "import", file, content)
      let check = try lines("guide", "check", file)
      #expect(check.contains { $0.contains("plist:66: ") && $0.contains("tablIcon") })
      #expect(check.contains { $0.contains("New item") } && check.last == "62 findings")
      #expect(try lines("guide", "list", "groups", file).first == "Rembrandt  Rembrandt  7 items")
      #expect(try lines("guide", "search", file, "frog") == ["290931  Southern Bell Frog"])
      let shown = try lines("guide", "show", file, "290931")
      #expect(shown.contains("family: Hylidae") && shown.contains("audio: bloop.mp3"))
      #expect(
        try lines("guide", "list", "items", file, "--in", "habitat", "WOODLAND")
          == ["290931  Southern Bell Frog"])
    }
  }
}
