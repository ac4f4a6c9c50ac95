import Foundation
import Testing

/// A disk that becomes full under a file that can't be replaced.
struct FullDiskTests {
  private static let canMount: Bool = {
    let tried = try? IndoorCommand.run(["--mount", "true"], program: "/usr/bin/unshare")
    return getuid() == 0 && tried?.status == 0
  }()

  @Test(.enabled(if: canMount, "only root mounts a small disk"))
  func `a file that can only be overwritten keeps what it held`() throws {
    try Scratch.with { scratch in
      let script = """
        mkdir disk; touch attitudes.csv
        mount -t tmpfs -o size=64k tmpfs disk
        head -c 20000 /dev/zero | tr '\\0' o > disk/old.csv
        cp disk/old.csv before.csv
        mount --bind disk/old.csv attitudes.csv
        "$0" motion "$1" --output attitudes.csv
        echo "ended with $?"
        cmp before.csv disk/old.csv && echo the same
        """
      let result = try IndoorCommand.run(
        [
          "--mount", "sh", "-c", script, IndoorCommand.path(),
          "\(repository)/Surveys/museum/visit-stairs.jsonl",
        ], in: scratch.folder, program: "/usr/bin/unshare")
      #expect(result.output == "ended with 70\nthe same\n", "\(result)")
      #expect(result.sentences.count == 1, "\(result)")
    }
  }

  /// The page is some 130 kB, the positions are 52.
  @Test(.enabled(if: canMount, "only root mounts a small disk"))
  func `positions and the page of them take their places together`() throws {
    try Scratch.with { scratch in
      let venue = try SurveyedMuseum.file(in: scratch)
      let script = """
        mkdir disk; mount -t tmpfs -o size=120k tmpfs disk
        echo old > disk/p.csv; echo old > disk/r.html
        "$0" locate "$1" "$2" --output disk/p.csv --report disk/r.html
        echo "ended with $?"
        cat disk/*; ls disk
        """
      let result = try IndoorCommand.run(
        [
          "--mount", "sh", "-c", script, IndoorCommand.path(), venue,
          "\(repository)/Surveys/museum/visit-stairs.jsonl",
        ], in: scratch.folder, program: "/usr/bin/unshare")
      #expect(result.output == "ended with 70\nold\nold\np.csv\nr.html\n", "\(result)")
    }
  }

  /// The attitudes are some 750 kB, the page 260.
  @Test(.enabled(if: canMount, "only root mounts a small disk"))
  func `attitudes, steps and the page of them take their places together`() throws {
    try Scratch.with { scratch in
      let script = """
        mkdir disk; mount -t tmpfs -o size=900k tmpfs disk
        for name in a.csv r.html s.csv; do echo old > disk/$name; done
        "$0" motion "$1" --output disk/a.csv --steps disk/s.csv --report disk/r.html
        echo "ended with $?"
        cat disk/*; ls disk
        """
      let result = try IndoorCommand.run(
        [
          "--mount", "sh", "-c", script, IndoorCommand.path(),
          "\(repository)/Surveys/museum/visit-stairs.jsonl",
        ], in: scratch.folder, program: "/usr/bin/unshare")
      #expect(
        result.output == "ended with 70\nold\nold\nold\na.csv\nr.html\ns.csv\n", "\(result)")
    }
  }

  /// Who makes room may take the file away by itself: its pages mustn't wait in a journal beside
  /// it.
  @Test(.enabled(if: canMount, "only root mounts a small disk"))
  func `a venue file on a full disk is whole without its journal`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run(
        "venue", "import", venue, "\(repository)/FloorPlans/museum/venue.geojson")
      let script = """
        mkdir disk
        for size in 0 40 80 120 160 200; do
          mount -t tmpfs -o size=$(($(stat -c %s "$1") / 1024 + size))k tmpfs disk && cp "$1" disk/v.gpkg
          "$0" align --plan "$2.pdf" --anchors "$2.anchors.geojson" --into disk/v.gpkg --level -1 > out
          echo "$? $(ls disk) $(cmp "$1" disk/v.gpkg && echo same)"
          umount disk
        done
        """
      let result = try IndoorCommand.run(
        [
          "--mount", "sh", "-c", script, IndoorCommand.path(), venue,
          "\(repository)/FloorPlans/museum/level-B",
        ], in: scratch.folder, program: "/usr/bin/unshare")
      let lines = result.output.split(separator: "\n")
      #expect(lines.count == 6 && lines.allSatisfy { $0 == "70 v.gpkg same" }, "\(result)")
    }
  }
}
