internal import IndoorFiles
internal import IndoorGeometry
public import IndoorModel

/// A plan's file: its bytes, what they are, and one page of it, validated.
public struct PlanFile: Hashable, Sendable {
  /// What a plan's bytes are.
  public enum Format: Hashable, Sendable {
    case pdf
    case png
    case jpeg

    /// Whether bytes begin with the signature of one, with nothing before it.
    static func begin(_ bytes: [UInt8]) -> Bool {
      bytes.starts(with: "%PDF-".utf8) || bytes.starts(with: pngSignature)
        || bytes.starts(with: jpegSignature)
    }

    fileprivate static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    fileprivate static let jpegSignature: [UInt8] = [0xFF, 0xD8, 0xFF]

    /// The media type, as in HTTP and in the venue file.
    public var mediaType: String {
      switch self {
      case .pdf: "application/pdf"
      case .png: "image/png"
      case .jpeg: "image/jpeg"
      }
    }
  }

  /// Sizes beyond which a file is refused instead of read.
  public struct Limits: Hashable, Sendable {
    /// Bytes of a file.
    public var maximumBytes = 256 << 20
    /// Pixels of an image: what is decoded takes three bytes each.
    public var maximumPixels = 150_000_000
    /// The defaults.
    public init() {}
  }

  /// The file's name, without folders.
  public var name: String
  /// What is drawn: the file's own bytes, or a PDF or PNG that was made of them.
  public var bytes: [UInt8]
  /// What is drawn, by its first bytes and not by the name.
  public var format: Format
  /// The file's bytes, unchanged.
  public let original: [UInt8]
  /// Their media type.
  public let mediaType: String
  /// Whether it is a DXF, which has no pixels for other programs either.
  package var isDrawing: Bool { Self.isDrawing(name, mediaType) }
  /// The media type of a DXF.
  static let drawing = "image/vnd.dxf"

  /// Whether a plan is a DXF; a venue file keeps one as the page that it was drawn on.
  package static func isDrawing(_ name: String, _ mediaType: String) -> Bool {
    mediaType == drawing
      || mediaType == Format.pdf.mediaType && name.lowercased().hasSuffix(".dxf")
  }
  /// Where the file itself says that it lies, as a GeoTIFF does.
  public let ownPlacement: OwnPlacement?
  /// The places of some of its pixels, where its own file says no more.
  let ownPoints: OwnPoints?
  /// The chosen page.
  public var page: PlanPage
  /// The page as the whole sheet, its MediaBox, which other programs draw; an image's is its page.
  let sheet: PlanPage
  /// Dots an inch of the picture that GDAL makes of a PDF's page where nobody says another number.
  let pictureResolution: Double
  /// How many pages the file has; an image has one, but for a TIFF.
  public var pageCount: Int
  /// Ground metres a user-space unit by the page's own measure dictionary, where it has one that
  /// says so.
  public var declaredMetresPerUnit: Double?
  /// An image's orientation tag, 1 to 8; 1 (as stored) for a PDF and where there is no tag.
  public var orientation: Int
  /// What its user should know before he picks points.
  public private(set) var warnings: [AlignmentWarning]
  /// The page alone, as `PDFPageFile` took it out; empty for an image.
  let pagePDF: [UInt8]

  /// Reads a plan and one of its pages, counted from 1; of a PDF the box that is the plan.
  ///
  /// An SVG is drawn as a PDF by `rsvg-convert`, a point a pixel; a DXF by GDAL, its page being
  /// model space in drawing units; of a TIFF, GDAL makes a PNG.
  ///
  /// A PDF may be encrypted with an empty password or have a cross-reference table that qpdf mends;
  /// its page is taken out by the program `qpdf`, within limits of time and memory. An image is
  /// decoded whole, so that a cut one is found here and not when somebody looks at it.
  ///
  /// An image's page is its *stored* pixels, as a PDF's page is its user space before `/Rotate`:
  /// where an orientation tag turns it for viewers, `page.rotate` has the turn and `orientation`
  /// the tag; one that the tag mirrors, too, is placed in a mirror.
  ///
  /// - Throws: a sentence for a file that is missing, too large, no plan, damaged, locked, or has
  ///   no such page, and where `qpdf` is missing.
  public init(
    path: String, page number: Int = 1, box: PageBox = .crop, limits: Limits = Limits()
  ) throws(AlignmentError) {
    let bytes = try Self.bytes(of: path, limits)
    try self.init(bytes: bytes, name: path, page: number, box: box, limits: limits)
    name = PathParts(path).name
  }

  /// Reads a plan and the page of a PDF that a text names: digits count pages, anything else is a
  /// page's label. `waiting` is told the path, once, of a pipe that nothing has come through for a
  /// second.
  public init(
    path: String, page text: String, box: PageBox = .crop, limits: Limits = Limits(),
    waiting: (_ path: String) -> Void = { _ in }
  ) throws(AlignmentError) {
    let bytes = try Self.bytes(of: path, limits, waiting: waiting)
    let number: Int
    // A page that is labelled -1 or +1 isn't the first.
    if let count = Int(text), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      number = count
    } else {
      guard Self.format(of: bytes) == .pdf else {
        // What isn't sound says so first.
        _ = try PlanFile(bytes: bytes, name: path, limits: limits)
        throw .noLabels(path)
      }
      number = try PageLabel.page(text, of: bytes, name: path)
    }
    try self.init(bytes: bytes, name: path, page: number, box: box, limits: limits)
    name = PathParts(path).name
  }

  private static func bytes(
    of path: String, _ limits: Limits, waiting: (_ path: String) -> Void = { _ in }
  ) throws(AlignmentError) -> [UInt8] {
    try BoundedFile.read(
      path, limit: limits.maximumBytes, remedy: "give a smaller plan or split its pages",
      waiting: waiting)
  }

  /// Reads a plan of bytes; `name` begins the messages.
  public init(
    bytes: [UInt8], name: String, page number: Int = 1, box: PageBox = .crop,
    limits: Limits = Limits()
  ) throws(AlignmentError) {
    self.name = name
    let converted = try PlanConversion.converted(bytes, name: name, page: number, limits: limits)
    original = bytes
    let bytes = converted?.bytes ?? bytes
    self.bytes = bytes
    guard let format = converted?.format ?? Self.format(of: bytes) else {
      throw .notAPlan(name, bytes)
    }
    self.format = format
    mediaType = converted?.mediaType ?? format.mediaType
    ownPlacement = converted?.placement
    ownPoints = converted?.points
    switch format {
    case .pdf:
      (pagePDF, pageCount) = try PDFPageFile.page(number, of: bytes, name: name)
      let document = try PDFDocument(page: pagePDF, name: name)
      if document.hasNumbersElsewhere {
        document.chainTargets = try PDFPageFile.chainTargets(of: bytes, page: number, name: name)
      }
      (page, warnings) = try document.planPage(number: number, box: box)
      if let damage = document.damage(number: number) { warnings.append(damage) }
      if let converted {
        page.userUnit = converted.userUnit
        warnings += converted.warnings
      }
      sheet = try document.planPage(number: number, box: .media).page
      declaredMetresPerUnit = converted?.metresPerUnit ?? document.metresPerUnit(on: sheet.box)
      pictureResolution = try document.pictureResolution { () throws(AlignmentError) in
        try PDFPageFile.dictionary(ofPage: number, of: bytes, name: name)
      }
      orientation = 1
    case .png, .jpeg:
      pageCount = converted?.pageCount ?? 1
      guard (1...pageCount).contains(number) else {
        throw .noSuchPage(name, page: number, count: pageCount)
      }
      let size =
        format == .png
        ? try PNGImage.validatedSize(bytes, name: name, limits: limits)
        : try JPEGImage.validatedSize(bytes, name: name, limits: limits)
      // GDAL takes a TIFF's pixels as they are stored, and leaves the tag out of the PNG.
      orientation =
        converted == nil
        ? ImageOrientation.tag(of: bytes, format: format)
        : ImageOrientation.tag(ofTIFF: original, page: converted?.directory ?? number)
      pagePDF = []
      pictureResolution = AnchorFile.usualDotsPerInch
      warnings = orientation == 1 ? [] : [.orientationTag(name, orientation)]
      let shape =
        converted == nil
        ? PixelShape.ratio(of: bytes, format: format)
        : PixelShape.ratio(ofTIFF: original, page: converted?.directory ?? number)
      if let shape, ownPlacement == nil { warnings.append(.pixelsNotSquare(name, shape)) }
      page = PlanPage(
        number: number,
        box: BoundingBox(
          minimum: PagePoint(x: 0, y: 0),
          maximum: PagePoint(x: Double(size.width), y: Double(size.height))),
        rotate: ImageOrientation.clockwiseTurn(orientation), userUnit: 1, isImage: true)
      page.isShownMirrored = ImageOrientation.isMirrored(orientation)
      sheet = page
    }
  }

  /// Opens what a venue file keeps of a plan: its page of a PDF, but of an image what was made of
  /// one, whose page number is that in the file that it came from.
  package init(stored plan: Plan) throws(AlignmentError) {
    let page = plan.placement.page
    try self.init(
      bytes: plan.original, name: plan.fileName, page: page.isImage ? 1 : page.number)
  }

  private static func format(of bytes: [UInt8]) -> Format? {
    if bytes.starts(with: Format.pngSignature) { return .png }
    if bytes.starts(with: Format.jpegSignature) { return .jpeg }
    // Readers accept the header anywhere in the first 1024 bytes (ISO 32000-1, implementation note
    // 13).
    let header = Array("%PDF-".utf8)
    let end = min(bytes.count, 1024 + header.count)
    guard end >= header.count else { return nil }
    for i in 0...(end - header.count) where bytes[i..<i + header.count].elementsEqual(header) {
      return .pdf
    }
    return nil
  }
}

extension AlignmentWarning {
  static func pixelsNotSquare(_ name: String, _ ratio: Double) -> AlignmentWarning {
    let times = (100 * max(ratio, 1 / ratio)).rounded() / 100
    return AlignmentWarning(
      .pixelsNotSquare,
      "\(name): states resolutions by which its pixels are \(times) times as \(ratio > 1 ? "high as wide" : "wide as high"), "
        + "and anchors take them for squares: scale it until they are, or give four anchors or more"
    )
  }

  static func orientationTag(_ name: String, _ orientation: Int) -> AlignmentWarning {
    AlignmentWarning(
      .orientationTag,
      "\(name): viewers \(ImageOrientation.isMirrored(orientation) ? "mirror" : "turn") this image by its orientation tag \(orientation): anchors count the stored pixels, before that"
    )
  }
}
