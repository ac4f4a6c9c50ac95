internal import CQPDF
import IndoorLibc

extension PDFDocument {
  /// Packed and unpacked bytes beyond which the rest isn't looked at.
  private static let mostBytes = 128 << 20
  /// Streams that are looked at: content, and the forms and pictures of its resources.
  private static let mostStreams = 2000

  /// Whether a stream that the page draws is damaged, as by a bad block or a broken transfer: what
  /// stands behind the damage is drawn by no viewer, and nothing else tells.
  ///
  /// Only what is packed by Flate has a mark of its end and a checksum (RFC 1950).
  func hasDamagedContent() -> Bool {
    var budget = Self.mostBytes
    var seen: Set<Int32> = []
    var waiting = items(of: qpdf_oh_get_key(handle, page, "/Contents"))
    waiting += objects(of: page)
    while let stream = waiting.popLast(), budget > 0, seen.count < Self.mostStreams {
      guard qpdf_oh_is_stream(handle, stream) != 0,
        seen.insert(qpdf_oh_get_object_id(handle, stream)).inserted
      else { continue }
      guard isWhole(stream, &budget) else { return true }
      waiting += objects(of: qpdf_oh_get_dict(handle, stream))
    }
    return false
  }

  /// The forms and pictures that a page's or a form's resources name.
  private func objects(of dictionary: qpdf_oh) -> [qpdf_oh] {
    let resources = qpdf_oh_get_key_if_dict(handle, dictionary, "/Resources")
    let objects = qpdf_oh_get_key_if_dict(handle, resources, "/XObject")
    guard qpdf_oh_is_dictionary(handle, objects) != 0 else { return [] }
    var found: [qpdf_oh] = []
    qpdf_oh_begin_dict_key_iter(handle, objects)
    while found.count < Self.mostStreams, qpdf_oh_dict_more_keys(handle) != 0 {
      guard let key = qpdf_oh_dict_next_key(handle) else { break }
      found.append(qpdf_oh_get_key(handle, objects, key))
    }
    return found
  }

  /// An array's items, or what stands in the place of one.
  private func items(of entry: qpdf_oh) -> [qpdf_oh] {
    guard qpdf_oh_is_array(handle, entry) != 0 else { return [entry] }
    let count = min(qpdf_oh_get_array_n_items(handle, entry), Int32(Self.mostStreams))
    return (0..<max(0, count)).map { qpdf_oh_get_array_item(handle, entry, $0) }
  }

  private func isWhole(_ stream: qpdf_oh, _ budget: inout Int) -> Bool {
    var buffer: UnsafeMutablePointer<UInt8>?
    var length = 0
    guard
      !Self.failed(
        qpdf_oh_get_stream_data(handle, stream, qpdf_dl_none, nil, &buffer, &length)),
      let buffer
    else { return true }
    defer { free(buffer) }
    budget -= length
    var bytes = Array(UnsafeBufferPointer(start: buffer, count: length))
    let filters = items(of: qpdf_oh_get_key(handle, qpdf_oh_get_dict(handle, stream), "/Filter"))
    for filter in filters.prefix(3) where budget > 0 {
      guard qpdf_oh_is_name(handle, filter) != 0 else { return true }
      switch String(cString: qpdf_oh_get_name(handle, filter)) {
      case "/ASCII85Decode": bytes = StreamFilter.ascii85.unpacked(bytes, limit: budget)
      case "/ASCIIHexDecode": bytes = StreamFilter.asciiHex.unpacked(bytes, limit: budget)
      // What lies within it, as a photo, isn't looked at.
      case "/FlateDecode": return StreamFilter.inflatesWhole(bytes, &budget)
      default: return true
      }
    }
    return true
  }
}

extension AlignmentWarning {
  static func damagedPage(_ name: String, page: Int) -> AlignmentWarning {
    AlignmentWarning(
      .damagedPage,
      "\(name): what page \(page) draws is damaged, so that lines, letters or pictures may be missing: export the plan again, or check that it shows what you expect"
    )
  }
}
