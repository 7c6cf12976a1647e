internal import CCodecs

/// A picture file of one format: what its header says, and how its pixels are decoded.
protocol StoredImage {
  /// Reads the header; no pixel, and no memory that depends on what the file says.
  ///
  /// - Parameter bytes: The file from its signature on.
  /// - Throws: `CodecError` if the header makes no sense or is of a kind that isn't decoded.
  init(of bytes: ByteReader) throws(CodecError)

  /// What the file says of itself.
  var header: ImageHeader { get }

  /// Decodes the picture, premultiplied, in sRGB, not yet upright.
  ///
  /// - Parameters:
  ///   - bytes: The whole file, the one that `self` was made of.
  ///   - target: Transparent pixels of the size stored.
  /// - Returns: How it went.
  func decode(_ bytes: UnsafeRawBufferPointer, into target: scrim_target) -> scrim_outcome
}
