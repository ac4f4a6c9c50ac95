internal import CQPDF
internal import IndoorGeometry
internal import IndoorModel

extension PDFDocument {
  /// Writes the page with a box as its MediaBox, neither turned nor scaled, and says whether qpdf
  /// could.
  func write(_ box: BoundingBox<PagePoint>, to path: String) -> Bool {
    let array = qpdf_oh_new_array(handle)
    for value in [box.minimum.x, box.minimum.y, box.maximum.x, box.maximum.y] {
      qpdf_oh_append_item(handle, array, qpdf_oh_new_real_from_double(handle, value, 6))
    }
    qpdf_oh_replace_key(handle, page, "/MediaBox", array)
    for key in ["/CropBox", "/TrimBox", "/BleedBox", "/ArtBox", "/Rotate", "/UserUnit"] {
      qpdf_oh_remove_key(handle, page, key)
    }
    guard !Self.failed(qpdf_init_write(handle, path)) else { return false }
    qpdf_set_suppress_original_object_IDs(handle, 1)
    // Streams stay as they are: a bomb is not inflated here but by pdftocairo, within its limits.
    qpdf_set_stream_data_mode(handle, qpdf_s_preserve)
    return !Self.failed(qpdf_write(handle))
  }
}
