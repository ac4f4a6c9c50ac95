internal import CQPDF
internal import IndoorGeometry
internal import IndoorModel

extension PDFDocument {
  /// A PDF of one page alone, its box as MediaBox, neither turned nor scaled; `nil` where qpdf can't write it.
  func singlePage(_ page: PlanPage) -> [UInt8]? {
    guard let source = try? object(ofPage: page.number),
      !Self.failed(qpdf_push_inherited_attributes_to_page(handle))
    else { return nil }
    var copy: qpdf_data? = qpdf_init()
    defer { qpdf_cleanup(&copy) }
    guard let copy else { return nil }
    qpdf_silence_errors(copy)
    qpdf_set_suppress_warnings(copy, 1)
    guard !Self.failed(qpdf_empty_pdf(copy)), !Self.failed(qpdf_add_page(copy, handle, source, 1))
    else { return nil }
    let target = qpdf_get_page_n(copy, 0)
    let box = qpdf_oh_new_array(copy)
    for value in [page.box.minimum.x, page.box.minimum.y, page.box.maximum.x, page.box.maximum.y] {
      qpdf_oh_append_item(copy, box, qpdf_oh_new_real_from_double(copy, value, 6))
    }
    qpdf_oh_replace_key(copy, target, "/MediaBox", box)
    for key in ["/CropBox", "/TrimBox", "/BleedBox", "/ArtBox", "/Rotate", "/UserUnit", "/Annots"] {
      qpdf_oh_remove_key(copy, target, key)
    }
    guard !Self.failed(qpdf_init_write_memory(copy)) else { return nil }
    qpdf_set_suppress_original_object_IDs(copy, 1)
    // Streams stay as they are: a bomb is not inflated here but by pdftocairo, within its limits.
    qpdf_set_stream_data_mode(copy, qpdf_s_preserve)
    guard !Self.failed(qpdf_write(copy)), let bytes = qpdf_get_buffer(copy) else { return nil }
    return Array(UnsafeBufferPointer(start: bytes, count: qpdf_get_buffer_length(copy)))
  }
}
