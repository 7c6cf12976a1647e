internal import CCodecs

/// A WebP (RFC 9649): a RIFF file of one picture, or of frames of which the first is taken.
struct WebPFile: StoredImage {
  let header: ImageHeader
  /// Where the picture stands on the canvas, and its size.
  private let x: Int
  private let y: Int
  private let image: WebPImage
  /// The ICC profile.
  private let profile: Range<Int>?

  /// Walks the chunks; reads the frame headers too, which may disagree with the canvas.
  init(of bytes: ByteReader) throws(CodecError) {
    // Bytes behind the RIFF file belong to nobody.
    guard let size = bytes.number(UInt32.self, at: 4, bigEndian: false),
      let file = bytes.part(0..<8 + Int(size))
    else { throw CodecError(.truncated, "The WebP file is truncated.") }
    guard file.count >= 20 else { throw .webp("its header is invalid") }
    try self.init(file, isExtended: file.has("VP8X".utf8, at: 12))
  }

  /// Reads a file that is a picture (§2.5, §2.6), or that begins with VP8X (§2.7.1): a canvas, and
  /// what lies on it.
  private init(_ file: ByteReader, isExtended: Bool) throws(CodecError) {
    var chunks = WebPChunks(file, 12..<file.count)
    guard isExtended else {
      image = try WebPImage(&chunks)
      (x, y, profile) = (0, 0, nil)
      header = ImageHeader(
        kind: .webp, storedWidth: image.width, storedHeight: image.height,
        orientation: .upright)
      return
    }
    guard let canvas = try chunks.next()?.data, canvas.count >= 10,
      let flags = file.byte(at: canvas.lowerBound),
      let width = file.number24(at: canvas.lowerBound + 4).map({ $0 + 1 }),
      let height = file.number24(at: canvas.lowerBound + 7).map({ $0 + 1 })
    else { throw .webp("its header is invalid") }
    let isAnimated = flags & 2 != 0
    var placed: (x: Int, y: Int, image: WebPImage)?
    var profile: Range<Int>?
    var orientation = Orientation.upright
    while let chunk = try chunks.next() {
      switch chunk.name {
      case "ICCP": profile = profile ?? chunk.data
      case "EXIF": orientation = Self.orientation(of: file.part(chunk.data)) ?? orientation
      case "ANMF" where isAnimated && placed == nil:
        placed = try Self.frame(file, chunk.data)
      case "ALPH", "VP8 ", "VP8L":
        guard !isAnimated, placed == nil else { continue }
        chunks.stepBack(to: chunk)
        placed = (0, 0, try WebPImage(&chunks))
      default: break
      }
    }
    guard let placed else { throw .webp("it contains no image") }
    (x, y, image) = placed
    let (right, bottom) = (x + image.width, y + image.height)
    guard
      isAnimated
        ? right <= width && bottom <= height
        : right == width && bottom == height
    else {
      throw .webp(
        "its canvas is \(width) × \(height) px, its image \(image.width) × "
          + "\(image.height) px" + (isAnimated ? " at \(x), \(y)" : "")
      )
    }
    self.profile = profile
    header = ImageHeader(
      kind: .webp, storedWidth: width, storedHeight: height, orientation: orientation)
  }

  /// Reads a frame of an animation (§2.7.1.1).
  private static func frame(
    _ file: ByteReader, _ data: Range<Int>
  ) throws(CodecError) -> (x: Int, y: Int, image: WebPImage) {
    guard data.count >= 16,
      let x = file.number24(at: data.lowerBound), let y = file.number24(at: data.lowerBound + 3),
      let width = file.number24(at: data.lowerBound + 6),
      let height = file.number24(at: data.lowerBound + 9)
    else { throw .webp("its first frame is invalid") }
    var chunks = WebPChunks(file, data.lowerBound + 16..<data.upperBound)
    let image = try WebPImage(&chunks)
    guard image.width == width + 1, image.height == height + 1 else {
      throw .webp(
        "its first frame is \(width + 1) × \(height + 1) px, "
          + "the image in it \(image.width) × \(image.height) px")
    }
    return (2 * x, 2 * y, image)
  }

  /// Reads an EXIF chunk; some writers put JPEG's name of the block before it.
  private static func orientation(of exif: ByteReader?) -> Orientation? {
    guard let exif else { return nil }
    let name = Array("Exif".utf8) + [0, 0]
    let start = exif.has(name, at: 0) ? name.count : 0
    return exif.part(start..<exif.count).flatMap { Orientation(exif: $0) }
  }

  func decode(_ bytes: UnsafeRawBufferPointer, into target: scrim_target) -> scrim_outcome {
    let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    func part(_ range: Range<Int>?) -> scrim_bytes {
      guard let range, let base else { return scrim_bytes() }
      return scrim_bytes(bytes: base + range.lowerBound, count: range.count)
    }
    // Browsers and libwebp leave the canvas around the first frame transparent, too.
    var place = target
    place.pixels = target.pixels + y * target.stride + 4 * x
    place.width = UInt32(image.width)
    place.height = UInt32(image.height)
    var outcome = scrim_outcome()
    scrim_webp_decode(part(image.chunks), part(profile), place, &outcome)
    return outcome
  }
}

extension CodecError {
  /// A broken WebP.
  static func webp(_ why: String) -> CodecError {
    CodecError(.corrupt, "The WebP file is corrupt: \(why).")
  }
}
