import Testing

/// A recording of a year is located in seconds, and what that costs is told once.
struct LongRecordingTests {
  @Test func `a year of pressures is told to be too long`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run("survey", "import", venue, SurveySamples.folder(3, in: scratch))
      try IndoorCommand.run("radiomap", "build", venue)
      let pressures = (0..<100_000).map { $0 % 10 == 0 ? "1013.01" : "1013" }
        .joined(separator: ",")
      let year = try scratch.write(
        """
        {"format":"indoorkit","version":1,"id":"year"}
        {"t":1700000000000,"dt":300000,"hpa":[\(pressures)]}

        """, to: "year.jsonl")
      let result = try IndoorCommand.run("locate", venue, year, "--output", scratch.path("p.csv"))
      #expect(result.status == 0, "\(result)")
      let told = result.errors.split(separator: "\n").filter { $0.contains("is so long that") }
      #expect(told.count == 1 && told.first?.contains("year.jsonl") == true, "\(result.errors)")
    }
  }
}
