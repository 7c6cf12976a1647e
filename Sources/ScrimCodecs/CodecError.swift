internal import CCodecs

/// Why an image cannot be decoded or encoded.
package struct CodecError: Error, Sendable, Hashable {
  /// The kind of the error, for programs.
  package enum Code: Sendable, Hashable {
    /// The bytes do not start like a supported image format.
    case unknownFormat
    /// A known format or variant that this version does not support.
    case notAvailable
    /// The file is incomplete.
    case truncated
    /// The file violates the format's rules.
    case corrupt
    /// The image exceeds a limit.
    case tooLarge
    /// Memory cannot be allocated: a system error or the worker's limit, not an error of the image.
    case memory
  }

  /// The kind of the error, for programs.
  package let code: Code
  /// The message: a complete sentence without file name or position.
  package let message: String

  /// Creates an error.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension CodecError {
  /// The error of a decoding call; `nil` on success.
  init?(_ outcome: scrim_outcome, reading kind: ImageHeader.Kind) {
    let name = kind.rawValue
    switch outcome.status {
    case scrimOK: return nil
    case scrimTruncated:
      let what = outcome.text.isEmpty ? "" : ": \(outcome.text)"
      self.init(.truncated, "The \(name) file is truncated\(what).")
    case scrimNoHeader: self.init(.truncated, "The \(name) file ends in its header.")
    case scrimNotRead: self.init(.notAvailable, "\(outcome.text).")
    case scrimUnsupported:
      self.init(
        .notAvailable, "This kind of \(name) is not available in this version: \(outcome.text).")
    case scrimMemory:
      self = .noMemory(reading: kind)
    default: self.init(.corrupt, "The \(name) file is corrupt: \(outcome.text).")
    }
  }

  /// The error of an encoding call; `nil` on success.
  init?(_ outcome: scrim_outcome, writing kind: ImageHeader.Kind, limit: Int) {
    let name = kind.rawValue
    switch outcome.status {
    case scrimOK: return nil
    case scrimTooLarge: self = .overLimit(limit, writing: kind)
    case scrimMemory:
      self = .noMemory(writing: kind)
    default:
      self.init(.notAvailable, "The image cannot be written as \(name): \(outcome.text).")
    }
  }

  /// The error of a decoder that runs out of memory.
  static func noMemory(reading kind: ImageHeader.Kind) -> CodecError {
    CodecError(.memory, "Out of memory while decoding the \(kind.rawValue) file.")
  }

  /// The error of an encoder that runs out of memory.
  static func noMemory(writing kind: ImageHeader.Kind) -> CodecError {
    CodecError(.memory, "Out of memory while encoding the image as \(kind.rawValue).")
  }

  /// The error of a file that exceeds the limit.
  static func overLimit(_ limit: Int, writing kind: ImageHeader.Kind) -> CodecError {
    CodecError(
      .tooLarge,
      "The image encoded as \(kind.rawValue) exceeds the limit of \(limit) bytes.")
  }
}

private let scrimOK = Int32(SCRIM_CODEC_OK.rawValue)
private let scrimTruncated = Int32(SCRIM_CODEC_TRUNCATED.rawValue)
private let scrimUnsupported = Int32(SCRIM_CODEC_UNSUPPORTED.rawValue)
private let scrimMemory = Int32(SCRIM_CODEC_MEMORY.rawValue)
private let scrimNoHeader = Int32(SCRIM_CODEC_NO_HEADER.rawValue)
private let scrimNotRead = Int32(SCRIM_CODEC_NOT_READ.rawValue)
private let scrimTooLarge = Int32(SCRIM_CODEC_TOO_LARGE.rawValue)

extension scrim_outcome {
  /// The library's message, without its full stop.
  fileprivate var text: String {
    withUnsafeBytes(of: message) { bytes in
      let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
  }
}
