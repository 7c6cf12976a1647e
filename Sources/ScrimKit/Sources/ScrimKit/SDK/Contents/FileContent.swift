/// A content that shows a file of the job, whose bytes it reads by itself.
///
/// The job names it by a parameter `source`, whose file the host opens. Until the file is read, the content takes part
/// in checks of the job; its natural size is not used then, only whether it has one.
public protocol FileContent: Content {
  /// The file; `nil` if the job names none.
  var source: FileSource? { get }

  /// Reads the file.
  ///
  /// - Parameter bytes: What is in it.
  /// - Returns: The same content with the file, which is laid out and drawn.
  /// - Throws: `EffectError` about the file, for the job's author.
  func reading(_ bytes: [UInt8]) throws -> Self
}

/// The name of a file in a parameter called `source`.
public struct FileSource: ParameterValue, Hashable {
  /// The path as in the job.
  public let name: String

  /// Creates the source of a name, such as one of the examples of a parameter.
  public init(_ name: String) { self.name = name }

  /// A string.
  public static var shape: ParameterShape { .string }

  /// The name.
  public var json: JSON { .string(name) }

  /// Reads a name, which is checked with those of images.
  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    guard let name = json.string else {
      decoding.reportType(json, expected: "the path of a file")
      return nil
    }
    self.name = name
  }
}
