import Foundation
import Testing

/// Where the outputs of every command go, whatever stands there.
struct OutputTargetTests {
  private func expectSame(_ data: Data, as expected: Data?, _ output: OutputCase, _ name: String) {
    #expect(!data.isEmpty, "\(output.name): \(name)")
    if output.isRepeatable { #expect(data == expected, "\(output.name): \(name)") }
  }

  @Test(arguments: OutputCase.all)
  func `what a link leads to is replaced with its mode and owner, and the link stays`(
    output: OutputCase
  ) throws {
    try Scratch.with { scratch in
      let plain = try output.contents(in: scratch)
      let manager = FileManager.default
      for folder in ["links", "targets"] {
        try manager.createDirectory(
          atPath: scratch.path(folder), withIntermediateDirectories: true)
      }
      for name in output.files {
        let target = try scratch.write(output.before(name), to: "targets/\(name)")
        #expect(chmod(target, 0o640) == 0)
        if getuid() == 0 { #expect(chown(target, 1234, 4321) == 0) }
        try manager.createSymbolicLink(
          atPath: scratch.path("links/\(name)"), withDestinationPath: "../targets/\(name)")
      }
      let result = try output.run(into: scratch.path("links"))
      #expect(result.status == 0, "\(result)")
      for name in output.files {
        let target = scratch.path("targets/\(name)")
        #expect(
          try manager.destinationOfSymbolicLink(atPath: scratch.path("links/\(name)"))
            == "../targets/\(name)")
        expectSame(
          try Data(contentsOf: URL(fileURLWithPath: target)), as: plain[name], output, name)
        var status = stat()
        #expect(stat(target, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o640, "\(name)")
        #expect(getuid() != 0 || (status.st_uid == 1234 && status.st_gid == 4321), "\(name)")
      }
      // What isn't named here is written too, but nothing is left of what was there for a time.
      #expect(
        try manager.contentsOfDirectory(atPath: scratch.path("targets")).count == output.files.count
      )
      #expect(
        try manager.contentsOfDirectory(atPath: scratch.path("links")).sorted()
          == manager.contentsOfDirectory(atPath: scratch.path("plain")).sorted())
    }
  }

  @Test(arguments: ["-wal", "-shm"])
  func `what stands beside a venue file that is read is no place for an output`(
    ending: String
  ) throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      try FileManager.default.copyItem(atPath: OutputCase.venue, toPath: venue)
      let beside = try scratch.write("kept", to: "v.gpkg\(ending)")
      let result = try IndoorCommand.run([
        "venue", "export", venue, "--as", "geojson", "--output", beside,
      ])
      #expect(result.status == 65, "\(result)")
    }
  }

  @Test(arguments: OutputCase.all)
  func `a pipe gets the file's bytes and stays a pipe`(output: OutputCase) throws {
    try Scratch.with { scratch in
      let plain = try output.contents(in: scratch)
      try FileManager.default.createDirectory(
        atPath: scratch.path("pipes"), withIntermediateDirectories: true)
      var readers: [Process] = []
      for name in output.files {
        #expect(mkfifo(scratch.path("pipes/\(name)"), 0o600) == 0)
        let reader = Process()
        reader.executableURL = URL(fileURLWithPath: "/bin/sh")
        reader.arguments = [
          "-c", "exec cat \"$0\" > \"$1\"", scratch.path("pipes/\(name)"),
          scratch.path("read-\(name)"),
        ]
        try reader.run()
        readers.append(reader)
      }
      let result = try output.run(into: scratch.path("pipes"))
      #expect(result.status == 0, "\(result)")
      // A reader whose pipe was replaced would wait for ever.
      if result.status != 0 { for reader in readers { reader.terminate() } }
      for (reader, name) in zip(readers, output.files) {
        var status = stat()
        #expect(lstat(scratch.path("pipes/\(name)"), &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFIFO, "\(name)")
        if status.st_mode & S_IFMT != S_IFIFO { reader.terminate() }
        reader.waitUntilExit()
        let read = try Data(contentsOf: URL(fileURLWithPath: scratch.path("read-\(name)")))
        expectSame(read, as: plain[name], output, name)
      }
    }
  }

  @Test(.enabled(if: getuid() == 0, "only root makes device nodes"), arguments: OutputCase.all)
  func `a device is written through and stays a device`(output: OutputCase) throws {
    try Scratch.with { scratch in
      try FileManager.default.createDirectory(
        atPath: scratch.path("devices"), withIntermediateDirectories: true)
      for name in output.files {
        // The device that takes everything, as a node of the test's own.
        #expect(mknod(scratch.path("devices/\(name)"), S_IFCHR | 0o600, 0x103) == 0)
      }
      let result = try output.run(into: scratch.path("devices"))
      #expect(result.status == 0, "\(result)")
      for name in output.files {
        var status = stat()
        #expect(lstat(scratch.path("devices/\(name)"), &status) == 0)
        #expect(status.st_mode == S_IFCHR | 0o600, "\(name)")
      }
    }
  }

  @Test(.enabled(if: getuid() == 0, "only root makes device nodes"), arguments: OutputCase.all)
  func `a device that is full is the machine's fault`(output: OutputCase) throws {
    try Scratch.with { scratch in
      try FileManager.default.createDirectory(
        atPath: scratch.path("devices"), withIntermediateDirectories: true)
      for name in output.files {
        #expect(mknod(scratch.path("devices/\(name)"), S_IFCHR | 0o600, 0x107) == 0)
      }
      let result = try output.run(into: scratch.path("devices"))
      #expect(result.status == 70, "\(result)")
      #expect(result.sentences.count == 1, "\(result)")
    }
  }

  @Test(arguments: OutputCase.all.filter { $0.files.count > 1 && $0.isNamedFile })
  func `files that belong together are not made beside a device or a pipe`(output: OutputCase)
    throws
  {
    try Scratch.with { scratch in
      let folder = scratch.path("out")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      // As though somebody had said /dev/null, where root would leave files.
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/\(output.files[0])", withDestinationPath: "/dev/null")
      let result = try output.run(into: folder)
      expectBadInput(result, "\(folder)/\(output.files[0])", "several files")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [output.files[0]])
    }
  }

  @Test(arguments: ["kml", "maplibre", "gcp", "mapkit"])
  func `files that belong together don't go into one descriptor`(format: String) throws {
    try Scratch.with { scratch in
      let line =
        "$indoor plan export '\(OutputCase.venue)' --level 0 --as \(format) --output >(cat)"
      let result = try IndoorCommand.shell(line, in: scratch)
      expectBadInput(result, "/dev/fd/", "several files")
    }
  }

  @Test(arguments: OutputCase.all)
  func `a folder in an output's place is refused before anything is written`(output: OutputCase)
    throws
  {
    try Scratch.with { scratch in
      for name in output.files {
        let folder = scratch.path("out-\(name)")
        try FileManager.default.createDirectory(
          atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        let result = try output.run(into: folder)
        expectBadInput(result, "\(folder)/\(name)", "folder")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [name])
      }
    }
  }
}
