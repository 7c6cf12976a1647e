/// The part of a WebP that libwebp decodes: a "VP8 " or "VP8L" chunk, and the "ALPH" chunk that a
/// lossy picture may have before it.
struct WebPImage {
  /// Pixels a row.
  let width: Int
  /// Rows.
  let height: Int
  /// The chunks with their headers.
  let chunks: Range<Int>

  /// Takes the first picture of a list of chunks.
  ///
  /// - Parameter chunks: The list; afterwards it stands behind the picture.
  /// - Throws: `CodecError` if there is none or its header makes no sense.
  init(_ chunks: inout WebPChunks) throws(CodecError) {
    let file = chunks.file
    var alpha: Int?
    while let chunk = try chunks.next() {
      switch chunk.name {
      case "ALPH": alpha = alpha ?? chunk.start
      case "VP8 ":
        (width, height) = try Self.lossySize(file, at: chunk.data)
        self.chunks = (alpha ?? chunk.start)..<chunk.data.upperBound
        return
      case "VP8L":
        (width, height) = try Self.losslessSize(file, at: chunk.data)
        self.chunks = chunk.start..<chunk.data.upperBound
        return
      default: break
      }
    }
    throw .webp("it contains no image")
  }

  /// RFC 6386 §9.1: a key frame's header.
  private static func lossySize(
    _ file: ByteReader, at data: Range<Int>
  ) throws(CodecError) -> (Int, Int) {
    guard data.count >= 10, let first = file.byte(at: data.lowerBound), first & 1 == 0,
      file.has([0x9d, 0x01, 0x2a], at: data.lowerBound + 3),
      let width = file.number(UInt16.self, at: data.lowerBound + 6, bigEndian: false),
      let height = file.number(UInt16.self, at: data.lowerBound + 8, bigEndian: false),
      width & 0x3fff > 0, height & 0x3fff > 0
    else { throw .webp("its image header is invalid") }
    return (Int(width & 0x3fff), Int(height & 0x3fff))
  }

  /// RFC 9649 §3.4.
  private static func losslessSize(
    _ file: ByteReader, at data: Range<Int>
  ) throws(CodecError) -> (Int, Int) {
    guard data.count >= 5, file.byte(at: data.lowerBound) == 0x2f,
      let bits = file.number(UInt32.self, at: data.lowerBound + 1, bigEndian: false),
      bits >> 29 == 0
    else { throw .webp("its image header is invalid") }
    return (Int(bits & 0x3fff) + 1, Int(bits >> 14 & 0x3fff) + 1)
  }
}

/// The chunks of a RIFF file, or of a part of one, in order.
struct WebPChunks {
  /// A name, a length, data.
  struct Chunk {
    let name: String
    /// Where its header begins.
    let start: Int
    let data: Range<Int>
  }

  /// What the places are in.
  let file: ByteReader
  private var offset: Int
  private let end: Int

  /// Walks over a part of a file.
  init(_ file: ByteReader, _ range: Range<Int>) {
    self.file = file
    offset = range.lowerBound
    end = range.upperBound
  }

  /// The next chunk; nil at the end, where a byte too few for a chunk's header is padding.
  ///
  /// - Throws: `CodecError` if the chunk is longer than what is left.
  mutating func next() throws(CodecError) -> Chunk? {
    guard offset + 8 <= end, let name = file.part(offset..<offset + 4),
      let count = file.number(UInt32.self, at: offset + 4, bigEndian: false)
    else { return nil }
    guard Int(count) <= end - offset - 8 else {
      throw .webp("a chunk exceeds its container")
    }
    let chunk = Chunk(
      name: name.string, start: offset, data: offset + 8..<offset + 8 + Int(count))
    offset = chunk.data.upperBound + chunk.data.count % 2
    return chunk
  }

  /// Goes back, so that `next` gives this chunk again.
  mutating func stepBack(to chunk: Chunk) { offset = chunk.start }
}

extension ByteReader {
  /// A number of three bytes, the lowest first.
  func number24(at offset: Int) -> Int? {
    guard let low = number(UInt16.self, at: offset, bigEndian: false),
      let high = byte(at: offset + 2)
    else { return nil }
    return Int(high) << 16 | Int(low)
  }
}
