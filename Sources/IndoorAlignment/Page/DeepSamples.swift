internal import IndoorJSON

/// The grey or the three colours of a TIFF whose samples are larger than a byte: what becomes black
/// and white of them, and where they are clear.
struct DeepSamples {
  /// The bands, counted from 0, and GDAL's name of their type.
  private let bands: [Int]
  private let type: String
  /// The value for none.
  private let none: Double?
  private let hasAlpha: Bool
  /// How far above the rest paper is, in what the rest spans.
  private static let farthestPaper = 3.0

  /// - Parameter bands: as GDAL describes them; `nil` where samples are bytes.
  init?(_ bands: [JSONNode]) {
    guard let type = bands.first?["type"]?.string, type != "Byte" else { return nil }
    self.bands = GeoTIFFPlan.inks(bands)
    self.type = type
    hasAlpha = bands.contains { GeoTIFFPlan.meaning($0) == "Alpha" }
    // It is written in fewer digits than the lowest float has.
    none = bands.first?["noDataValue"]?.number
      .map { type == "Float32" ? Double(Float($0)) : $0 }
      .flatMap { $0.isFinite ? $0 : nil }
  }

  /// The text of GDAL's VRT of colours that are clear only where all have the value for none (its
  /// `NODATA_VALUES`), where they have one. A band's own mask is clear where that one has it, as
  /// red in black.
  func colours(of source: String, _ width: Int, _ height: Int) -> String? {
    guard bands == [0, 1, 2], none != nil, !hasAlpha else { return nil }
    return raster(of: source, width, height)
  }

  /// The same of each band by itself: in a picture a band of a colour would be nothing where it has
  /// the value for none.
  func measured(_ source: String, _ width: Int, _ height: Int) -> String {
    raster(of: source, width, height, none.map { "<NoDataValue>\($0)</NoDataValue>" } ?? "")
  }

  private func raster(
    of source: String, _ width: Int, _ height: Int, _ tag: String = ""
  ) -> String {
    let list = bands.enumerated().map { index, band in
      """
      <VRTRasterBand dataType="\(type)" band="\(index + 1)">\(tag)<SimpleSource>\
      <SourceFilename relativeToVRT="0">\(source)</SourceFilename>\
      <SourceBand>\(band + 1)</SourceBand></SimpleSource></VRTRasterBand>
      """
    }
    let values = none.map { none in bands.map { _ in "\(none)" }.joined(separator: " ") } ?? ""
    let mark = tag.isEmpty ? "<Metadata><MDI key=\"NODATA_VALUES\">\(values)</MDI></Metadata>" : ""
    return """
      <VRTDataset rasterXSize="\(width)" rasterYSize="\(height)">\
      \(values.isEmpty ? "" : mark)\(list.joined())</VRTDataset>
      """
  }

  /// What becomes black and white: the least and the most of all bands, so that colours stay what
  /// they are; the value for none is white where it lies above the rest and not far off, and is a
  /// colour's, too, or the type's highest. Where colours have one value beside none, it is black
  /// below that and white above. `nil` where GDAL's own scale does.
  ///
  /// - Parameter description: GDAL's of the measured raster, with statistics.
  func range(in description: JSONNode) -> ClosedRange<Double>? {
    let measured = description["bands"]?.elements.map(\.self) ?? []
    func values(_ key: String) -> [Double] {
      measured.compactMap { $0["metadata"]?[""]?[key]?.string.flatMap(Double.init) }
    }
    guard let least = values("STATISTICS_MINIMUM").min(),
      let most = values("STATISTICS_MAXIMUM").max(), least.isFinite, most.isFinite
    else { return nil }
    if least < most {
      return least...max(most, paper(above: most, span: most - least, values) ?? most)
    }
    guard let none, bands.count == 3, !hasAlpha, least == most else { return nil }
    return min(least, none)...max(most, none)
  }

  /// The value for none, where it is white as well: bands that have it in other pixels than each
  /// other have it in colours.
  private func paper(
    above most: Double, span: Double, _ values: (String) -> [Double]
  ) -> Double? {
    guard let none, none > most, none - most < Self.farthestPaper * span else { return nil }
    let valid = values("STATISTICS_VALID_PERCENT")
    let isHighest = type == "UInt16" && none == 65_535 && valid.contains { $0 < 100 }
    return isHighest || Set(valid).count > 1 ? none : nil
  }
}
