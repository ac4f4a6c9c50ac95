import Foundation
import Testing

/// Files of another kind than is asked for: a drawing where a venue is, a venue where a recording
/// is.
@Suite struct WrongKindTests {
  private static let plan = "\(repository)/FloorPlans/museum/level-G.pdf"

  @Test(arguments: [
    ["venue", "import", "n.gpkg", plan], ["venue", "check", plan],
    ["survey", "import", "n.gpkg", plan],
    ["guide", "import", "n.gpkg", plan, "--language", "en"],
    ["align", "--plan", plan, "--anchors", plan],
  ])
  func `a PDF is called one, and where it goes is said`(arguments: [String]) throws {
    try Scratch.with { scratch in
      let result = try IndoorCommand.run(arguments.map { $0 == "n.gpkg" ? scratch.path($0) : $0 })
      expectBadInput(result, Self.plan, "is a PDF")
      #expect(result.errors.contains("align it as a plan"), "\(result)")
      #expect(!FileManager.default.fileExists(atPath: scratch.path("n.gpkg")))
    }
  }

  /// Packed by GNU tar, and the heads of the other formats' specifications.
  @Test(arguments: [
    ("tar", "is a tar archive"), ("7z", "is a 7z archive"), ("rar", "is a RAR archive"),
    ("xz", "is packed by xz"), ("bz2", "is packed by bzip2"), ("zst", "is packed by zstd"),
    ("zip", "is a tar archive"), ("csv", "is a tar archive"),
  ])
  func `an archive that isn't read is called what it is`(ending: String, words: String) throws {
    try Scratch.with { scratch in
      let source = try scratch.write(SmallVenue.geoJSON(), to: "v.geojson")
      let heads: [String: [UInt8]] = [
        "7z": [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4],
        "rar": Array("Rar!\u{1A}\u{7}\u{1}\0".utf8),
        "xz": [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 4],
        "bz2": Array("BZh9".utf8) + [0x31, 0x41, 0x59, 0x26, 0x53, 0x59],
        "zst": [0x28, 0xB5, 0x2F, 0xFD, 4, 0],
      ]
      let file = scratch.path("v.\(ending)")
      if let head = heads[ending] {
        _ = try scratch.write(head + [UInt8](repeating: 7, count: 600), to: "v.\(ending)")
      } else {
        try IndoorCommand.run(
          ["tar", "-cf", file, "-C", scratch.folder, "v.geojson"], program: "/usr/bin/env")
      }
      #expect(!source.isEmpty)
      for command in ["venue", "survey"] {
        let result = try IndoorCommand.run(command, "import", scratch.path("n.gpkg"), file)
        expectBadInput(result, file, words)
        #expect(result.errors.contains("unpack it"), "\(result)")
      }
    }
  }

  /// What a browser, or curl without -f, saves of a login or an error (WHATWG HTML, 13.1.1).
  @Test(arguments: [
    "<!DOCTYPE html>\n<html><body>Log in</body></html>\n", "\u{FEFF}\n  <!doctype HTML>\n",
    "<html lang=\"en\"><head>", "<HTML>\n",
  ])
  func `a web page is called one by whatever reads the file`(page: String) throws {
    try Scratch.with { scratch in
      for (ending, command) in [
        ("geojson", ["venue", "import", "n.gpkg", "v"]),
        ("zip", ["venue", "import", "n.gpkg", "v"]),
        ("osm", ["venue", "check", "v"]), ("jsonl", ["survey", "import", "n.gpkg", "v"]),
        ("csv", ["survey", "import", "n.gpkg", "v"]), ("zip", ["survey", "import", "n.gpkg", "v"]),
        ("csv", ["guide", "import", "n.gpkg", "v", "--language", "en"]),
        ("json", ["guide", "import", "n.gpkg", "v", "--language", "en", "--format", "aic"]),
        ("xml", ["guide", "import", "n.gpkg", "v", "--language", "en"]),
        ("geojson", ["align", "--plan", Self.plan, "--anchors", "v"]),
        ("points", ["align", "--plan", Self.plan, "--anchors", "v"]),
      ] {
        let file = try scratch.write(page, to: "v.\(ending)")
        let result = try IndoorCommand.run(
          command.map { $0 == "n.gpkg" ? scratch.path($0) : $0 == "v" ? file : $0 })
        expectBadInput(result, file, "is a web page")
        #expect(result.errors.contains("download the file again"), "\(result)")
      }
    }
  }

  /// The entries of Excel's, openpyxl's, XlsxWriter's and LibreOffice's files, in their order.
  @Test(arguments: [
    (["[Content_Types].xml", "_rels/.rels", "xl/workbook.xml"], "is an Excel workbook"),
    (["docProps/app.xml", "docProps/core.xml", "xl/theme/theme1.xml"], "is an Excel workbook"),
    (["xl/worksheets/sheet1.xml", "xl/workbook.xml"], "is an Excel workbook"),
    (["_rels/.rels", "docProps/app.xml", "xl/_rels/workbook.xml.rels"], "is an Excel workbook"),
    (["mimetype", "content.xml"], "is an OpenDocument spreadsheet"),
  ])
  func `a workbook that is called a table is to be saved as one`(entries: [String], words: String)
    throws
  {
    try Scratch.with { scratch in
      let script = """
        import sys, zipfile
        with zipfile.ZipFile("items.csv", "w") as book:
          for name in sys.argv[1:]:
            text = "application/vnd.oasis.opendocument.spreadsheet" if name == "mimetype" else "<x/>" * 90
            book.writestr(name, text, zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED)
        """
      try #require(
        try IndoorCommand.run(
          ["python3", "-c", script] + entries, in: scratch.folder, program: "/usr/bin/env"
        ).status == 0)
      let file = scratch.path("items.csv")
      for command in [
        ["guide", "import", scratch.path("n.gpkg"), file, "--language", "en"],
        ["survey", "import", scratch.path("n.gpkg"), file],
      ] {
        let result = try IndoorCommand.run(command)
        expectBadInput(result, file, words)
        #expect(result.errors.contains("save its table as CSV"), "\(result)")
      }
    }
  }

  /// By Python's zipfile behind a Windows program's first bytes, which counts from the file's
  /// beginning (APPNOTE.TXT, 4.1.9).
  @Test func `a zip that unpacks itself is read as one`() throws {
    try Scratch.with { scratch in
      _ = try scratch.write(SmallVenue.geoJSON(), to: "v.geojson")
      _ = try scratch.write(
        "time,seconds_elapsed,bssid,ssid,level\n1698501145000000000,1.0,06:74:9c:2e:9e:f3,a,-42\n",
        to: "WiFi.csv")
      _ = try scratch.write(
        "time,seconds_elapsed,text\n1698501144500000000,0.5,\"48.1,11.5\"\n"
          + "1698501145500000000,1.5,\"48.1,11.5\"\n", to: "Annotation.csv")
      let script = """
        import zipfile
        for name, files in (("v.exe", ["v.geojson"]), ("walk.zip", ["WiFi.csv", "Annotation.csv"])):
          with open(name, "wb") as file:
            file.write(b"MZ" + bytes(3000))
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
              for entry in files: packed.write(entry)
        """
      try #require(
        try IndoorCommand.run(
          ["python3", "-c", script], in: scratch.folder, program: "/usr/bin/env"
        ).status == 0)
      let venue = try IndoorCommand.run(
        "venue", "import", scratch.path("v.gpkg"), scratch.path("v.exe"))
      #expect(venue.status == 0 && venue.output.contains("1 level"), "\(venue)")
      for source in ["walk.zip", "."] {
        let survey = try IndoorCommand.run(
          "survey", "import", "\(source.count).gpkg", source, in: scratch.folder)
        #expect(survey.output.contains("1 new walk with 1 fingerprint"), "\(survey)")
      }
    }
  }

  @Test(arguments: ["ESRI Shapefile", "KML", "GPKG"])
  func `what GDAL writes instead of GeoJSON is called what it is`(driver: String) throws {
    try Scratch.with { scratch in
      let (source, made) = (
        try scratch.write(SmallVenue.geoJSON(), to: "v.geojson"), scratch.path("made")
      )
      let gdal = Process()
      gdal.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      gdal.arguments = ["ogr2ogr", "-f", driver, made, source, "-where", "feature_type = 'unit'"]
      gdal.standardError = FileHandle.nullDevice
      try gdal.run()
      gdal.waitUntilExit()
      let file = driver == "ESRI Shapefile" ? "\(made)/v.shp" : made
      let word = [
        "ESRI Shapefile": "is a shapefile", "KML": "is XML",
        "GPKG": "is a GeoPackage, and no JSON; make GeoJSON of it, as by ogr2ogr",
      ]
      expectBadInput(
        try IndoorCommand.run("venue", "import", scratch.path("n.gpkg"), file), file,
        word[driver] ?? "")
    }
  }

  /// The heads of FlatGeobuf's, STEP's (ISO 10303-21) and Microsoft's ([MS-CFB]) specifications.
  @Test(arguments: [
    ("v.fgb", "fgb\u{3}fgb\u{0}", "is FlatGeobuf, and no JSON; make GeoJSON of it, as by ogr2ogr"),
    ("v.ifc", "ISO-10303-21;\nHEADER;\n", "is an IFC model, and no JSON; export its floors"),
    ("v.csv", "id,WKT\n1,POINT (1 2)\n", "is a table of CSV, and no JSON; make GeoJSON of it"),
    // As ogr2ogr begins them.
    (
      "u.tab", "!table\n!version 300\n!charset Neutral\n",
      "is of MapInfo, and no JSON; make GeoJSON"
    ),
    ("m.mif", "Version 300\nCharset \"Neutral\"\n", "is of MapInfo, and no JSON; make GeoJSON"),
    (
      "u.sql", "SET standard_conforming_strings = OFF;\n", "is a script of SQL, and no JSON; run it"
    ),
  ])
  func `what other programs export is called what it is`(name: String, text: String, words: String)
    throws
  {
    try Scratch.with { scratch in
      let file = try scratch.write(text, to: name)
      expectBadInput(
        try IndoorCommand.run("venue", "import", scratch.path("n.gpkg"), file), file, words)
    }
  }

  @Test func `a Revit file and anchors in XML are called what they are`() throws {
    try Scratch.with { scratch in
      let head: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0, 0]
      let revit = try scratch.write(head, to: "v.rvt")
      expectBadInput(
        try IndoorCommand.run("venue", "import", scratch.path("n.gpkg"), revit), revit,
        "is of Revit, or of an old Office, and no JSON; export its floors as PDF or DXF")
      let anchors = try scratch.write("<?xml version=\"1.0\"?>\n<kml/>\n", to: "a.kml")
      expectBadInput(
        try IndoorCommand.run("align", "--plan", Self.plan, "--anchors", anchors), anchors,
        "is XML, and no JSON; make GeoJSON of it")
    }
  }
}
