import Testing

/// Libraries name no flags; at a terminal, the sentence names the one that helps.
@Suite struct CommandWordsTests {
  @Test func `a refusal names the flag or the command that helps`() throws {
    try Scratch.with { scratch in
      let venue = try SmallVenue.imported(in: scratch)
      let plan = "\(repository)/FloorPlans/museum/level-G.pdf"
      let anchors = ["--anchor", "100,100=45.32,-29.87", "--anchor", "900,900=45.3205,-29.8693"]
      let text = try scratch.write("hello\n", to: "hello.txt")
      let table = try scratch.write("x,y,level,aa\n1,2,0,-50\n", to: "t.csv")
      let cases: [(arguments: [String], place: String, words: String)] = [
        (["survey", "import", venue, text], text, "name it with --format (indoorkit"),
        (
          ["survey", "import", venue, table, "--columns", "z=up"], table,
          "has no column \"up\", --columns names one"
        ),
        (["radiomap", "build", venue], venue, "import some with \"indoor survey import\""),
        (
          ["locate", venue, text, "--output", scratch.path("p.csv")], venue,
          "build one with \"indoor radiomap build\""
        ),
        (
          ["plan", "export", venue, "--level", "0", "--as", "kml", "--output", scratch.path("p")],
          venue, "place one with indoor align --into"
        ),
        (["plan", "align-levels", venue], venue, "place more with indoor align --into"),
        (["venue", "at", text, "48,11"], text, "name a file that `indoor venue import` made"),
        (
          ["align", "--plan", plan, "--page", "2"] + anchors, plan,
          "the file has only page 1"
        ),
        (
          ["align", "--plan", plan, "--convention", "mapkit", "--anchor", "1,1=45.32,-29.87"]
            + anchors, "anchors", "--convention mapkit places by exactly two anchors"
        ),
        (
          ["align", "--plan", plan, "--anchor", "1,1=unit:hall#0"] + anchors,
          "--anchor 1,1=unit:hall#0: ", "give the venue with --venue or --into"
        ),
      ]
      for (arguments, place, words) in cases {
        expectBadInput(try IndoorCommand.run(arguments), place, words)
      }
    }
  }

  @Test func `a warning names the flag that leaves a wrong anchor out`() throws {
    let plan = "\(repository)/FloorPlans/museum/level-G"
    let placed = try IndoorCommand.run(
      "align", "--plan", "\(plan).pdf", "--anchors", "\(plan).anchors.geojson", "--anchor",
      "1200,800=45.3203,-29.8700")
    #expect(placed.status == 0, "\(placed)")
    #expect(placed.errors.contains("or leave it out with --robust [outlier]"), "\(placed)")
  }
}
