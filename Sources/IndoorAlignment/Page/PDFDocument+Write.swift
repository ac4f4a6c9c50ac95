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
    keepDrawnAnnotations()
    guard !Self.failed(qpdf_init_write(handle, path)) else { return false }
    qpdf_set_suppress_original_object_IDs(handle, 1)
    // Streams stay as they are: a bomb is not inflated here but by pdftocairo, within its limits.
    qpdf_set_stream_data_mode(handle, qpdf_s_preserve)
    return !Self.failed(qpdf_write(handle))
  }

  /// Annotations that are no drawing of the plan: links' boxes, reviewers' notes and what is
  /// attached (ISO 32000-1, table 169).
  private static let notDrawn = [
    "/Link", "/Text", "/Popup", "/FileAttachment", "/Sound", "/Movie", "/Screen",
  ]
  /// Annotations that are looked at; a page with more of them is drawn as it is, if at all.
  private static let mostAnnotations: Int32 = 20_000

  /// Takes off the page what is annotated but not drawn.
  private func keepDrawnAnnotations() {
    let annotations = qpdf_oh_get_key(handle, page, "/Annots")
    let kept = qpdf_oh_new_array(handle)
    let isArray = qpdf_oh_is_array(handle, annotations) != 0
    guard isArray else { return qpdf_oh_remove_key(handle, page, "/Annots") }
    let count = qpdf_oh_get_array_n_items(handle, annotations)
    guard count <= Self.mostAnnotations else { return }
    for index in 0..<count {
      let annotation = qpdf_oh_get_array_item(handle, annotations, index)
      if isDrawn(annotation) { qpdf_oh_append_item(handle, kept, annotation) }
    }
    qpdf_oh_replace_key(handle, page, "/Annots", kept)
  }

  /// Whether an annotation of the page is drawn on it.
  var hasDrawnAnnotations: Bool {
    let annotations = qpdf_oh_get_key(handle, page, "/Annots")
    guard qpdf_oh_is_array(handle, annotations) != 0 else { return false }
    let count = qpdf_oh_get_array_n_items(handle, annotations)
    return count > Self.mostAnnotations
      || (0..<count).contains { isDrawn(qpdf_oh_get_array_item(handle, annotations, $0)) }
  }

  private func isDrawn(_ annotation: qpdf_oh) -> Bool {
    guard qpdf_oh_is_dictionary(handle, annotation) != 0 else { return false }
    let subtype = qpdf_oh_get_key(handle, annotation, "/Subtype")
    return Self.notDrawn.allSatisfy { qpdf_oh_is_name_and_equals(handle, subtype, $0) == 0 }
  }
}
