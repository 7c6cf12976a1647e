internal import CCairo

/// A font file that was checked, as TrueType or OpenType.
///
/// Its tables are within the file, and FreeType opens each of its faces. What shaping and drawing read in the tables
/// is up to HarfBuzz and FreeType.
@_spi(Host) public struct FontFile: Sendable {
  /// The file; WOFF and WOFF2 are decompressed.
  public let bytes: [UInt8]

  /// Maximum number of faces in a collection; Noto Sans CJK has ten.
  private static let maxFaces = 64

  /// Reads a TTF, OTF, TTC, WOFF or WOFF2 file.
  ///
  /// - Parameters:
  ///   - file: The file's content.
  ///   - limit: Maximum size when decompressed, bytes.
  /// - Throws: `FontFileError`.
  public init(_ file: [UInt8], limit: Int) throws(FontFileError) {
    var bytes = FontBytes(bytes: file)
    if let signature = bytes.tag(at: 0), ["wOFF", "wOF2"].contains(signature) {
      bytes = FontBytes(bytes: try Self.decompressed(bytes, limit: limit))
    }
    guard bytes.count <= limit else { throw Self.tooLarge(bytes.count, limit) }
    let offsets = try Self.faceOffsets(in: bytes)
    for offset in offsets { try FontFace(bytes, at: offset).check() }
    self.bytes = bytes.bytes
    let library = try FreeType()
    for index in offsets.indices { _ = try library.face(self.bytes, index) }
  }

  fileprivate static func tooLarge(_ count: Int, _ limit: Int) -> FontFileError {
    FontFileError("The font has \(count) bytes; at most \(limit) are allowed.")
  }

  /// Where the directories of the faces are.
  private static func faceOffsets(in file: FontBytes) throws(FontFileError) -> [Int] {
    switch (file.uint32(at: 0), file.tag(at: 0)) {
    case (0x0001_0000, _), (_, "OTTO"), (_, "true"): return [0]
    case (_, "ttcf"):
      guard let count = file.uint32(at: 8) else { throw .truncated }
      guard (1...maxFaces).contains(count) else {
        throw FontFileError(
          "The collection has \(count) fonts; 1 to \(maxFaces) are allowed.")
      }
      var offsets: [Int] = []
      for index in 0..<count {
        guard let offset = file.uint32(at: 12 + 4 * index) else { throw .truncated }
        offsets.append(offset)
      }
      return offsets
    default:
      throw FontFileError("The file is not a TrueType, OpenType, WOFF or WOFF2 font.")
    }
  }

  /// Pango draws boxes for a compressed file, so FreeType decompresses it here.
  private static func decompressed(
    _ file: FontBytes, limit: Int
  ) throws(FontFileError) -> [UInt8] {
    guard let flavor = file.tag(at: 4), let length = file.uint32(at: 8),
      let size = file.uint32(at: 16)
    else { throw .truncated }
    guard flavor != "ttcf" else {
      throw FontFileError("Compressed collections are not supported; use a TTC file.")
    }
    guard length <= file.count else { throw .truncated }
    // FreeType allocates this size before it reads the tables.
    guard size <= limit else { throw tooLarge(size, limit) }
    var bytes = try FreeType().face(file.bytes, 0).file(limit: limit)
    if let end = try FontFace(FontBytes(bytes: bytes), at: 0).endOfGlyphs() {
      bytes.replaceSubrange(end.place..<end.place + end.bytes.count, with: end.bytes)
    }
    return bytes
  }
}

/// Owns one `FT_Library`.
private final class FreeType {
  private let library: FT_Library

  init() throws(FontFileError) {
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0, let library else {
      throw FontFileError("FreeType cannot be started.")
    }
    self.library = library
  }

  deinit { FT_Done_FreeType(library) }

  /// Opens a face of a file.
  func face(_ bytes: [UInt8], _ index: Int) throws(FontFileError) -> Face {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes)
    var face: FT_Face?
    let failure = FT_New_Memory_Face(library, copy.baseAddress, bytes.count, index, &face)
    guard failure == 0, let face else {
      copy.deallocate()
      throw FontFileError("The font is damaged: FreeType reports error \(failure).")
    }
    return Face(face, copy, of: self)
  }

  /// Owns one `FT_Face` and the bytes that it reads.
  final class Face {
    private let face: FT_Face
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let library: FreeType

    init(_ face: FT_Face, _ bytes: UnsafeMutableBufferPointer<UInt8>, of library: FreeType) {
      (self.face, self.bytes, self.library) = (face, bytes, library)
    }

    deinit {
      FT_Done_Face(face)
      bytes.deallocate()
    }

    /// The decompressed file.
    func file(limit: Int) throws(FontFileError) -> [UInt8] {
      var length: FT_ULong = 0
      guard FT_Load_Sfnt_Table(face, 0, 0, nil, &length) == 0, length > 0 else {
        throw FontFileError("The font cannot be decompressed.")
      }
      guard length <= limit else { throw FontFile.tooLarge(Int(length), limit) }
      var failure: FT_Error = 0
      let file = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
        failure = FT_Load_Sfnt_Table(face, 0, 0, buffer.baseAddress, &length)
        count = failure == 0 ? Int(length) : 0
      }
      guard failure == 0 else { throw FontFileError("The font cannot be decompressed.") }
      return file
    }
  }
}

/// Why a font file cannot be used.
@_spi(Host) public struct FontFileError: Error, Hashable, Sendable {
  /// A sentence that does not name the file.
  public let message: String

  init(_ message: String) { self.message = message }
}
