/// Why a picture can't be read or written.
package struct CodecError: Error, Sendable, Hashable {
  /// What went wrong, for programs.
  package struct Code: Sendable, Hashable {
    /// The code's name in reports, in kebab-case.
    package let name: String

    /// The bytes begin like no picture format that Scrim knows.
    package static let unknownFormat = Code(name: "unknown-format")
    /// A known format, or a known kind of it, that this version doesn't read or write.
    package static let notAvailable = Code(name: "not-available")
    /// The bytes end before the picture does.
    package static let truncated = Code(name: "truncated")
    /// The bytes break the format's rules.
    package static let corrupt = Code(name: "corrupt")
    /// The picture is over a limit.
    package static let tooLarge = Code(name: "too-large")
    /// No memory is left: trouble of the machine or of the worker's limit, not of the picture.
    package static let memory = Code(name: "no-memory")
  }

  /// What went wrong, for programs.
  package let code: Code
  /// What went wrong, for people: a whole sentence that names neither file nor place.
  package let message: String

  /// Describes a failure.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
