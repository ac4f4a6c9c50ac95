import IndoorAlignment
import Testing

struct WorldFileNameTests {
  /// GDAL's `GDALReadWorldFile`: the first and the last letter of the image's ending and a w, or
  /// the whole ending and a w, or wld; in small or in capital letters.
  @Test(arguments: ["tif", "tiff", "jpg", "jpeg", "png"])
  func `world files are known by GDAL's names`(ending: String) {
    let short = "\(ending.prefix(1))\(ending.suffix(1))w"
    for name in [short, "\(ending)w", "wld"] {
      #expect(WorldFile.isNamed("plan.\(name)"))
      #expect(WorldFile.isNamed("PLAN.\(name.uppercased())"))
    }
  }

  @Test func `other files are none`() {
    #expect(!WorldFile.isNamed("plan.geojson") && !WorldFile.isNamed("plan.points"))
  }
}
